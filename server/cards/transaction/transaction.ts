// The state machine of card transactions, and the daily counters of their lists. Payments end in
// `endsOf`, refunds and voids move theirs in `movesOf`, and the expiry of many has a statement of its own.

import { type Moves, statesThatAccept } from '../../kernel/moves.ts'
import type { PaymentMethod } from '../../kernel/payment-method.ts'
import { lockedRows, statement, type Tx } from '../../platform/database/database.ts'
import { countChange } from '../../platform/database/day-count.ts'
import { minAmountOf } from './amount.ts'
import { linkMoves } from './payment-link.ts'

const [full] = statesThatAccept(linkMoves, 'reopened') as ['EXHAUSTED']

const asPriced = { kind: "coalesce(r.currency, '')", amount: 'coalesce(r.amount_minor, 0)' }
const asPending = "'PENDING'"

/** Counts payments that the CTE `rows` has just created. */
export function countCreatedPayments(rows: string): string {
  return countChange('payment', rows, { after: { status: asPending, ...asPriced } })
}

/**
 * Counts payments that the CTE `rows` has just moved.
 * @param from,to SQL expressions for their statuses.
 */
export function countMovedPayments(rows: string, from: string, to: string): string {
  return countChange('payment', rows, {
    before: { status: from, ...asPriced },
    after: { status: to, ...asPriced },
  })
}

/** Counts payments whose amount the CTE `rows` has just set; `is_new` marks those that had none before. */
export function countPricedPayments(rows: string): string {
  return countChange('payment', rows, {
    before: { status: asPending, kind: "''" },
    after: { status: asPending, ...asPriced },
    where: 'r.is_new',
  })
}

/** Counts payments that the CTE `rows` has just failed, by reason. */
function countFailures(rows: string): string {
  const after = { status: 'r.status', kind: 'r.reason_code' }
  return countChange('payment_failure', rows, { after, where: "r.status = 'FAILED'" })
}

/**
 * The payments of the merchant $1 in $2 that are in the range, each as it is counted: among all, and a failed one by its reason.
 * @param range a condition on `created_at`
 */
export function countedPayments(range: string): string {
  const inRange = (condition: string) =>
    `select status, currency, amount_minor, reason_code from card_transaction
      where merchant_id = $1 and environment = $2 and ${condition} and ${range}`
  return `select c.list, p.status, c.kind, c.amount_minor
    from (${inRange("status = 'PENDING'")} union all ${inRange("status <> 'PENDING'")}) p
    cross join lateral (values ('payment', coalesce(p.currency, ''), coalesce(p.amount_minor, 0)),
      (case when p.status = 'FAILED' then 'payment_failure' end, p.reason_code, 0)) c (list, kind, amount_minor)
   where c.list is not null`
}

export type TransactionStatus =
  | 'PENDING'
  | 'SUCCESS'
  | 'FAILED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'REFUNDED'
  | 'PARTIALLY_REFUNDED'
  | 'VOIDED'

export type TransactionEvent =
  | 'charged'
  | 'refused'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'refunded_in_part'
  | 'refunded'
  | 'voided'

export const transactionMoves: Moves<TransactionStatus, TransactionEvent> = {
  // A decline that leaves attempts keeps the payment open for another card; the last one is `refused`.
  PENDING: {
    charged: 'SUCCESS',
    refused: 'FAILED',
    declined: 'PENDING',
    cancelled: 'CANCELLED',
    expired: 'EXPIRED',
  },
  SUCCESS: { refunded_in_part: 'PARTIALLY_REFUNDED', refunded: 'REFUNDED', voided: 'VOIDED' },
  PARTIALLY_REFUNDED: { refunded_in_part: 'PARTIALLY_REFUNDED', refunded: 'REFUNDED' },
  FAILED: {},
  CANCELLED: {},
  EXPIRED: {},
  REFUNDED: {},
  VOIDED: {},
}

/** The fields of the rows of `movesOf` in SQL. */
export const moveColumns =
  'event text, from_status text, to_status text, running_operation uuid, refunded_minor bigint'

