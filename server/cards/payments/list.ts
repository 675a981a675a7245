// Lists a merchant's payments, newest first, at any volume, and renders payment summaries.
import { type Definition, dayList } from '../../platform/database/day-list.ts'
import type { Choices } from '../../platform/http/lists/list-query.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { type DisputeOfPayment, disputeOfPayment, shownDisputeOf } from '../disputes/of-payment.ts'
import { amountOf, cardCurrencies } from '../transaction/amount.ts'
import type { TransactionRow } from '../transaction/queries.ts'
import type { TransactionStatus } from '../transaction/transaction.ts'
import { transactionMoves } from '../transaction/transaction.ts'

export const paymentStatuses = Object.keys(transactionMoves) as TransactionStatus[]

export const paymentChoices: Choices = {
  status: paymentStatuses,
  kind: ['currency', cardCurrencies],
  isSearched: true,
  isZoned: true,
}

export type ListedPayment = Pick<
  TransactionRow,
  | 'id'
  | 'transaction_uuid'
  | 'merchant_reference'
  | 'status'
  | 'amount_minor'
  | 'currency'
  | 'commission_minor'
  | 'merchant_minor'
  | 'refunded_minor'
  | 'bill_to_forename'
  | 'bill_to_surname'
  | 'card_type'
  | 'card_last4'
  | 'created_at'
  | 'expires_at'
  | 'finalised_at'
  | 'origin'
  | 'disputed_minor'
  | 'open_disputes'
> & { description: string | null; dispute: DisputeOfPayment | null }

/** SQL for the texts that a payment is known by: its reference, the customer's name, and what its link is for. */
export const namesOf = (table: string) =>
  `concat_ws(' ', ${table}.merchant_reference, ${table}.bill_to_forename, ${table}.bill_to_surname,
     (select l.description from payment_link l where l.id = ${table}.payment_link_id))`

/** Columns of `card_transaction`, aliased as `t`. */
export const listedColumns = `t.transaction_uuid, t.merchant_reference, t.status, t.amount_minor, t.currency,
  t.commission_minor, t.merchant_minor, t.refunded_minor, t.bill_to_forename, t.bill_to_surname, t.card_type, t.card_last4, t.expires_at, t.finalised_at, t.origin,
  (select nullif(l.description, '') from payment_link l where l.id = t.payment_link_id) as description,
  t.disputed_minor, t.open_disputes, ${disputeOfPayment} as dispute`

/** How payments are listed; the `kind` of a payment is its currency. */
export const paymentListDefinition: Definition = {
  list: 'payment',
  table: 'card_transaction',
  columns: listedColumns,
  status: 'status',
  kind: 'currency',
  parts: [
    { statuses: ['PENDING'], condition: `status = 'PENDING'` },
    {
      statuses: paymentStatuses.filter((status) => status !== 'PENDING'),
      condition: `status <> 'PENDING'`,
    },
  ],
  hasWholeIndex: false,
}

/** The payments of one merchant. */
export const paymentList = dayList<ListedPayment>(paymentListDefinition)

/** Renders a payment summary for its merchant. */
export function renderPaymentSummary(payment: ListedPayment, now: Temporal.Instant) {
  const names = [payment.bill_to_forename, payment.bill_to_surname].filter((name) => name !== null)
  return {
    transaction_uuid: payment.transaction_uuid,
    merchant_reference: payment.merchant_reference,
    description: payment.description,
    status: payment.status,
    amount: amountOf(payment.amount_minor, payment.currency),
    currency: payment.currency,
    customer_name: names.length === 0 ? null : names.join(' '),
    card_type: payment.card_type,
    card_last4: payment.card_last4,
    created_at: zonelessMicrosecond(payment.created_at),
    finalised_at: payment.finalised_at && zonelessMicrosecond(payment.finalised_at),
    origin: payment.origin,
    disputed: payment.open_disputes > 0,
    dispute: shownDisputeOf(payment),
    allowed_actions: canBePaid(payment, now) ? (['checkout'] as const) : [],
  }
}

/**
 * What disputes have taken from the balance, fees included, and what the payment has left there after refunds, a void and
 * disputes; null for a payment that was not made. The commission stays taken after a refund.
 */
export function leftOf({
  status,
  merchant_minor,
  refunded_minor,
  disputed_minor,
  dispute,
}: Pick<ListedPayment, 'status' | 'merchant_minor' | 'refunded_minor' | 'disputed_minor' | 'dispute'>) {
  const disputed = disputed_minor + BigInt(dispute?.fees ?? 0)
  const wasPaid = status === 'SUCCESS' || status === 'PARTIALLY_REFUNDED' || status === 'REFUNDED'
  // guard: net-amount
  const net = wasPaid && merchant_minor !== null ? merchant_minor - refunded_minor - disputed : null
  return { disputed, net: status === 'VOIDED' ? 0n : net }
}

/** Whether the checkout page would accept a card now. A custom checkout has no checkout page. */
export function canBePaid(
  { status, origin, expires_at }: Pick<ListedPayment, 'status' | 'origin' | 'expires_at'>,
  now: Temporal.Instant,
): boolean {
  return status === 'PENDING' && origin !== 'microform' && Temporal.Instant.compare(expires_at, now) > 0
}
