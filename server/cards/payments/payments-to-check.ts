// What a merchant looks through once a day: payments that may have been made twice, and money that was debited although its payment
// could not keep it.
import type { Environment } from '../../kernel/environment.ts'
import type { LocalCurrency } from '../../kernel/money.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { startOfDay } from '../../kernel/time-zone.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import { refundCheck } from '../refund-requests/responses.ts'
import { amountOf } from '../transaction/amount.ts'
import { maskedNumber } from '../transaction/paid-with.ts'
import type { TransactionRow } from '../transaction/queries.ts'
import { hasTwin, paidStatuses } from './duplicates.ts'
import { type ListedPayment, listedColumns, renderPaymentSummary } from './list.ts'

/** More on one day are not read: then something is wrong at the merchant. */
export const maxToCheck = 200

type Twin = ListedPayment &
  Pick<TransactionRow, 'refund_reserved_minor' | 'running_operation'> & {
    payer: string
    is_of_day: boolean
    is_waiting: boolean
  }

/**
 * Many payments of a link share its reference and amount, so only those whose card or number also occurs twice are compared. One of a pair may
 * be of the day before or after.
 */
// guard: twins-owner
const findTwins = statement<Twin>(
  'find_twins_of_day',
  `with paid as (
     select id, merchant_reference, amount_minor, currency, card_last4, cs_payment_id,
            count(*) over (partition by merchant_reference, amount_minor, currency, card_last4, payer_number_end) as alike
       from card_transaction
      where merchant_id = $1 and environment = $2 and status <> 'PENDING' and status in ${paidStatuses}
        and created_at >= $3::timestamptz - interval '1 hour' and created_at < $4::timestamptz + interval '1 hour'
   ), suspects as materialized (
     select id from (
       select id, count(*) over (partition by merchant_reference, amount_minor, currency, card_last4, number_hash) as alike
         from (select paid.*, (select k.number_hash from collection k where k.collection_id = cs_payment_id) as number_hash
                 from paid where alike > 1) of_numbers) of_payers
      where alike > 1)
   select * from (
     select t.id, t.created_at, ${listedColumns}, t.refund_reserved_minor, t.running_operation,
            t.created_at >= $3 and t.created_at < $4 as is_of_day, ${hasTwin(paidStatuses)} as is_twin,
            coalesce((select encode(k.number_hash, 'hex') from collection k where k.collection_id = t.cs_payment_id), t.card_last4) as payer,
            exists (select from refund_request q where q.transaction_id = t.id and q.state = 'WAITING') as is_waiting
       from suspects join card_transaction t on t.id = suspects.id) t
    where is_twin order by created_at, id limit ${maxToCheck}`,
)

type LateRow = {
  collection_id: string
  transaction_uuid: string
  merchant_reference: string
  operator: OperatorCode
  number_end: string
  amount_minor: bigint
  currency: LocalCurrency
  debited_at: Temporal.Instant
  returned_at: Temporal.Instant | null
  refusals: bigint
  payment_is_made: boolean
  is_other_amount: boolean
}

/** The first attempt to give the money back says when it came. */
// guard: late-money-owner
const findLate = statement<LateRow>(
  'find_late_money_of_day',
  `select k.collection_id, t.transaction_uuid, t.merchant_reference, k.operator, k.number_end, o.amount_minor, o.currency,
          o.created_at as debited_at, case when k.state = 'REFUNDED' then k.completed_at end as returned_at,
          (select count(*) from operation r where r.undoes = k.operation and r.kind = 'undo' and r.state = 'declined') as refusals,
          t.status in ('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED') as payment_is_made,
          (o.amount_minor, o.currency) <> (k.amount_minor, k.currency) as is_other_amount
     from operation o join collection k on k.operation = o.undoes join card_transaction t on t.id = k.card_transaction_id
    where o.kind = 'undo' and o.created_at >= $3 and o.created_at < $4 and k.merchant_id = $1 and k.environment = $2
      and not exists (select from operation e where e.undoes = o.undoes and e.kind = 'undo' and e.created_at < o.created_at)
    order by o.created_at, o.id limit ${maxToCheck}`,
)

export const giveBackStates = ['possible', 'waiting', 'running', 'done', 'impossible'] as const
type GiveBack = (typeof giveBackStates)[number]

type Owner = { merchantId: bigint; environment: Environment }

/** @param day of the merchant's time zone */
export async function paymentsToCheck(
  sql: Sql,
  { merchantId, environment }: Owner,
  { day, zone, now }: { day: Temporal.PlainDate; zone: string; now: Temporal.Instant },
) {
  const span = [startOfDay(day, zone), startOfDay(day.add({ days: 1 }), zone)]
  const values = [merchantId, environment, ...span]
  const [twins, late] = await Promise.all([sql.rows(findTwins, values), sql.rows(findLate, values)])
  return {
    date: day.toString(),
    twins: groupsOf(twins).map((group) => ({ payments: group.map((twin) => renderTwin(twin, now)) })),
    late: late.map(renderLate),
    is_cut: twins.length === maxToCheck || late.length === maxToCheck,
  }
}

/** Payments of one reference, amount and payer, where one of them is of the day. */
function groupsOf(twins: readonly Twin[]): Twin[][] {
  const keyOf = ({ merchant_reference, amount_minor, currency, payer }: Twin) =>
    JSON.stringify([merchant_reference, String(amount_minor), currency, payer])
  return [...Map.groupBy(twins, keyOf).values()].filter((group) => group.some((twin) => twin.is_of_day))
}

function renderTwin(twin: Twin, now: Temporal.Instant) {
  return { ...renderPaymentSummary(twin, now), give_back: giveBackOf(twin, now) }
}

/** Whether the payment can be given back now, or why not. */
function giveBackOf(twin: Twin, now: Temporal.Instant): GiveBack {
  if (twin.status === 'REFUNDED') return 'done'
  if (twin.is_waiting) return 'waiting'
  if (twin.refund_reserved_minor > 0n) return 'running'
  return refundCheck(twin, now) === undefined ? 'possible' : 'impossible'
}

/** After so many refusals, people at Likuta look for another way. */
const manyRefusals = 3n

function renderLate(row: LateRow) {
  const isRefused = row.refusals >= manyRefusals
  return {
    collection_id: row.collection_id,
    transaction_uuid: row.transaction_uuid,
    merchant_reference: row.merchant_reference,
    operator: row.operator,
    customer_number: maskedNumber(row.number_end),
    amount: amountOf(row.amount_minor, row.currency) ?? '0.00',
    currency: row.currency,
    reason: row.is_other_amount ? 'AMOUNT' : row.payment_is_made ? 'DOUBLE' : 'LATE',
    state: row.returned_at ? 'RETURNED' : isRefused ? 'REFUSED' : 'RETURNING',
    debited_at: utcSecond(row.debited_at),
    returned_at: row.returned_at && utcSecond(row.returned_at),
  } as const
}
