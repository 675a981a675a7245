// Lists payments, newest first, at any volume: of a merchant, of a link, of a seller.

import type { LocalCurrency } from '../../kernel/money.ts'
import { paymentMethods } from '../../kernel/payment-method.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { type Definition, dayList } from '../../platform/database/day-list.ts'
import { type Listing, readListing } from '../../platform/http/admin-search.ts'
import { type Choices, cappedCount, type Page } from '../../platform/http/list-query.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { type DisputeOfPayment, disputeOfPayment, shownDisputeOf } from '../disputes/responses.ts'
import { amountOf, cardCurrencies } from '../transaction/amount.ts'
import { type PaidWith, paidWith, paidWithColumns, walletWords } from '../transaction/paid-with.ts'
import type { TransactionRow } from '../transaction/queries.ts'
import { type TransactionStatus, transactionMoves } from '../transaction/transaction.ts'

export const paymentStatuses = Object.keys(transactionMoves) as TransactionStatus[]

export const paymentChoices: Choices = {
  status: paymentStatuses,
  kind: ['currency', cardCurrencies],
  methods: paymentMethods,
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
> &
  PaidWith & { description: string | null; dispute: DisputeOfPayment | null }

/** SQL for the texts that a payment is known by: its reference, the customer's name, the wallet that paid, and what its link is for. */
export const namesOf = (table: string) =>
  `concat_ws(' ', ${table}.merchant_reference, ${table}.bill_to_forename, ${table}.bill_to_surname, ${walletWords(table)},
     (select l.description from payment_link l where l.id = ${table}.payment_link_id))`

/** Columns of `card_transaction`, aliased as `t`. */
export const listedColumns = `t.transaction_uuid, t.merchant_reference, t.status, t.amount_minor, t.currency,
  t.commission_minor, t.merchant_minor, t.refunded_minor, t.bill_to_forename, t.bill_to_surname, t.card_type, t.card_last4, t.expires_at, t.finalised_at, t.origin,
  (select nullif(l.description, '') from payment_link l where l.id = t.payment_link_id) as description,
  t.disputed_minor, t.open_disputes, ${disputeOfPayment} as dispute, ${paidWithColumns}`

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
    ...paidWith(payment),
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

const listing: Listing<ListedPayment> = {
  rows: statement<ListedPayment>(
    'list_payments_of_link',
    `with page as materialized (
       select id from card_transaction where payment_link_id = $1 order by created_at desc, id desc limit $2 offset $3
     )
     select t.id, t.created_at, ${listedColumns} from page join card_transaction t on t.id = page.id
      order by t.created_at desc, t.id desc`,
  ),
  count: cappedCount('count_payments_of_link', 'from card_transaction where payment_link_id = $1', statement),
}

/** Lists the payments that were begun with a link, whatever became of them. The caller has found the link for its merchant. */
export function paymentsOfLink(sql: Sql, linkId: bigint, page: Page, now: Temporal.Instant) {
  return readListing(sql, listing, { page, filter: [linkId] }, (payment) =>
    renderPaymentSummary(payment, now),
  )
}

const maxShown = 200

/**
 * The payments since $4 through links of user $3, and the parts that this user took at the till through links of anybody. A payment begins
 * before its link expires.
 */
// guard: seller-payments
const ofSeller = `from card_transaction t where t.id in (
     select t.id from payment_link k join card_transaction t on t.payment_link_id = k.id
      where k.merchant_id = $1 and k.environment = $2 and k.created_by = $3 and k.expires_at >= $4 and t.created_at >= $4
      union
     select t.id from till_sale s join payment_link k on k.id = s.payment_link_id join card_transaction t on t.payment_link_id = k.id
       join link_visit v on v.transaction_id = t.id and v.till_sale = s.sale
      where k.merchant_id = $1 and k.environment = $2 and s.user_id = $3 and t.created_at >= $4)`

const listPayments = statement<ListedPayment>(
  'list_payments_of_seller',
  `select t.id, t.created_at, ${listedColumns} ${ofSeller} order by t.created_at desc, t.id desc limit ${maxShown}`,
)
const sumPayments = statement<{ currency: LocalCurrency; count: bigint; amount_minor: bigint }>(
  'sum_payments_of_seller',
  `select t.currency, count(*) as count, sum(t.amount_minor - t.refunded_minor)::bigint as amount_minor ${ofSeller}
      and t.status in ('SUCCESS', 'PARTIALLY_REFUNDED') group by t.currency order by t.currency desc`,
)

type Seller = { merchantId: bigint; environment: string; userId: bigint }

/** Returns the newest payments since a time, whatever became of them, and the sums of the paid ones without what was refunded. */
export async function paymentsOfSeller(
  sql: Sql,
  { merchantId, environment, userId }: Seller,
  { since, now }: { since: Temporal.Instant; now: Temporal.Instant },
) {
  const values = [merchantId, environment, userId, since]
  const [rows, sums] = await Promise.all([sql.rows(listPayments, values), sql.rows(sumPayments, values)])
  return {
    totals: sums.map(({ currency, count, amount_minor }) => ({
      currency,
      count: Number(count),
      amount: amountOf(amount_minor, currency) ?? '0.00',
    })),
    items: rows.map((payment) => renderPaymentSummary(payment, now)),
  }
}
