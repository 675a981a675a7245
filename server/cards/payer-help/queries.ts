// Finds the payments that fit what a payer knows of one: the day in the merchant's time zone, the amount, and the last digits.
import type { LocalCurrency } from '../../kernel/money.ts'
import { statement } from '../../platform/database/database.ts'
import type { CollectionState } from '../collections/moves.ts'
import type { TransactionStatus } from '../transaction/transaction.ts'

/** What became of one attempt to pay. */
export type Attempt = {
  transaction_id: bigint
  created_at: Temporal.Instant
  finalised_at: Temporal.Instant | null
  status: TransactionStatus
  is_refund_pending: boolean
  /** Of a payment by phone. */
  collection_state: CollectionState | null
  /** Whether this card or number paid, if the payment was made. */
  is_own: boolean
  /** Whether the outcome of a charge is still looked for. */
  is_checking: boolean
  /** Of money that the payment could not keep: when it came, and whether it is back. */
  late_at: Temporal.Instant | null
  is_back: boolean | null
  /** Where the merchant's customers reach it. */
  support: string | null
  /** The merchant's. */
  time_zone: string
}

/** What a payer knows of a payment. */
export type Known = { date: string; amountMinor: bigint; currency: LocalCurrency; last: string }

/** The parameters of both statements. */
export const knownValues = (environment: string, { date, amountMinor, currency, last }: Known) => [
  environment,
  date,
  amountMinor,
  currency,
  last,
]

/** More than one payer can make or has made on a day with one card or number. */
export const maxFound = 50

const dayStart = `($2::date::timestamp at time zone m.time_zone)`
const dayEnd = `(($2::date + 1)::timestamp at time zone m.time_zone)`
const ofMerchant = `m.time_zone, (select b.support from merchant_brand b where b.merchant_id = m.id) as support`
const ofPayment = `t.id as transaction_id, t.status, t.finalised_at, t.refund_reserved_minor > 0 as is_refund_pending`

/** The zones of all merchants lie between the ends of this span, which the index can find. */
// guard: help-by-phone
const ofNumber = `k.environment = $1 and k.number_end = $5
   and k.created_at >= ($2::date - 1)::timestamp at time zone 'UTC' and k.created_at < ($2::date + 2)::timestamp at time zone 'UTC'`

/** A payer whose wallet was debited by another amount than asked for knows that amount: it is what goes back. */
const ofThisAmount = `
  select * from collection k where k.amount_minor = $3 and k.currency = $4 and ${ofNumber}
  union
  select k.* from operation o join collection k on k.operation = o.undoes
   where o.kind = 'undo' and o.amount_minor = $3 and o.currency = $4 and ${ofNumber}
     and o.created_at >= ($2::date - 1)::timestamp at time zone 'UTC' and o.created_at < ($2::date + 9)::timestamp at time zone 'UTC'`

export const findByPhone = statement<Attempt>(
  'find_help_by_phone',
  `select ${ofPayment}, k.created_at, k.state as collection_state, k.state = 'APPROVED' as is_own, false as is_checking,
          u.late_at, k.state = 'REFUNDED' as is_back, ${ofMerchant}
     from (${ofThisAmount}) k join merchant m on m.id = k.merchant_id join card_transaction t on t.id = k.card_transaction_id
     left join lateral (select min(o.created_at) as late_at from operation o where o.undoes = k.operation and o.kind = 'undo') u on true
    where k.created_at >= ${dayStart} and k.created_at < ${dayEnd}
    order by k.created_at desc limit ${maxFound}`,
)

/** An order is open for a day at most, and may be paid on the next one. */
const fits = `t.merchant_id = m.id and t.environment = $1 and t.amount_minor = $3 and t.currency = $4
  and t.created_at >= ${dayStart} - interval '1 day' and t.created_at < ${dayEnd}`
const tried = `exists (select from card_authentication a
  where a.transaction_id = t.id and a.state = 'used' and a.card ->> 'last4' = $5)`

/** Payments have no index without their merchant: each merchant's are found by its own. */
// guard: help-by-card
export const findByCard = statement<Attempt>(
  'find_help_by_card',
  `select ${ofPayment}, t.created_at, null as collection_state, t.card_last4 = $5 as is_own,
          exists (select from operation o where o.card_transaction_id = t.id and o.kind = 'charge'
                     and o.state in ('intent', 'sent', 'unknown')) as is_checking,
          u.late_at, u.is_back, ${ofMerchant}
     from merchant m cross join lateral (
       select t.* from card_transaction t where ${fits} and t.status <> 'PENDING' and t.card_last4 = $5 and t.card_last4 <> ''
       union all
       select t.* from card_transaction t where ${fits} and t.status <> 'PENDING' and t.card_last4 = '' and ${tried}
       union all
       select t.* from card_transaction t where ${fits} and t.status = 'PENDING' and ${tried}) t
     left join lateral (
       select min(o.created_at) as late_at, bool_or(o.state = 'confirmed') as is_back
         from operation o join operation c on c.id = o.undoes and c.kind = 'charge'
        where o.card_transaction_id = t.id and o.kind = 'undo' and o.state <> 'declined') u on true
    where t.created_at >= ${dayStart} or t.finalised_at >= ${dayStart} and t.finalised_at < ${dayEnd}
    order by t.created_at desc limit ${maxFound}`,
)
