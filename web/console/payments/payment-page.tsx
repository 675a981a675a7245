// One payment: its details, its history, and the refund and void actions.
import { useState } from 'preact/hooks'
import { formatMoney, formatRate } from '../../ui/display/amount.tsx'
import { cardText } from '../../ui/display/card.ts'
import { Card, Facts } from '../../ui/display/facts.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Timeline } from '../../ui/display/timeline.tsx'
import { walletText } from '../../ui/display/wallet.ts'
import { Page } from '../../ui/frame/page.tsx'
import { reason } from '../../ui/language/reasons.ts'
import { amountText, balanceOf } from '../../ui/payments/money.ts'
import { ShownBadge } from '../../ui/payments/shown-state.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { DeliveryFolds } from '../deliveries/attempts.tsx'
import { DisputesOfPayment } from '../disputes/of-payment.tsx'
import { MerchantLink } from '../names/merchant.tsx'
import { WithCode } from '../names/with-code.tsx'
import { Actions } from '../parts/actions.tsx'
import { Money } from '../parts/money.tsx'
import { PendingApprovals } from '../parts/pending.tsx'
import { shopTime } from '../parts/shop-time.ts'
import { State } from '../states.tsx'
import { Operations } from './operations.tsx'
import { OtherNumberDecision, type Refused, RefusedReturns } from './other-number.tsx'
import { type AdminPaymentDetail, readPayment } from './payment.ts'
import { RefundDecision, VoidDecision } from './payment-decisions.tsx'
import { Refunds } from './refunds.tsx'
import { paymentTexts } from './texts.ts'

export function PaymentPage({ id }: { id: string }) {
  const t = paymentTexts()
  const payment = useLoad(`payment ${id}`, (signal) => readPayment(id, signal))
  const [deciding, setDeciding] = useState<'refund' | 'void'>()
  const [refused, setRefused] = useState<Refused>()
  return (
    <Page title={payment.data?.merchant_reference ?? id} back={{ href: '/console/payments', label: t.back }}>
      <Await of={payment}>
        {(detail) => (
          <>
            <div class="columns uneven">
              <div class="stack">
                <PaymentFacts payment={detail} />
                <Card title={t.history}>
                  <Timeline moments={momentsOf(detail)} />
                </Card>
              </div>
              <div class="stack">
                <PendingApprovals pending={detail.pending_approvals} />
                <Actions
                  actions={detail.allowed_actions}
                  labels={actionLabels(detail)}
                  rights={{ refund: 'request_refunds', void: 'request_refunds' }}
                  take={setDeciding}
                />
                <DisputesOfPayment disputes={detail.disputes} />
                <Split payment={detail} />
                <Authentication payment={detail} />
              </div>
            </div>
            <Refunds payment={detail} offer={setRefused} />
            <RefusedReturns payment={detail} offer={setRefused} />
            <Operations operations={detail.operations} />
            <Card title={t.deliveries}>
              <DeliveryFolds deliveries={detail.deliveries} />
            </Card>
            {deciding === 'refund' && (
              <RefundDecision payment={detail} done={payment.reload} close={() => setDeciding(undefined)} />
            )}
            {refused && (
              <OtherNumberDecision
                refused={refused}
                done={payment.reload}
                close={() => setRefused(undefined)}
              />
            )}
            {deciding === 'void' && (
              <VoidDecision payment={detail} done={payment.reload} close={() => setDeciding(undefined)} />
            )}
          </>
        )}
      </Await>
    </Page>
  )
}

/** Whether every refund by this admin waits for another one; from a sum on, the dialog says so. */
const asksForAll = ({ allowed_actions: { refund } }: AdminPaymentDetail) =>
  Number(refund.approval_from ?? 1) === 0

function actionLabels(payment: AdminPaymentDetail): { refund: string; void?: string } {
  const t = paymentTexts()
  const refund = asksForAll(payment) ? t.requestRefund : t.refund
  // A collection has no void: its money goes back as a refund.
  if (payment.payment_method === 'mobile_money') return { refund }
  return { refund, void: payment.allowed_actions.void.needs_approval ? t.requestVoid : t.void }
}

function PaymentFacts({ payment }: { payment: AdminPaymentDetail }) {
  const t = paymentTexts()
  const { transaction_uuid, cs_payment_id, merchant_code } = payment
  const origins: Readonly<Record<string, string>> = t.origins
  const why = payment.reason_code ? reason('refusal', payment.reason_code) : payment.message
  return (
    <Card title={t.identity} side={<ShownBadge payment={payment} />}>
      <Facts
        facts={[
          [t.amount, <Money amount={payment.amount} currency={payment.currency} />],
          [t.transaction, transaction_uuid, transaction_uuid],
          [t.paymentId[payment.payment_method ?? 'card'], cs_payment_id, cs_payment_id],
          [t.merchant, <MerchantLink code={merchant_code} name={payment.merchant_name} />],
          [t.customer, payment.customer_name],
          payment.payment_method === 'mobile_money'
            ? [t.wallet, walletText(payment)]
            : [t.card, cardText(payment)],
          [t.origin, origins[payment.origin] ?? payment.origin],
          ...(why
            ? [
                [
                  t.message,
                  <WithCode
                    words={why}
                    code={[payment.reason_code, payment.decision].filter(Boolean).join(' · ')}
                  />,
                ] as const,
              ]
            : []),
          [t.created, <Time at={payment.created_at} look="exact" />],
          ...shopTime(payment.created_at, payment.time_zone),
          [t.finalised, payment.finalised_at && <Time at={payment.finalised_at} look="exact" />],
        ]}
      />
    </Card>
  )
}

