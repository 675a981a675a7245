// Makes a sample, day by day. Each day is a transaction of its own that also moves the progress, so a process that dies leaves whole days,
// and whoever holds the lease is the only one who adds to them.
import type { Merchant } from '../merchants/identity/merchant.ts'
import { merchantById } from '../merchants/identity/merchant.ts'
import { closeSample } from '../merchants/identity/sample-merchant.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Log } from '../platform/process/log.ts'
import type { Clock } from '../platform/time/clock.ts'
import { type BookNeeds, type Books, openBooks } from './books.ts'
import { type PlannedDay, planOf, type SampleEvent, timeOf, todayOf } from './plan.ts'
import { type Made, playDispute, playLink, playRefund, playSale, playVoid } from './play-cards.ts'
import { endDay, playBatch, playPayout, playTopUp, playTransfer } from './play-money.ts'
import { finishSample, releaseLease, renewLease, type SampleLease } from './progress.ts'

export type MakeNeeds = BookNeeds & {
  db: Database
  clock: Clock
  /** Real time, which leases are measured by. */
  wallClock: Clock
  log: Log
}

/** One seed for all, so that what a guide or a colleague describes is what everybody sees. */
const seed = 20_261

/** The days that a sample made now has. */
export const sampleDays = (now: Temporal.Instant): PlannedDay[] => planOf(seed, todayOf(now))

class LostLease extends Error {}

/** Makes all days. Resolves when it has ended; a failure is logged and leaves what is made, which can be removed. */
export async function makeSample(needs: MakeNeeds, lease: SampleLease): Promise<void> {
  const { db, clock, wallClock, log } = needs
  const made: Made = { payments: new Map(), links: new Map() }
  const names = new Map<string, string>()
  const until = clock.now()
  try {
    for (const [index, planned] of sampleDays(until).entries())
      await db.transaction(async (sql) => {
        // guard: sample-lease
        if (!(await renewLease(sql, lease, { done: index + 1, now: wallClock.now() }))) throw new LostLease()
        await playDay({ ...needs, sql, names, made }, lease.merchantId, planned, until)
      })
    await db.transaction(async (sql) => {
      await closeSample(sql, lease.merchantId)
      await finishSample(sql, lease, wallClock.now())
    })
  } catch (error) {
    log.error('sample could not be made', { subject: `merchant:${lease.merchantId}`, error })
    await releaseLease(db, lease, wallClock.now()).catch(() => {})
  }
}

type DayNeeds = MakeNeeds & { sql: Tx; names: Map<string, string>; made: Made }

/** Plays what is planned for the day and lies before `until`. */
async function playDay(
  needs: DayNeeds,
  id: bigint,
  { day, events }: PlannedDay,
  until: Temporal.Instant,
): Promise<void> {
  const merchant = await merchantById(needs.sql, id)
  if (!merchant) throw new LostLease()
  const books = openBooks(needs, needs.sql, needs.names)
  for (const { minute, event } of events) {
    const at = timeOf(day, minute)
    // An event takes up to two hours.
    if (Temporal.Instant.compare(at.add({ hours: 2 }), until) > 0) break
    if (Temporal.Instant.compare(at, books.clock.now()) > 0) books.clock.set(at)
    await play(books, merchant, event, needs.made)
  }
}

async function play(books: Books, merchant: Merchant, event: SampleEvent, made: Made): Promise<void> {
  switch (event.kind) {
    case 'sale':
      return playSale(books, merchant, event, made)
    case 'link':
      return playLink(books, merchant, event, made)
    case 'refund':
      return playRefund(books, event, made)
    case 'void':
      return playVoid(books, event, made)
    case 'dispute':
      return playDispute(books, merchant, event, made)
    case 'top_up':
      return playTopUp(books, merchant, event)
    case 'transfer':
      return playTransfer(books, merchant, event)
    case 'batch':
      return playBatch(books, merchant, event)
    case 'payout':
      return playPayout(books, merchant, event)
    case 'end_of_day':
      return endDay(books, merchant)
  }
}
