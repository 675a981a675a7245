// One card payment: its details, its history and its webhooks.
import { useRoute } from 'preact-iso'
import { formatChange, formatMoney, formatRate } from '../../ui/display/amount.tsx'
import { cardText } from '../../ui/display/card.ts'
import { Card, Code, type Fact, Facts } from '../../ui/display/facts.tsx'
import { formatPhone } from '../../ui/display/phone.ts'
import { Time } from '../../ui/display/time.tsx'
import { type Moment, Timeline } from '../../ui/display/timeline.tsx'
import { Button, ButtonLink, CopyButton } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { countryName } from '../../ui/language/language.ts'
import { reason } from '../../ui/language/reasons.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import { PaymentBadge } from '../account/status.tsx'
import type { PaymentDetail } from '../api-types.ts'
import { labelOf } from '../labels.ts'
import { useUpdates } from '../updates/updates.ts'
import { Deliveries } from '../webhooks/deliveries.tsx'
import { amountText, balanceOf } from './money.ts'
import { Refund, requestMoments } from './refund.tsx'
import { paymentTexts } from './texts.ts'

export function PaymentPage() {
  const t = paymentTexts()
  const { id = '' } = useRoute().params
  const detail = useLoad(`payment ${id}`, (signal) =>
    api.get<PaymentDetail>(`payments/${encodeURIComponent(id)}`, {}, signal),
  )
  useUpdates('payments', detail.reload)
  const payment = detail.data
  return (
    <Page
      back={{ href: '/portal/payments', label: t.back }}
      title={payment ? formatMoney(payment.amount, payment.currency) : t.title}
      side={payment && <Side payment={payment} />}
      struck={payment?.status === 'REFUNDED' || payment?.status === 'VOIDED'}
      intro={payment && <Intro payment={payment} />}
    >
      <Await of={detail}>{(found) => <PaymentHistory payment={found} reload={detail.reload} />}</Await>
    </Page>
  )
}

/** The state and the receipt, for a customer who lost it. */
function Side({ payment: { status, receipt_link } }: { payment: PaymentDetail }) {
  const t = paymentTexts()
  return (
    <div class="actions">
      <PaymentBadge status={status} />
      {receipt_link && (
        <>
          <ButtonLink small href={receipt_link} target="_blank" rel="noopener">
            {t.receipt}
          </ButtonLink>
          {'share' in navigator ? (
            <Button
              small
              // The promise also rejects when the sheet is closed, which is not an error.
              onClick={() => void navigator.share({ url: receipt_link }).catch(() => {})}
            >
              {t.share}
            </Button>
          ) : (
            <CopyButton text={receipt_link} what={t.receiptLink} />
          )}
        </>
      )}
    </div>
  )
}

function Intro({ payment }: { payment: PaymentDetail }) {
  const { returned } = balanceOf(payment)
  return (
    <>
      <span>{payment.merchant_reference}</span>
      {payment.status === 'PARTIALLY_REFUNDED' && (
        <>
          {' · '}
          <span>
            {paymentTexts().ofWhich(formatMoney(amountText(returned), payment.currency), returned / 100)}
          </span>
        </>
      )}
    </>
  )
}

function PaymentHistory({ payment, reload }: { payment: PaymentDetail; reload: () => void }) {
  const t = paymentTexts()
  return (
    <>
      {payment.checkout_link && (
        <Notice title={t.waits}>
          <p class="code">{payment.checkout_link}</p>
          <div class="actions">
            <ButtonLink small href={payment.checkout_link} target="_blank" rel="noopener">
              {t.openCheckout}
            </ButtonLink>
            <CopyButton text={payment.checkout_link} what={t.checkoutLink} />
          </div>
        </Notice>
      )}
      {payment.reason_code && payment.status === 'FAILED' && (
        <Notice tone="bad" title={reason('refusal', payment.reason_code)}>
          {payment.origin === 'link' ? t.declined.link : t.declined.order}
        </Notice>
      )}
      <div class="columns uneven">
        <div class="stack">
          <Card title={t.payment}>
            <Facts facts={paymentFacts(payment)} />
          </Card>
          <Card title={t.money}>
            <Facts facts={moneyFacts(payment)} />
          </Card>
          <Card title={t.customer}>
            <Facts facts={customerFacts(payment)} />
          </Card>
          <Refund payment={payment} done={reload} />
        </div>
        <Card title={t.history}>
          <Timeline moments={momentsOf(payment)} />
        </Card>
      </div>
      <Card title={t.webhooks}>
        <Deliveries deliveries={payment.deliveries} changed={reload} />
      </Card>
    </>
  )
}