/** The 3-D Secure evidence that defends a dispute. */
function Authentication({ payment }: { payment: AdminPaymentDetail }) {
  const t = paymentTexts()
  const charged = payment.authentications.findLast((one) => one.evidence)
  if (!charged?.evidence) return null
  const { evidence, device } = charged
  const { authenticated_at: at, directory_server_transaction_id: id } = evidence
  const results: Readonly<Record<string, string>> = t.paresStatuses
  return (
    <Card title={t.evidence}>
      <Facts
        facts={[
          [t.flow, t.flows[evidence.flow]],
          [t.outcome, <WithCode words={results[evidence.pares_status]} code={evidence.pares_status} />],
          ['ECI', evidence.eci],
          [t.version, evidence.version],
          [t.directoryServer, id, id],
          [t.authenticated, at && <Time at={at} look="exact" />],
          [t.deviceAddress, device?.ip_address],
          [t.browser, device?.user_agent],
          [t.language, device?.language],
          [t.screen, device?.screen],
        ]}
      />
    </Card>
  )
}

/** What the customer paid, what went back, our commission and what the merchant receives, as on the merchant's own page. */
function Split({ payment }: { payment: AdminPaymentDetail }) {
  const t = paymentTexts()
  const { moves, financial, amount, currency, status } = payment
  if (!moves.some(({ to }) => to === 'SUCCESS')) return null
  const { returned, commission, balance } = balanceOf(payment)
  const sum = (count: number) => <Money amount={amountText(count)} currency={currency} signed={count < 0} />
  const back = status === 'VOIDED' ? t.voided : t.returned
  return (
    <Card title={t.financial}>
      <Facts
        facts={[
          [t.paid, <Money amount={amount} currency={currency} />],
          ...(returned > 0 ? ([[back, sum(-returned)]] as const) : []),
          [`${t.commission} (${formatRate(financial.commission_rate)})`, sum(-commission)],
          [t.merchantAmount, <strong>{sum(balance)}</strong>],
        ]}
      />
    </Card>
  )
}

function momentsOf(payment: AdminPaymentDetail) {
  const { moves, authentications, created_at, amount, currency } = payment
  const t = paymentTexts()
  const returns = returnsOf(payment)
  const states: Readonly<Record<string, string>> = t.authentications
  return [
    { at: created_at, title: t.ordered, detail: formatMoney(amount, currency) },
    ...authentications.flatMap(({ state, created_at, authenticated_at }) => {
      const [title, outcome] = ['3-D Secure', states[state] ?? state]
      // An unsuccessful authentication has no recorded end time, so its outcome is shown with its start.
      if (authenticated_at === null) return [{ at: created_at, title, detail: t.startedThen(outcome) }]
      return [
        { at: created_at, title, detail: t.started },
        { at: authenticated_at, title, detail: outcome },
      ]
    }),
    ...moves.map(({ event, to, reason_code, at }) => ({
      at,
      title: event === 'declined' ? t.declined : <State of="payment" is={to} />,
      detail: isReturn(event) ? returns.shift() : reason_code ? reason('refusal', reason_code) : undefined,
      tone: to === 'FAILED' || event === 'declined' ? ('bad' as const) : ('good' as const),
    })),
  ].sort((a, b) => a.at.localeCompare(b.at))
}

const isReturn = (event: string) => ['refunded', 'refunded_in_part', 'voided'].includes(event)

/** What was given back, why and by whom, in the order in which it was completed: each of these moved the payment once. */
function returnsOf({ refunds, voids, refund_requests, amount, currency }: AdminPaymentDetail): string[] {
  const t = paymentTexts()
  const requesterOf = (id: number) => refund_requests.find(({ refund }) => refund?.id === id)?.requested_by
  return [
    ...refunds.map((each) => ({ ...each, by: requesterOf(each.id) ?? each.refunded_by })),
    ...voids.map((each) => ({ ...each, amount, by: each.voided_by })),
  ]
    .filter(({ status }) => status === 'SUCCESS')
    .toSorted((a, b) => (a.completed_at ?? '').localeCompare(b.completed_at ?? ''))
    .map(({ amount, reason, by }) =>
      [formatMoney(amount, currency), reason, by && (by === 'api' ? t.byServer : t.byPerson(by))]
        .filter(Boolean)
        .join(' · '),
    )
}
