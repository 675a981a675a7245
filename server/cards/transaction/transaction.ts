// The state machine of card transactions, and the daily counters of their lists. A payment ends without a charge through
// `moveTransaction`; charges, refunds, voids and the expiry of many move theirs in the statement that records their outcome.

import { type Moves, move } from '../../kernel/moves.ts'
import { statement, type Tx } from '../../platform/database/database.ts'
import { countChange } from '../../platform/database/day-count.ts'

const asPriced = { kind: "coalesce(r.currency, '')", amount: 'coalesce(r.amount_minor, 0)' }
const pending = "'PENDING'"

/** Counts payments that the CTE `rows` has just created. */
export function countCreatedPayments(rows: string): string {
  return countChange('payment', rows, { after: { status: pending, ...asPriced } })
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
    before: { status: pending, kind: "''" },
    after: { status: pending, ...asPriced },
    where: 'r.is_new',
  })
}

/** Counts payments that the CTE `rows` has just failed, by reason. */
export function countFailures(rows: string): string {
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
                m.event, m.at
   ), counted as (${countMovedPayments('moved', 'r.from_status', 'r.status')}
   ), history as (
     insert into card_transaction_move (transaction_id, event, from_status, to_status, at)
     select id, event, from_status, status, at from moved)`

/**
 * Moves the transaction and records the gateway's outcome in one statement, so that the row and its indexes are written
 * once.
 */
const moveStatus = statement<{ transaction_id: bigint }>(
  'end_card_transaction',
  `with moved as (
     update card_transaction
        set status = $3, running_operation = null, finalised_at = coalesce(finalised_at, $5),
            declined_attempts = declined_attempts + ($4 = 'refused')::int, decision = $7, reason_code = $8,
            message = $9, cs_payment_id = $10, card_type = $11, card_last4 = $12, card_expiry_date = $13,
            card_bin_country = $14, card_issuer = $15, card_scheme = $16, auth_cavv_result = $17, cavv_message = $18
      where id = $1 and status = $2 and running_operation is not distinct from $6
      returning id, merchant_id, environment, created_at, status, currency, amount_minor, reason_code
   ), counted as (${countMovedPayments('moved', '$2::text', '$3::text')}
   ), failed as (${countFailures('moved')})
   insert into card_transaction_move (transaction_id, event, from_status, to_status, at, reason_code)
   select id, $4, $2, $3, $5, case when $4 = 'refused' then reason_code else '' end from moved
   returning transaction_id`,
)

const keepOpen = statement<{ transaction_id: bigint }>(
  'decline_card_transaction',
  `with moved as (
     update card_transaction set declined_attempts = declined_attempts + 1
      where id = $1 and status = 'PENDING' and running_operation is null
     returning id, status
   )
   insert into card_transaction_move (transaction_id, event, from_status, to_status, at, reason_code)
   select id, 'declined', status, status, $2, $3 from moved
   returning transaction_id`,
)

/**
 * Records a decline, without a charge, that leaves the payment open for another card. Returns false when it has ended or
 * an operation holds it.
 */
export async function recordOpenDecline(
  sql: Tx,
  { id }: { id: bigint },
  { at, reason }: { at: Temporal.Instant; reason: string },
): Promise<boolean> {
  return (await sql.rows(keepOpen, [id, at, reason])).length === 1
}

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

/** The recorded outcome of a payment, in the column order of `end_card_transaction`. */
export type Outcome = {
  decision: Decision
  reasonCode: string
  message: string
  paymentId: string | null
  card: CardFacts
  cavvResult: string
  cavvMessage: string
}

function outcomeValues({ decision, reasonCode, message, paymentId, card, cavvResult, cavvMessage }: Outcome) {
  const { type, last4, expiry, binCountry, issuer, scheme } = card
  return [
    decision,
    reasonCode,
    message,
    paymentId,
    type,
    last4,
    expiry,
    binCountry,
    issuer,
    scheme,
    cavvResult,
    cavvMessage,
  ]
}

/**
 * Ends a payment without a charge, and writes its history. Returns false when another writer moved it first or an
 * operation holds it.
 * @param by.operation the running operation that ends it; absent if there is none.
 */
export async function moveTransaction(
  sql: Tx,
  { id, status }: { id: bigint; status: TransactionStatus },
  event: TransactionEvent,
  by: { at: Temporal.Instant; operation?: string; outcome: Outcome },
): Promise<boolean> {
  const to = move(transactionMoves, status, event)
  if (to === undefined) return false
  const values = [id, status, to, event, by.at, by.operation ?? null, ...outcomeValues(by.outcome)]
  return (await sql.rows(moveStatus, values)).length === 1
}