/**
 * A move as a row of JSON with `moveColumns`.
 * @param move.to undefined for a move that the table does not allow; nothing is moved then.
 * @param move.operation the running operation that moves it; absent for moves without one.
 * @param move.refundedMinor minor units that change from reserved to refunded with this move.
 */
export const moveRow = (move: {
  event: TransactionEvent
  from: TransactionStatus
  to: TransactionStatus | undefined
  operation?: string
  refundedMinor?: bigint
}) => ({
  event: move.event,
  from_status: move.to && move.from,
  to_status: move.to,
  running_operation: move.operation,
  refunded_minor: String(move.refundedMinor ?? 0n),
})

/** SQL: the parts that take money given back from what the links of the payments in `rows` were paid. A link paid in parts reopens if
 * what is left then can be paid: no payment is below the minimum of its currency. */
// guard: refunded-part
const lowerPaid = (rows: string): string => `paid_links as materialized (
     ${lockedRows(`select l.id, l.kind = 'parts' and l.status = '${full}' as is_full, l.amount_minor - l.paid_minor as rest, l.currency
      from payment_link l
      where l.id in (select payment_link_id from ${rows}) order by l.id for no key update of l`)}
   ), returned as (
     select k.id, r.minor, r.at, k.is_full and k.rest + r.minor >= ${minAmountOf('k.currency')} as reopens
       from paid_links k join (
         select payment_link_id, sum(returned_minor)::bigint as minor, max(at) as at from ${rows} group by payment_link_id
       ) r on r.payment_link_id = k.id
   ), lowered as (
     update payment_link l
        set paid_minor = l.paid_minor - r.minor, status = case when r.reopens then '${linkMoves[full].reopened}' else l.status end
       from returned r where l.id = r.id
   ), reopened as (
     insert into payment_link_move (payment_link_id, event, from_status, to_status, at)
     select id, 'reopened', '${full}', '${linkMoves[full].reopened}', at from returned where reopens)`

/**
 * SQL: the parts that move transactions, count them and write their history. While an operation is running, only that
 * operation may move its transaction. The part `moved` has the ids of those that were moved.
 * @param rows a part with `moveColumns`, `transaction_id` and `at`.
 */
// guard: transaction-moves
export const movesOf = (rows: string): string => `moved as (
     update card_transaction t
        set status = m.to_status, running_operation = null,
            finalised_at = case when m.to_status = m.from_status then t.finalised_at else coalesce(t.finalised_at, m.at) end,
            refunded_minor = t.refunded_minor + m.refunded_minor,
            refund_reserved_minor = t.refund_reserved_minor - m.refunded_minor
       from ${rows} m
      where t.id = m.transaction_id and t.status = m.from_status and t.running_operation is not distinct from m.running_operation
      returning t.id, t.merchant_id, t.environment, t.created_at, t.status, t.currency, t.amount_minor, m.from_status,
                m.event, m.at, t.payment_link_id, case m.event when 'voided' then t.amount_minor else m.refunded_minor end as returned_minor
   ), counted as (${countMovedPayments('moved', 'r.from_status', 'r.status')}
   ), history as (
     insert into card_transaction_move (transaction_id, event, from_status, to_status, at)
     select id, event, from_status, status, at from moved
   ), ${lowerPaid('moved')}`

/** Facts about a card that we may store, never its number. Unknown facts are empty strings. */
export type CardFacts = {
  type: string
  last4: string
  /** MM-YYYY */
  expiry: string
  binCountry: string
  issuer: string
  scheme: string
}

export const noCard: CardFacts = { type: '', last4: '', expiry: '', binCountry: '', issuer: '', scheme: '' }

export type Decision = '' | 'ACCEPT' | 'REJECT' | 'REVIEW'

const outcomeColumns = [
  'decision',
  'reason_code',
  'message',
  'cs_payment_id',
  'payment_method',
  'card_type',
  'card_last4',
  'card_expiry_date',
  'card_bin_country',
  'card_issuer',
  'card_scheme',
  'auth_cavv_result',
  'cavv_message',
] as const

