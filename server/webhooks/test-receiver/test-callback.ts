// A receiver to try webhooks with: stores what is sent to it for a day, separated by channel.
import { Problem, type ProblemSpec } from '../../kernel/problem.ts'
import { type ControlDatabase, controlStatement } from '../../platform/database/database.ts'
import type { Page } from '../../platform/http/list-query.ts'
import { type Clock, utcSecond, zonelessMicrosecond } from '../../platform/time/clock.ts'

export type TestCallbacks = { db: ControlDatabase; clock: Clock }

export const testCallbackPath = '/api/v1/test/test-callback'

const retentionHours = 24
export const maxStored = 500
/** Anyone may have filled the history, so a page is limited: a few readers must not exhaust the memory. */
const maxPageBytes = 1024 * 1024
/** Upper bound for the JSON of an item around its headers and body. */
const frameBytes = 130

export const testCallbackProblems = {
  none: { status: 404, detail: 'No callback received', retry: 'later' },
} as const satisfies Record<string, ProblemSpec>

type Received = { id: string; received_at: Temporal.Instant; headers: Record<string, unknown>; body: string }

/** Deletes surplus rows first. Rows that a concurrent insert is deleting are skipped, so that two inserts cannot deadlock. */
const insertCallback = controlStatement<{ id: string }>(
  'insert_test_callback',
  `with pruned as (
     delete from test_callback where id in (
       select id from test_callback
        where channel = $1
          and (received_at <= $2::timestamptz - interval '${retentionHours} hours'
               or id <= (select id from test_callback where channel = $1
                          order by id desc offset ${maxStored - 1} limit 1))
          for update skip locked))
   insert into test_callback (channel, received_at, headers, body) values ($1, $2, $3, $4) returning public_id as id`,
)
const latestCallbacks = controlStatement<Received>(
  'latest_test_callbacks',
  `select public_id as id, received_at, headers, body from test_callback t
    where channel = $1 and received_at > $2::timestamptz - interval '${retentionHours} hours'
    order by t.id desc limit $3`,
)
/** An upper bound: headers as stored text are never shorter than in the response. */
const callbackSizes = controlStatement<{ id: bigint; bytes: number }>(
  'test_callback_sizes',
  `select id, octet_length(body) + octet_length(headers::text) + ${frameBytes} as bytes from test_callback
    where channel = $1 and received_at > $2::timestamptz - interval '${retentionHours} hours'
    order by id desc limit ${maxStored}`,
)
const callbacksById = controlStatement<Received>(
  'test_callbacks_by_id',
  `select public_id as id, received_at, headers, body from test_callback t
    where channel = $1 and t.id = any($2) order by t.id desc`,
)
const clearCallbacks = controlStatement<{ cleared: number }>(
  'clear_test_callbacks',
  `with cleared as (delete from test_callback where channel = $1 returning id)
   select count(*)::integer as cleared from cleared`,
)
const forgetCallbacks = controlStatement<{ id: bigint }>(
  'forget_test_callbacks',
  `delete from test_callback where id in (
     select id from test_callback where received_at <= $1::timestamptz - interval '${retentionHours} hours'
      limit 1000 for update skip locked)
   returning id`,
)

/** @param sent.body JSON text exactly as received. */
export async function storeTestCallback(
  { db, clock }: TestCallbacks,
  sent: { channel: string; headers: Record<string, unknown>; body: string },
): Promise<{ id: string; received_at: string }> {
  const now = clock.now()
  const [row] = await db.rows(insertCallback, [sent.channel, now, JSON.stringify(sent.headers), sent.body])
  return { id: row!.id, received_at: utcSecond(now) }
}

type HistoryPage = {
  /** The number of callbacks on all pages. */
  count: number
  /** The number of pages. */
  pages: number
  /** JSON text; bodies are byte for byte as received. */
  items: string
}

/** Returns a page, newest first, of at most `limit` items and 1 MiB. The pages together have every item once. */
export async function testCallbackHistory(
  { db, clock }: TestCallbacks,
  channel: string,
  { page, limit }: Page,
): Promise<HistoryPage> {
  const sizes = await db.rows(callbackSizes, [channel, clock.now()])
  const pages = pagesOf(sizes, limit)
  const wanted = pages[page - 1] ?? []
  const found = wanted.length === 0 ? [] : await db.rows(callbacksById, [channel, wanted])
  return { count: sizes.length, pages: pages.length, items: `[${found.map(itemJson).join(',')}]` }
}

/** Splits the ids into pages. A single item is always smaller than a page. */
function pagesOf(sizes: readonly { id: bigint; bytes: number }[], limit: number): bigint[][] {
  const pages: bigint[][] = []
  let left = 0
  for (const { id, bytes } of sizes) {
    const last = pages.at(-1)
    // guard: test-callback-page-size
    if (last && last.length < limit && bytes <= left) last.push(id)
    else {
      pages.push([id])
      left = maxPageBytes
    }
    left -= bytes
  }
  return pages
}

/** Returns at most `most` callbacks, newest first, each body as received. */
export async function latestTestCallbacks(
  { db, clock }: TestCallbacks,
  channel: string,
  most: number,
): Promise<{ id: string; received_at: string; headers: Record<string, unknown>; body: string }[]> {
  const found = await db.rows(latestCallbacks, [channel, clock.now(), most])
  return found.map(({ id, received_at, headers, body }) => ({
    id,
    received_at: zonelessMicrosecond(received_at),
    headers,
    body,
  }))
}

/** Returns the last callback as JSON text. @throws Problem 404 if there is none. */
export async function lastTestCallback({ db, clock }: TestCallbacks, channel: string): Promise<string> {
  const [last] = await db.rows(latestCallbacks, [channel, clock.now(), 1])
  if (!last) throw new Problem(testCallbackProblems.none)
  return itemJson(last)
}

/** Deletes a channel's callbacks and returns how many there were. */
export async function clearTestCallbacks({ db }: TestCallbacks, channel: string): Promise<number> {
  const [row] = await db.rows(clearCallbacks, [channel])
  return row?.cleared ?? 0
}

/** Deletes callbacks older than a day; returns true when there may be more to delete. */
export async function forgetTestCallbacks({ db, clock }: TestCallbacks): Promise<boolean> {
  return (await db.rows(forgetCallbacks, [clock.now()])).length === 1000
}

function itemJson({ id, received_at, headers, body }: Received): string {
  const around = JSON.stringify({ id, received_at: utcSecond(received_at), headers })
  return `${around.slice(0, -1)},"body":${body}}`
}
