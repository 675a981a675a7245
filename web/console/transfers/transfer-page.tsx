// One transfer: its details, timeline, sender and beneficiary, and the actions an admin can take.
import { useRef, useState } from 'preact/hooks'
import { eventDetail } from '../../ui/display/event-detail.ts'
import { Card, Facts } from '../../ui/display/facts.tsx'
import { walletName } from '../../ui/display/operators.ts'
import { formatPhone } from '../../ui/display/phone.ts'
import { Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Timeline } from '../../ui/display/timeline.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { reason } from '../../ui/language/reasons.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { outcomeFacts } from '../../ui/transfers/outcome-facts.ts'
import { DeliveryFolds } from '../deliveries/attempts.tsx'
import { PartyScreening } from '../holds/hold-review.tsx'
import { ReceiverFacts, SenderFacts } from '../holds/parties.tsx'
import { MerchantLink } from '../names/merchant.tsx'
import { WithCode } from '../names/with-code.tsx'
import { protocolName } from '../operators/operator.ts'
import { Actions } from '../parts/actions.tsx'
import { Decision } from '../parts/decision.tsx'
import { Download } from '../parts/files.tsx'
import { Money } from '../parts/money.tsx'
import { operationState } from '../parts/operation-states.ts'
import { shopTime } from '../parts/shop-time.ts'
import { State } from '../states.tsx'
import { transferTexts } from './texts.ts'
import { type AdminTransferDetail, inquire, readTransfer, reverse } from './transfer.ts'

type Act = 'inquire' | 'reverse'

export function TransferPage({ id }: { id: string }) {
  const t = transferTexts()
  const transfer = useLoad(`transfer ${id}`, (signal) => readTransfer(id, signal))
  const [act, setAct] = useState<Act>()
  return (
    <Page title={transfer.data?.reference ?? id} back={{ href: '/console/transfers', label: t.back }}>
      <Await of={transfer}>
        {(detail) => (
          <>
            <Concerns transfer={detail} />
            <div class="columns uneven">
              <TransferFacts transfer={detail} />
              <div class="stack">
                <Actions
                  actions={detail.allowed_actions}
                  labels={{ inquire: t.inquire, reverse: t.reverse }}
                  rights={{ inquire: 'operations', reverse: 'refunds' }}
                  take={setAct}
                />
                <AtOperator transfer={detail} />
              </div>
            </div>
            <div class="columns">
              <Card title={t.history}>
                <Timeline moments={detail.timeline.map(momentOf)} />
              </Card>
              <div class="stack">
                <WalletEntries transfer={detail} />
                <Card title={t.deliveries}>
                  <DeliveryFolds deliveries={detail.deliveries} />
                </Card>
              </div>
            </div>
            <Parties transfer={detail} />
          </>
        )}
      </Await>
      {act && <TransferDecision id={id} act={act} done={transfer.reload} close={() => setAct(undefined)} />}
    </Page>
  )
}

function TransferFacts({ transfer }: { transfer: AdminTransferDetail }) {
  const t = transferTexts()
  const { transaction_id, merchant_code, fee, rate, quote } = transfer
  const code = transfer.failure_code
  return (
    <Card title={t.identity} side={<State of="transfer" is={transfer.status} />}>
      <Facts
        facts={[
          [t.amount, <Money amount={transfer.amount} currency={transfer.currency} />],
          ...outcomeFacts(transfer, 'admin'),
          [t.fee, fee !== null && <Money amount={fee} currency="USD" />],
          [
            t.rate,
            rate !== null &&
              transfer.currency !== 'USD' &&
              `1\u00a0USD = ${formatNumber(rate, { maximumFractionDigits: 6 })}\u00a0${transfer.currency}`,
          ],
          [t.quote, quote?.quote_id, quote?.quote_id ?? ''],
          [
            t.quoteDifference,
            quote?.difference !== null && quote?.difference !== undefined && (
              <Money amount={quote.difference} currency="USD" />
            ),
          ],
          [t.transaction, transaction_id, transaction_id],
          [t.merchant, <MerchantLink code={merchant_code} name={transfer.merchant_name} />],
          [
            t.beneficiary,
            [transfer.subscriber_name, formatPhone(transfer.customer_number)].filter(Boolean).join(', '),
          ],
          [t.operator, walletName(transfer.operator)],
          [t.telcoReference, transfer.telco_reference, transfer.telco_reference ?? ''],
          [t.failure, code && <WithCode words={reason('transferFailure', code)} code={code} />],
          [t.created, <Time at={transfer.created_at} look="exact" />],
          ...shopTime(transfer.created_at, transfer.time_zone),
          [t.completed, transfer.completed_at && <Time at={transfer.completed_at} look="exact" />],
        ]}
      />
    </Card>
  )
}

