// The review of one held transfer: screening results for sender and beneficiary, the transfer, and the two decisions.
import { Badge } from '../../ui/display/badge.tsx'
import { Card, Facts } from '../../ui/display/facts.tsx'
import { walletName } from '../../ui/display/operators.ts'
import { formatPhone } from '../../ui/display/phone.ts'
import { Time } from '../../ui/display/time.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { partyLabel } from '../../ui/language/party-labels.ts'
import { ActButton } from '../frame/act-button.tsx'
import { limitValue } from '../limits/limit-value.ts'
import { Money } from '../parts/money.tsx'
import { PendingApprovals } from '../parts/pending.tsx'
import { shopTime } from '../parts/shop-time.ts'
import { MatchTable } from '../screening/match-table.tsx'
import type { Hold, Parties, ScreenedParty } from './hold.ts'
import { OddNames } from './odd-names.tsx'
import { FromTo, personOf, ReceiverFacts, SenderFacts } from './parties.tsx'
import { Precedents } from './precedents.tsx'
import { holdTexts } from './texts.ts'

export function HoldReview({
  hold,
  decide,
}: {
  hold: Hold
  decide: (decision: 'release' | 'reject') => void
}) {
  const t = holdTexts()
  const { release } = hold.allowed_actions
  const may = (action: 'release' | 'reject') => hold.allowed_actions[action].allowed
  return (
    <article class="stack">
      <header class="decide">
        <div>
          <h2>
            <Money amount={hold.amount} currency={hold.currency} />
          </h2>
          <p>
            <FromTo parties={hold.parties} />
          </p>
        </div>
        {/* Both have their colour and the same weight: which is right is for the admin to find out. */}
        <div class="actions">
          {may('reject') && (
            <ActButton right="compliance" appearance="danger" onClick={() => decide('reject')}>
              {t.reject}…
            </ActButton>
          )}
          {may('release') && hold.pending_approvals.length === 0 && (
            <ActButton right="compliance" appearance="main" onClick={() => decide('release')}>
              {release.needs_approval ? t.requestRelease : t.release}…
            </ActButton>
          )}
        </div>
      </header>
      <PendingApprovals pending={hold.pending_approvals} />
      <HoldComparison hold={hold} />
    </article>
  )
}

/** Everything that is compared before a decision: what held the transfer, both persons, and how its kind was decided before. */
export function HoldComparison({ hold }: { hold: Hold }) {
  const t = holdTexts()
  return (
    <>
      {hold.limits.length > 0 && <ExceededLimits limits={hold.limits} />}
      {hold.screening === null ? (
        <Notice>{t.noScreening}</Notice>
      ) : (
        hold.screening.map((party) => (
          <PartyScreening key={party.role} parties={hold.parties} party={party} />
        ))
      )}
      <Precedents precedents={hold.precedents} />
      <div class="columns">
        <Card title={t.sender}>
          <SenderFacts parties={hold.parties} />
        </Card>
        <Card title={t.receiver}>
          <ReceiverFacts parties={hold.parties} subscriber={hold.subscriber_name} />
        </Card>
      </div>
      <TransferFacts hold={hold} />
    </>
  )
}

/** The limit rules that hold the transfer, with what was used and what it would reach. */
function ExceededLimits({ limits }: { limits: Hold['limits'] }) {
  const t = holdTexts()
  return (
    <Card title={t.limits}>
      <Facts
        facts={limits.map(({ rule, subject, measure, window, reached, limit }) => {
          const shown = (value: number) => limitValue({ subject, measure }, value)
          return [
            `${t.subjects[subject]}, ${t.windows[window]}`,
            <>
              {shown(reached)} / {shown(limit)} <code class="nowrap">{rule}</code>
            </>,
          ]
        })}
      />
    </Card>
  )
}

/** The screening result of the sender or the beneficiary, with the closest match first. */
export function PartyScreening({ parties, party }: { parties: Parties; party: ScreenedParty }) {
  const t = holdTexts()
  const [best, ...others] = [...party.matches].sort((a, b) => b.score - a.score)
  const person = personOf(parties, party)
  return (
    <Card
      title={`${t[party.role]} · ${party.name}`}
      side={<Badge tone={party.decision === 'hold' ? 'wait' : 'good'}>{t.reasons[party.reason]}</Badge>}
    >
      <OddNames names={party.odd_names} />
      {best && <MatchTable person={person} match={best} />}
      {others.length > 0 && (
        <details>
          <summary>{t.otherMatches(others.length)}</summary>
          {others.map((match) => (
            <MatchTable key={`${match.list} ${match.entry_id}`} person={person} match={match} />
          ))}
        </details>
      )}
    </Card>
  )
}

function TransferFacts({ hold }: { hold: Hold }) {
  const t = holdTexts()
  const { merchant_code, parties } = hold
  return (
    <Card title={t.transfer}>
      <Facts
        facts={[
          [
            t.transaction,
            <a href={`/console/transfers/${hold.transaction_id}`}>{hold.transaction_id}</a>,
            hold.transaction_id,
          ],
          [
            t.merchant,
            <a href={`/console/merchants/${merchant_code}`}>{`${hold.merchant_name} (${merchant_code})`}</a>,
          ],
          [t.reference, hold.reference],
          [t.operator, walletName(hold.operator)],
          [t.number, formatPhone(hold.customer_number)],
          [t.purpose, partyLabel('purpose', parties.purpose)],
          [t.funds, partyLabel('funds', parties.source_of_funds)],
          [t.received, <Time at={hold.created_at} look="exact" />],
          ...shopTime(hold.created_at, hold.time_zone),
        ]}
      />
    </Card>
  )
}
