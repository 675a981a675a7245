// Ends the pending time of payments that the gateway reports as settled: their movements are due at once, and released as all others
// are. Money that no report shows becomes available by days.
import type { Environment } from '../kernel/environment.ts'
import { type Sql, statement } from '../platform/database/database.ts'
import type { Clock } from '../platform/time/clock.ts'

/** A payment in a report of the gateway. */
export type SettledPayment = {
  /** The gateway's id of the payment. */
  id: string
  minor: bigint
  currency: string
}

const atOnce = 500

// A charge is due together with what was refunded of it so far. One whose movement a refund has locked is left to its day: the refund has
// read that day already, and would stay pending alone.
// guard: settled-movements
const makeDue = statement<{ id: bigint }>(
  'make_settled_payments_due',
  `with reported as (
     select id, minor, currency from json_to_recordset($1::json) as r (id text, minor bigint, currency text)
   ), paid as materialized (
     select t.id from reported r
      cross join lateral (select * from card_transaction where cs_payment_id = r.id limit 1) t
      where t.environment = $2 and t.amount_minor = r.minor and t.currency = r.currency
   ), part as materialized (
     select o.card_transaction_id as payment, o.kind, p.id
       from paid join operation o on o.card_transaction_id = paid.id and o.kind in ('charge', 'refund', 'void')
        and o.state = 'confirmed'
      cross join lateral (select id from ledger_posting where key = o.kind || ':' || o.id limit 1) p
   ), free as materialized (
     select part.payment from part join balance_transaction b on b.id = part.id
      where part.kind = 'charge' and b.released_posting is null and b.available_on > $3::date
        for no key update of b skip locked
   )
   update balance_transaction b set available_on = $3::date
     from part join free on free.payment = part.payment
    where b.id = part.id and b.released_posting is null and b.available_on > $3::date
   returning b.id`,
)

/**
 * Makes the pending money of settled payments due today. Repeated, it changes nothing. A payment of another amount than reported, or
 * that is unknown here, is left as it is.
 * @returns how many movements are due earlier now.
 */
export async function makeSettledPaymentsDue(
  { db, clock }: { db: Sql; clock: Clock },
  environment: Environment,
  payments: readonly SettledPayment[],
): Promise<number> {
  const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate().toString()
  let moved = 0
  for (let from = 0; from < payments.length; from += atOnce) {
    const some = payments
      .slice(from, from + atOnce)
      .map(({ minor, ...rest }) => ({ ...rest, minor: String(minor) }))
    moved += (await db.rows(makeDue, [JSON.stringify(some), environment, today])).length
  }
  return moved
}
