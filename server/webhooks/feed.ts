// The feed of a merchant's events, for whoever missed webhooks. An event gets its place in the feed when the merchant reads it and the
// event is committed, so an event that commits late comes later in the feed instead of before a cursor that has passed it.
// See docs/decisions/0031-events-get-their-place-when-they-are-read.md.
import { type Database, lockedRows, statement } from '../platform/database/database.ts'
import { placeLock } from '../platform/database/locks.ts'

/** The names of events, in the order of the documentation. */
export const eventTypes = [
  'PAYMENT',
  'REFUND',
  'VOID',
  'PAYMENT_CANCELLATION',
  'REMITTANCE',
  'PAYOUT',
  'DISPUTE',
  'COLLECTION_RETURNED',
  'BATCH',
] as const

export type FeedOwner = { merchantId: bigint; environment: string }

export type FeedEvent = {
  feed_position: bigint
  event_id: string
  event_type: string
  subject: string
  created_at: Temporal.Instant
  body: string
}

export type FeedPage = {
  events: FeedEvent[]
  /** The place after which the next page begins. */
  next: bigint
  hasMore: boolean
}

/** How long events stay in the feed. Their bodies are kept longer. */
const feedDays = 90
/** By how much the clocks of two processes may differ. */
const clockTolerance = { hours: 1 }
/** How many events one request places at most. */
const placedAtOnce = 1_000

type FeedRow = { last: bigint; has_unplaced: boolean } & (FeedEvent | { event_id: null })

// guard: feed-of-merchant
const ownFeed = 'merchant_id = $1 and environment = $2 and copy_id is null'

/** $3 the place before the page, $4 how many, $5 the types or null for all, $6 since when events are shown. */
const readPage = statement<FeedRow>(
  'read_event_feed',
  `with page as (
     select feed_position, event_id, event_type, subject, created_at, body from webhook_event
      where ${ownFeed} and feed_position > $3 and created_at >= $6 and body <> '{}'
        and ($5::text[] is null or event_type = any($5))
      order by feed_position limit $4
   )
   select reached.last, reached.has_unplaced, page.*
     from (select coalesce((select max(feed_position) from webhook_event
                             where ${ownFeed} and feed_position is not null), 0)::bigint as last,
                  exists (select from webhook_event
                           where ${ownFeed} and feed_position is null and created_at >= $6) as has_unplaced) reached
     left join page on true order by page.feed_position`,
)

const lockFeed = statement('lock_event_feed', `select ${placeLock('event feed', "$1::text || ' ' || $2")}`)

/**
 * Gives places to the first events without one. Those whose rows a delivery is writing at this moment, and all behind them, wait for the
 * next time: so nothing waits for a lock while it holds others, and events about one payment keep their order. A place is a time in
 * microseconds, or one more than the last place: after a restore, new events come after all that were read before it.
 */
// guard: place-after-last
const placeEvents = statement<{ placed: bigint }>(
  'place_events_in_feed',
  `with waiting as (
     select id, row_number() over (order by created_at, id) as n
       from (select id, created_at from webhook_event
              where ${ownFeed} and feed_position is null and created_at >= $4 order by created_at, id limit ${placedAtOnce}) first
   ), locked as (
     ${lockedRows(`select id from webhook_event where id in (select id from waiting) and feed_position is null
        for update skip locked`)}
   ), ready as (
     select id, n from waiting
      where n < coalesce((select min(n) from waiting where id not in (select id from locked)), ${placedAtOnce + 1})
   ), placed as (
     update webhook_event e
        set feed_position = ready.n + greatest($3::bigint, coalesce((
              select max(feed_position) from webhook_event where ${ownFeed} and feed_position is not null), 0))
       from ready where e.id = ready.id
     returning e.id
   )
   select count(*) as placed from placed`,
)

/**
 * Reads the events after a place, in order.
 * @param from.types of events; all without it.
 */
export async function readFeed(
  db: Database,
  owner: FeedOwner,
  from: { after: bigint; limit: number; types: readonly string[] | null; now: Temporal.Instant },
): Promise<FeedPage> {
  const { after, limit, types, now } = from
  const values = [owner.merchantId, owner.environment]
  const since = now.subtract({ hours: 24 * feedDays })
  // An event is placed after it was created, so that a new reader skips what is older at once.
  const oldest = BigInt(since.subtract(clockTolerance).epochMilliseconds) * 1000n
  const start = after > oldest ? after : oldest
  const read = async () => db.rows(readPage, [...values, start, limit + 1, types, since])
  let rows = await read()
  if (rows.length <= limit && rows[0]?.has_unplaced) {
    await db.transaction(async (sql) => {
      await sql.rows(lockFeed, values)
      await sql.rows(placeEvents, [...values, now.epochMilliseconds * 1000, since])
    })
    rows = await read()
  }
  const found = rows.flatMap((row) => (row.event_id === null ? [] : [row]))
  const events = found.slice(0, limit)
  const isCut = found.length > limit
  const last = rows[0]?.last ?? 0n
  // guard: feed-goes-on
  const reached = last > after ? last : after
  return {
    events,
    next: isCut ? events.at(-1)!.feed_position : reached,
    hasMore: isCut || (rows[0]?.has_unplaced ?? false),
  }
}
