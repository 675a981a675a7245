// Releases movements of card money: what is due moves from the pending to the available balance of its merchant, in one
// posting per merchant and currency. Each movement is released once.

import type { Environment } from '../kernel/environment.ts'
import { newIdIn } from '../kernel/id.ts'
import { type Currency, money } from '../kernel/money.ts'
import { type Entry, postAll } from '../ledger/post.ts'
import { isNoOpenSample } from '../merchants/identity/sample-merchant.ts'
import { type Database, statement, type Tx } from '../platform/database/database.ts'
import type { Log } from '../platform/process/log.ts'
import type { Clock } from '../platform/time/clock.ts'

/** Identifies a balance. */
export type BalanceKey = { merchant_id: bigint; environment: Environment; currency: Currency }

/** A movement that is still pending, and locked. */
export type PendingMovement = { id: bigint; net_minor: bigint }

/** Limits how long a balance stays locked. */
const movementsAtOnce = 500
const balancesAtOnce = 100

type Due = BalanceKey & { available_on: string }

/** Skips through the index from one balance and day to the next, so movements that are not due cost nothing. */
const findDue = statement<Due>(
  'find_balances_to_release',
  `with recursive due as (
     (select available_on, merchant_id, environment, currency from balance_transaction
       where released_posting is null and available_on <= $1::date order by 1, 2, 3, 4 limit 1)
     union all
     select next.* from due cross join lateral (
       select available_on, merchant_id, environment, currency from balance_transaction
        where released_posting is null and available_on <= $1::date
          and (available_on, merchant_id, environment, currency)
              > (due.available_on, due.merchant_id, due.environment, due.currency)
        order by 1, 2, 3, 4 limit 1) next
   )
   select available_on::text as available_on, merchant_id, environment, currency from due
    where ${isNoOpenSample('due.merchant_id')} limit ${balancesAtOnce}`,
)

/** A balance that another process is changing is skipped; it is due again in the next round. */
const lockBalance = statement<{ currency: string }>(
  'lock_balance_to_release',
  `select currency from merchant_balance where merchant_id = $1 and environment = $2 and currency = $3
      for no key update skip locked`,
)

/**
 * Refunds and voids come first: they have the day of their charge, so money that was taken back never becomes available. A
 * movement that a refund is looking at is skipped, because a refund locks movements before the balance.
 */
// guard: due-movements
const lockDue = statement<PendingMovement>(
  'lock_due_movements',
  `select id, net_minor from balance_transaction
    where available_on = $4::date and merchant_id = $1 and environment = $2 and currency = $3
      and released_posting is null
    order by (net_minor > 0), id limit ${movementsAtOnce} for no key update skip locked`,
)

// guard: release-once
const markReleased = statement<{ id: bigint }>(
  'mark_movements_released',
  `update balance_transaction b set released_posting = p.id
     from (select id from ledger_posting where key = $2 limit 1) p
    where b.id = any($1::bigint[]) and b.released_posting is null
   returning b.id`,
)

type ReleaseNeeds = { db: Database; clock: Clock; log: Log }

/** Releases what is due. A balance that cannot be released holds up no other. Returns whether there may be more. */
export async function releaseDueMovements({ db, clock, log }: ReleaseNeeds): Promise<boolean> {
  const now = clock.now()
  const today = now.toZonedDateTimeISO('UTC').toPlainDate().toString()
  const found = await db.rows(findDue, [today])
  let isMore = found.length === balancesAtOnce
  for (const due of found) {
    try {
      const released = await db.transaction((sql) => releaseDay(sql, due, now))
      isMore ||= released === movementsAtOnce
    } catch (error) {
      const reason = `balance of merchant ${due.merchant_id}, ${due.environment}, ${due.currency}`
      log.error('release of card money failed', { error, reason })
    }
  }
  return isMore
}

const findDueOf = statement<Due>(
  'find_balances_of_merchant_to_release',
  `select distinct available_on::text as available_on, merchant_id, environment, currency from balance_transaction
    where merchant_id = $1 and released_posting is null and available_on <= $2::date order by 1, 4`,
)

/** Releases what is due of one merchant, in the transaction of the caller. */
export async function releaseDueOf(sql: Tx, merchantId: bigint, now: Temporal.Instant): Promise<void> {
  const today = now.toZonedDateTimeISO('UTC').toPlainDate().toString()
  for (const due of await sql.rows(findDueOf, [merchantId, today])) await releaseDay(sql, due, now)
}

async function releaseDay(sql: Tx, due: Due, now: Temporal.Instant): Promise<number> {
  const key = [due.merchant_id, due.environment, due.currency]
  if ((await sql.rows(lockBalance, key)).length === 0) return 0
  const movements = await sql.rows(lockDue, [...key, due.available_on])
  await releaseMovements(sql, due, movements, now)
  return movements.length
}

/**
 * Releases these pending movements of one balance, which the caller has locked: the balance first, then the movements
 * without waiting for any.
 */
export async function releaseMovements(
  sql: Tx,
  { merchant_id: merchantId, environment, currency }: BalanceKey,
  movements: readonly PendingMovement[],
  now: Temporal.Instant,
): Promise<void> {
  if (movements.length === 0) return
  const sum = (nets: bigint[]) =>
    money(
      nets.reduce((total, net) => total + net, 0n),
      currency,
    )
  const nets = movements.map(({ net_minor }) => net_minor)
  const gained = sum(nets.filter((net) => net > 0n))
  const lost = sum(nets.filter((net) => net < 0n).map((net) => -net))
  const entries: Entry[] = [
    { account: 'merchant_payable', merchantId, side: 'debit', amount: gained },
    { account: 'merchant_available', merchantId, side: 'credit', amount: gained },
    { account: 'merchant_available', merchantId, side: 'debit', amount: lost },
    { account: 'merchant_payable', merchantId, side: 'credit', amount: lost },
  ]
  const key = `available:${newIdIn(sql.cell)}`
  await postAll(sql, [{ key, environment, entries, now }])
  const marked = await sql.rows(markReleased, [movements.map(({ id }) => id), key])
  if (marked.length !== movements.length) throw new Error('a movement was released by somebody else')
}