function paymentFacts(payment: PaymentDetail): Fact[] {
  const t = paymentTexts()
  return [
    [t.reference, payment.merchant_reference, payment.merchant_reference],
    [t.id, <Code key="id">{payment.transaction_uuid}</Code>, payment.transaction_uuid],
    [t.origin, labelOf('origin', payment.origin)],
    [t.card, cardText(payment)],
    [t.created, <Time key="created" at={payment.created_at} look="exact" />],
    [t.finalised, payment.finalised_at && <Time key="end" at={payment.finalised_at} look="exact" />],
    [t.gatewayId, payment.cs_payment_id && <Code key="gateway">{payment.cs_payment_id}</Code>],
  ]
}

function moneyFacts(payment: PaymentDetail): Fact[] {
  const t = paymentTexts()
  const { moves, amount, currency, financial, refunds } = payment
  // Commission and balance apply only to a payment that was captured.
  if (!moves.some(({ to }) => to === 'SUCCESS')) return [[t.amount, formatMoney(amount, currency)]]
  const { returned, commission, balance } = balanceOf(payment)
  const signed = (count: number) =>
    count < 0 && currency
      ? formatChange(amountText(count), currency)
      : formatMoney(amountText(count), currency)
  return [
    [t.paid, formatMoney(amount, currency)],
    ...(returned > 0
      ? [[payment.status === 'VOIDED' ? t.voided : t.refunded, signed(-returned)] as Fact]
      : []),
    [t.commission(formatRate(financial.commission_rate)), signed(-commission)],
    [t.balance, <strong key="balance">{signed(balance)}</strong>],
    ...refunds
      .filter(({ status }) => status !== 'SUCCESS')
      .map(
        (refund): Fact => [
          t.refund,
          <span key={refund.created_at}>
            {formatMoney(refund.amount, currency)} · {labelOf('refund', refund.status)}
          </span>,
        ],
      ),
  ]
}

/** The billing details that the order has, in the order of the payment form. */
function customerFacts({ bill_to }: PaymentDetail): Fact[] {
  const names = paymentTexts().billTo
  return (Object.keys(names) as (keyof typeof names)[]).flatMap((field): Fact[] => {
    const value = bill_to[field]
    return value ? [[names[field], shownAs(field, value)]] : []
  })
}

function shownAs(field: string, value: string): string {
  if (field === 'address_country') return countryName(value)
  return field === 'phone' ? formatPhone(value) : value
}

/** The history of a payment: authentications, status changes and webhook attempts, in order of time. */
function momentsOf(payment: PaymentDetail): Moment[] {
  const t = paymentTexts()
  const moments: Moment[] = [
    { at: payment.created_at, title: labelOf('move', 'created') },
    ...payment.authentications.flatMap(({ state, created_at, authenticated_at }): Moment[] => {
      const title = labelOf('authentication', state)
      // An unsuccessful authentication has no recorded end time, so its outcome is shown at its start.
      if (authenticated_at === null)
        return [{ at: created_at, title, tone: state === 'failed' ? 'bad' : 'plain' }]
      return [
        { at: created_at, title: labelOf('authentication', 'started') },
        { at: authenticated_at, title },
      ]
    }),
    ...payment.moves.map(({ event, to, reason_code, at }) => ({
      at,
      title: labelOf('move', event),
      detail: reason_code
        ? reason('refusal', reason_code)
        : event === 'refused' && payment.reason_code
          ? reason('refusal', payment.reason_code)
          : undefined,
      tone:
        to === 'SUCCESS'
          ? ('good' as const)
          : to === 'FAILED' || event === 'declined'
            ? ('bad' as const)
            : ('plain' as const),
    })),
    ...requestMoments(payment),
    ...payment.deliveries.flatMap(({ event_type, attempts }) =>
      attempts.map(({ at, http_status, error }) => {
        const isGood = http_status !== null && http_status >= 200 && http_status < 300
        const why = http_status === null ? reason('attempt', error ?? '') : `HTTP ${http_status}`
        return {
          at,
          title: isGood ? t.webhook.delivered : t.webhook.failed,
          detail: isGood ? labelOf('webhook', event_type) : why,
          tone: isGood ? ('good' as const) : ('bad' as const),
        }
      }),
    ),
  ]
  return moments.sort((a, b) =>
    secondOf(a.at) < secondOf(b.at) ? -1 : secondOf(a.at) > secondOf(b.at) ? 1 : 0,
  )
}

/** Only some times have microseconds, so they are compared by second; events of one second keep the order above. */
const secondOf = (at: string) => at.slice(0, 19)
