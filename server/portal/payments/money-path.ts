// Where the money of a payment is: pending, available, or on its way to the merchant's wallet or bank. Only what is recorded, and the
// next payout of the schedule.
import { amountOf } from '../../cards/transaction/amount.ts'
import { cardProblems } from '../../cards/transaction/problems.ts'
import type { LocalCurrency } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { destinationsOf } from '../../merchant-payouts/destinations/queries.ts'
import { payoutById } from '../../merchant-payouts/payout/queries.ts'
import { renderPayout, renderTarget } from '../../merchant-payouts/payout/responses.ts'
import { schedulesOf } from '../../merchant-payouts/schedule/schedule.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { utcSecond } from '../../platform/time/clock.ts'

type Charge = {
  currency: LocalCurrency
  net_minor: bigint | null
  paid_at: Temporal.Instant | null
  available_on: string | null
  available_at: Temporal.Instant | null
}

// guard: money-path-owner
const findCharge = statement<Charge>(
  'find_money_path',
  `select t.currency, b.net_minor, b.created_at as paid_at, b.available_on::text as available_on, r.posted_at as available_at
     from card_transaction t
     left join operation o on o.card_transaction_id = t.id and o.kind = 'charge' and o.state = 'confirmed'
     left join ledger_posting p on p.key = 'charge:' || o.id
     left join balance_transaction b on b.id = p.id
     left join ledger_posting r on r.id = b.released_posting
    where t.merchant_id = $1 and t.environment = $2 and t.transaction_uuid = $3
    order by b.id limit 1`,
)

/** The first payout that could take the money along. One that was given back took nothing. */
const findPayout = statement<{ id: bigint }>(
  'find_payout_of_money_path',
  `select id from merchant_payout
    where merchant_id = $1 and environment = $2 and currency = $3 and created_at >= $4
      and state not in ('FAILED', 'RETURNED', 'CANCELLED')
    order by created_at, id limit 1`,
)

/** @throws Problem 404 */
export async function moneyPath({ db }: { db: Sql }, session: Session, transactionUuid: string) {
  const { merchantId, environment } = session
  const [charge] = await db.rows(findCharge, [merchantId, environment, transactionUuid])
  if (!charge) throw new Problem(cardProblems.transaction_not_found)
  const { currency, net_minor, paid_at, available_on, available_at } = charge
  const [found] = available_at
    ? await db.rows(findPayout, [merchantId, environment, currency, available_at])
    : []
  const payout = found && (await payoutById(db, found.id))
  return {
    currency,
    net: net_minor === null ? null : amountOf(net_minor, currency),
    paid_at: paid_at && utcSecond(paid_at),
    available_on,
    available_at: available_at && utcSecond(available_at),
    payout: payout ? renderPayout(payout) : null,
    next_payout:
      payout || available_on === null ? null : await nextPayout(db, session, { currency, available_on }),
  }
}

const daysBetween = { daily: 1, weekly: 7 } as const

/** The first scheduled payout from the day on which the money is available; null where the merchant requests its payouts. */
async function nextPayout(
  db: Sql,
  session: Session,
  { currency, available_on }: { currency: LocalCurrency; available_on: string },
) {
  const [{ schedules }, destinations] = await Promise.all([
    schedulesOf(db, session),
    destinationsOf(db, session),
  ])
  const schedule = schedules.find((one) => one.currency === currency)
  if (!schedule || schedule.interval === 'manual' || schedule.next_run_on === null) return null
  const destination = destinations.find(({ public_id }) => public_id === schedule.destination_id)
  let day = Temporal.PlainDate.from(schedule.next_run_on)
  while (Temporal.PlainDate.compare(day, Temporal.PlainDate.from(available_on)) < 0)
    day = day.add({ days: daysBetween[schedule.interval] })
  return {
    on: day.toString(),
    destination: destination ? { destination_id: destination.public_id, ...renderTarget(destination) } : null,
  }
}