/** Notices at the top of the page: a hold, a paused operator, open exceptions. */
function Concerns({ transfer }: { transfer: AdminTransferDetail }) {
  const t = transferTexts()
  const { operator_pause: pause, exceptions, status, transaction_id } = transfer
  return (
    <>
      {status === 'Hold' && (
        <Notice title={t.held}>
          <a href={`/console/holds/${transaction_id}`}>{t.review}</a>
        </Notice>
      )}
      {pause && <Notice title={t.operatorPaused(pause.paused_by)}>{pause.reason}</Notice>}
      {exceptions
        .filter(({ state }) => state === 'open')
        .map(({ id, detail }) => (
          <Notice key={id} title={t.openException}>
            {eventDetail(detail)} <a href="/console/exceptions">{t.exceptions}</a>
          </Notice>
        ))}
    </>
  )
}

function AtOperator({ transfer: { payout, review } }: { transfer: AdminTransferDetail }) {
  const t = transferTexts()
  const reviewed: Readonly<Record<string, string>> = t.reviewed
  if (!payout && !review) return null
  return (
    <Card title={t.sideFacts}>
      <Facts
        facts={[
          ...(payout
            ? ([
                [t.payout, payout.reference, payout.reference],
                [t.payoutState, operationState(payout.state)],
                [t.attempts, formatNumber(payout.attempts)],
                [t.nextCheck, payout.next_check_at && <Time at={payout.next_check_at} look="exact" />],
                [t.payoutDetail, payout.detail && <span lang="en">{payout.detail}</span>],
              ] as const)
            : []),
          ...(review
            ? ([
                [reviewed[review.decision] ?? review.decision, review.decided_by],
                [t.reviewReason, review.reason],
              ] as const)
            : []),
        ]}
      />
    </Card>
  )
}

function momentOf({ at, kind, detail }: AdminTransferDetail['timeline'][number]) {
  const label: Readonly<Record<string, string>> = transferTexts().kinds
  const bad = /conflict|failed|rejected|refused/.test(kind)
  return {
    at,
    title: label[kind] ?? kind,
    detail: eventDetail(detail),
    tone: bad ? ('bad' as const) : ('plain' as const),
  }
}

function WalletEntries({ transfer }: { transfer: AdminTransferDetail }) {
  const t = transferTexts()
  const kinds: Readonly<Record<string, string>> = t.lineKinds
  return (
    <Card title={t.walletLines}>
      <Table
        caption={t.walletLines}
        rows={transfer.wallet_lines}
        keyOf={({ at, kind, balance_after }) => `${at} ${kind} ${balance_after}`}
        empty={<p class="soft">{t.noLines}</p>}
        columns={[
          { heading: t.kind, cell: ({ kind }) => kinds[kind] ?? kind },
          {
            heading: t.amount,
            numeric: true,
            cell: ({ amount }) => <Money amount={amount} currency="USD" signed />,
          },
          {
            heading: t.balanceAfter,
            numeric: true,
            cell: (line) => <Money amount={line.balance_after} currency="USD" />,
          },
        ]}
      />
    </Card>
  )
}

function Parties({ transfer }: { transfer: AdminTransferDetail }) {
  const t = transferTexts()
  const { parties, subscriber_name, screening, name_confirmation: confirmed, transaction_id } = transfer
  return (
    <>
      <div class="columns">
        <Card title={t.sender}>
          <SenderFacts parties={parties} />
        </Card>
        <Card title={t.receiver}>
          <ReceiverFacts parties={parties} subscriber={subscriber_name} />
          {confirmed && (
            <p class="small-print">
              {t.confirmed(protocolName(confirmed.source))} <Time at={confirmed.at} look="exact" />
            </p>
          )}
        </Card>
      </div>
      <p>
        <Download path={`/compliance/travel-rule/${transaction_id}`} name={t.travelRule} />
      </p>
      {screening?.map((party) => (
        <PartyScreening key={party.role} parties={parties} party={party} />
      ))}
    </>
  )
}

function TransferDecision({
  id,
  act,
  done,
  close,
}: {
  id: string
  act: Act
  done: () => void
  close: () => void
}) {
  const t = transferTexts()
  const requests = act === 'inquire'
  const lastReply = useRef('')
  const decide = async (reason: string) => {
    if (requests) lastReply.current = t.replies[await inquire(id, reason)]
    else await reverse(id, reason)
  }
  return (
    <Decision
      title={requests ? t.inquireTitle : t.reverseTitle}
      explanation={requests ? t.inquireText : t.reverseText}
      action={requests ? t.inquire : t.reverse}
      appearance={requests ? 'main' : 'danger'}
      decide={({ reason = '' }) => decide(reason).finally(done)}
      done={() => (requests ? lastReply.current : t.reversed)}
      known={{ 'RMT-5001': t.operatorSilent }}
      close={close}
    />
  )
}
