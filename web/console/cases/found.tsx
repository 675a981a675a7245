// What came together in a case: transfers with both parties and their screening, alerts, and limits that were exceeded.
import { Badge } from '../../ui/display/badge.tsx'
import { Card, Facts } from '../../ui/display/facts.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { partyLabel } from '../../ui/language/party-labels.ts'
import { stateTexts } from '../../ui/language/states.ts'
import { PartyScreening } from '../holds/hold-review.tsx'
import { FromTo, ReceiverFacts, SenderFacts } from '../holds/parties.tsx'
import { holdTexts } from '../holds/texts.ts'
import { limitValue } from '../limits/limit-value.ts'
import { MerchantLink } from '../names/merchant.tsx'
import { Money } from '../parts/money.tsx'
import { MatchTable } from '../screening/match-table.tsx'
import type { Case, CaseTransfer } from './case.ts'
import { caseTexts } from './texts.ts'

export function CaseTransfers({ transfers }: { transfers: readonly CaseTransfer[] }) {
  const t = caseTexts()
  return (
    <Card title={t.transfers}>
      {transfers.map((transfer) => (
        <TransferOfCase key={transfer.transaction_id} transfer={transfer} />
      ))}
    </Card>
  )
}

function TransferOfCase({ transfer }: { transfer: CaseTransfer }) {
  const t = caseTexts()
  const { status, decision, parties } = transfer
  const id = encodeURIComponent(transfer.transaction_id)
  return (
    <section>
      <h3>
        <a href={`/console/transfers/${id}`}>
          <Money amount={transfer.amount} currency={transfer.currency} />
        </a>{' '}
        <FromTo parties={parties} />
      </h3>
      <Facts
        facts={[
          [t.state, <Badge key="state">{stateTexts().transfer[status]}</Badge>],
          [t.at, <Time key="at" at={transfer.created_at} look="exact" />],
          [t.role, transfer.roles.map((role) => t.roles[role]).join(', ')],
          [t.why, transfer.reasons.map((reason) => t.reasons[reason]).join(', ')],
          ...(decision
            ? [[t.decisions[decision.decision], t.by(decision.decided_by, decision.reason)] as const]
            : []),
        ]}
      />
      {status === 'Hold' && (
        <p>
          <a href={`/console/holds/${id}`}>{t.decideHold}</a>
        </p>
      )}
      <details>
        <summary>{t.details}</summary>
        <PartiesOf transfer={transfer} />
      </details>
    </section>
  )
}

function PartiesOf({
  transfer: { parties, screening, subscriber_name, merchant_code, merchant_name, reference },
}: {
  transfer: CaseTransfer
}) {
  const t = holdTexts()
  return (
    <div class="stack">
      {screening?.map((party) => (
        <PartyScreening key={party.role} parties={parties} party={party} />
      ))}
      <div class="columns">
        <Card title={t.sender}>
          <SenderFacts parties={parties} />
        </Card>
        <Card title={t.receiver}>
          <ReceiverFacts parties={parties} subscriber={subscriber_name} />
        </Card>
      </div>
      <Facts
        facts={[
          [t.merchant, <MerchantLink key="merchant" code={merchant_code} name={merchant_name} />],
          [t.reference, reference],
          [t.purpose, partyLabel('purpose', parties.purpose)],
          [t.funds, partyLabel('funds', parties.source_of_funds)],
        ]}
      />
    </div>
  )
}

export function CaseAlerts({ detail: { alerts, person } }: { detail: Case }) {
  const t = caseTexts()
  const submitted = {
    name: person.name,
    birth_date: person.birth_date,
    countries: [],
    document: person.document.number,
  }
  return (
    <Card title={t.alerts}>
      {alerts.map(({ id, match, closed_at, closed_by, close_reason }) => (
        <section key={id}>
          <MatchTable person={submitted} match={match} />
          <p class="soft">
            {closed_at ? (
              t.by(closed_by ?? '', close_reason ?? '')
            ) : (
              <a href={`/console/alerts/${id}`}>{t.decideAlert}</a>
            )}
          </p>
        </section>
      ))}
    </Card>
  )
}

export function CaseLimits({ limits }: { limits: Case['limits'] }) {
  const t = caseTexts()
  const h = holdTexts()
  return (
    <Card title={t.limits}>
      <Table
        caption={t.limits}
        rows={limits}
        keyOf={(hit) => `${hit.at} ${hit.reference} ${hit.rule}`}
        columns={[
          { heading: t.rule, cell: ({ subject, window }) => `${h.subjects[subject]}, ${h.windows[window]}` },
          {
            heading: t.reached,
            cell: (hit) => `${limitValue(hit, hit.reached)} / ${limitValue(hit, hit.limit)}`,
          },
          { heading: t.state, cell: ({ outcome }) => t.limitOutcomes[outcome], onCard: 'corner' },
          {
            heading: t.request,
            cell: ({ at, reference }) => (
              <>
                <Time at={at} look="list" /> <small class="soft">{reference}</small>
              </>
            ),
          },
        ]}
      />
    </Card>
  )
}
