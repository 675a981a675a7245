// Refunds and voids of a payment, with what can be done about one that nobody took back.
import { Card } from '../../ui/display/facts.tsx'
import { type Column, Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Money } from '../parts/money.tsx'
import { State } from '../states.tsx'
import { Reply } from './operations.tsx'
import { OtherNumberButton, type Refused } from './other-number.tsx'
import type { AdminPaymentDetail } from './payment.ts'
import { paymentTexts } from './texts.ts'

type Props = { payment: AdminPaymentDetail; offer: (refused: Refused) => void }

/** Completed or in progress. */
export function Refunds({ payment, offer }: Props) {
  const t = paymentTexts()
  const rows = returnsOf(payment)
  if (rows.length === 0) return null
  const title = t.refunds[payment.payment_method ?? 'card']
  const needed: Column<Return>[] = [
    ...(rows.some(({ gateway_reason }) => gateway_reason)
      ? [
          {
            heading: t.gatewayReason[payment.payment_method ?? 'card'],
            cell: ({ gateway_reason: code }: Return) => code && <Reply of={code} />,
          },
        ]
      : []),
    ...(rows.some(({ isRefused }) => isRefused)
      ? [{ heading: t.actions, onCard: 'foot' as const, cell: offerOf(payment, offer) }]
      : []),
  ]
  return (
    <Card title={title}>
      <Table
        caption={title}
        rows={rows}
        keyOf={({ what, id }) => `${what} ${id}`}
        columns={[...columns(), ...needed]}
      />
    </Card>
  )
}

type Return = ReturnType<typeof returnsOf>[number]

function returnsOf(payment: AdminPaymentDetail) {
  const t = paymentTexts()
  return [
    ...payment.refunds.map((refund) => ({
      ...refund,
      what: t.operationKinds.refund,
      by: refund.refunded_by,
      // The number that paid did not take it back.
      isRefused: refund.status === 'FAILED' && payment.payment_method === 'mobile_money',
    })),
    ...payment.voids.map((made) => ({
      ...made,
      amount: payment.amount,
      currency: payment.currency,
      what: t.operationKinds.void,
      by: made.voided_by,
      isRefused: false,
      gateway_reason: null,
    })),
  ]
}

function columns(): Column<Return>[] {
  const t = paymentTexts()
  return [
    { heading: t.what, cell: ({ what }) => what },
    {
      heading: t.amount,
      numeric: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { heading: t.outcome, cell: ({ status }) => <State of="refund" is={status} /> },
    {
      heading: t.by,
      cell: ({ by, created_at }) => (
        <>
          {by}
          <span class="under">
            <Time at={created_at} look="list" />
          </span>
        </>
      ),
    },
    { heading: t.reasonGiven, cell: ({ reason }) => reason },
  ]
}

const offerOf =
  ({ cs_payment_id: collection }: AdminPaymentDetail, offer: (refused: Refused) => void) =>
  ({ isRefused, id, amount, currency }: Return) =>
    isRefused &&
    amount !== null &&
    currency !== null && (
      <OtherNumberButton offer={() => offer({ collection, refund: id, amount, currency })} />
    )