/** The columns of a payment that its outcome sets. */
export type Outcome = Record<
  Exclude<(typeof outcomeColumns)[number], 'decision' | 'cs_payment_id' | 'payment_method'>,
  string
> & { decision: Decision; cs_payment_id: string | null; payment_method: PaymentMethod | null }

const [pending] = statesThatAccept(transactionMoves, 'charged')

/** The fields of the rows of `endsOf` in SQL. */
export const endColumns = `transaction_id bigint, event text, status text, operation uuid, now timestamptz, decline_reason text,
  ${outcomeColumns.map((column) => `${column} text`).join(', ')}`

/** A pending payment as an attempt or a cancellation leaves it: ended, or open for another card. */
type EndedPayment = Outcome & { id: bigint; status: TransactionStatus }

/**
 * The end of a payment as a row of JSON with `endColumns`.
 * @param by.operation the running operation that ends it; absent if there is none.
 * @param by.reason why the card was declined.
 */
export const endRow = (
  payment: EndedPayment,
  by: {
    event: TransactionEvent
    at: Temporal.Instant
    operation?: string | undefined
    reason?: string | undefined
  },
) => ({
  transaction_id: String(payment.id),
  event: by.event,
  status: payment.status,
  operation: by.operation,
  now: by.at.toString(),
  decline_reason: by.reason,
  ...Object.fromEntries(outcomeColumns.map((column) => [column, payment[column]])),
})

/**
 * SQL: whether the payment `t`, looked for by its id, is pending. With a plain comparison PostgreSQL may read all pending payments
 * instead, through an index that has no others, if few were pending when the plan was made.
 */
export const isPending = `t.status || '' = '${pending}'`

/**
 * SQL: further columns that end of a payment sets, the operation that must hold it, and a condition.
 */
type EndsBy = { more?: string; holder?: string; where?: string }

/**
 * SQL: the parts that end pending payments, count them and write their history. While an operation is running, only that operation
 * may end its payment. The part `moved` has the payments that were ended, or declined and left open.
 * @param rows what to select from, where `m` has the `endColumns` and a number `n`.
 */
// guard: charge-completion
export const endsOf = (
  rows: string,
  { more = '', holder = 'm.operation', where = 'true' }: EndsBy = {},
): string => `moved as (
     update card_transaction t
        set status = m.status, running_operation = null, finalised_at = case when m.event <> 'declined' then m.now end,
            declined_attempts = t.declined_attempts + (m.event in ('refused', 'declined'))::int,
            ${outcomeColumns.map((column) => `${column} = m.${column}`).join(', ')}${more}
       from ${rows}
      where t.id = m.transaction_id and ${isPending} and t.running_operation is not distinct from ${holder} and ${where}
     returning m.n, m.event, m.now, m.decline_reason, t.id, t.merchant_id, t.environment, t.created_at, t.status,
               t.currency, t.amount_minor, t.reason_code
   ), counted as (${countMovedPayments('moved', `'${pending}'`, 'r.status')}
   ), failed as (${countFailures('moved')}
   ), history as (
     insert into card_transaction_move (transaction_id, event, from_status, to_status, at, reason_code)
     select id, event, '${pending}', status, now, coalesce(decline_reason, '') from moved)`

const end = statement<{ id: bigint }>(
  'end_card_transaction',
  `with sent as materialized (
     select 0 as n, * from json_to_record($1) as m (${endColumns})
   ), ${endsOf('sent m')}
   select id from moved`,
)

/**
 * Ends a payment without a charge, or records a decline that leaves it open for another card. Returns false when it has ended or
 * another operation holds it.
 */
export async function endPayment(
  sql: Tx,
  payment: EndedPayment,
  by: Parameters<typeof endRow>[1],
): Promise<boolean> {
  return (await sql.rows(end, [JSON.stringify(endRow(payment, by))])).length === 1
}
