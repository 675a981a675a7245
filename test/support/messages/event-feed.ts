// Writers of events that are slow to commit and are killed, beside deliveries that lock the same rows, and readers that follow the feed.
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, openDatabase } from '../../../server/platform/database/database.ts'
import { systemClock } from '../../../server/platform/time/clock.ts'
import { enqueueWebhook } from '../../../server/webhooks/enqueue-webhook.ts'
import { type FeedOwner, readFeed } from '../../../server/webhooks/feed.ts'

export type FeedRun = { url: string; owner: FeedOwner; events: number; writers: number }

type Read = { key: string; subject: string }

/** How many events each payment has. */
const perSubject = 4
const url = 'https://shop.example/hook'

/**
 * Writes events and reads them meanwhile.
 * @returns what a reader of the feed has read, what one has read that asks for greater ids, and how many writers were killed.
 */
export async function runFeed({ url: databaseUrl, owner, events, writers }: FeedRun) {
  const db = openDatabase(databaseUrl, { connections: 4, name: 'feed' })
  const state = { isOver: false, killed: 0 }
  const isOver = () => state.isOver
  try {
    const share = Math.ceil(events / writers / perSubject)
    const writing = Promise.all(
      Array.from({ length: writers }, (_, n) => write(databaseUrl, owner, { writer: n, subjects: share })),
    ).finally(() => {
      state.isOver = true
    })
    const [fed, second, byId, killed] = await Promise.all([
      follow(db, owner, isOver),
      follow(db, owner, isOver),
      followIds(db, isOver),
      kill(db, writers, isOver),
      lockRows(db, isOver),
      writing,
    ])
    return { fed, second, byId, killed, written: share * writers * perSubject }
  } finally {
    await db.close()
  }
}

const run = <Row>(db: Database, text: string, values: unknown[] = []) =>
  db.rows<Row>({ name: '', text }, values)

/** The events of a payment come in several transactions, of which some are slow. A killed one is repeated, as its caller would. */
async function write(
  databaseUrl: string,
  owner: FeedOwner,
  { writer, subjects }: { writer: number; subjects: number },
): Promise<void> {
  const name = `writer-${writer}`
  for (let n = 0; n < subjects; n++) {
    const subject = `card:${writer}-${n}`
    for (const [first, count, isSlow] of [
      [0, 1, n % 20 === 3],
      [1, 2, n % 25 === 7],
      [3, 1, false],
    ] as const)
      await untilDone(databaseUrl, name, async (db) => {
        await db.transaction(async (sql) => {
          const now = systemClock.now()
          for (let i = first; i < first + count; i++) {
            const dedupeKey = `${subject}:${i}`
            const event = { ...owner, subject, eventType: 'PAYMENT', url, signed: true, dedupeKey }
            await enqueueWebhook(sql, { ...event, body: { key: dedupeKey } }, now)
          }
          if (isSlow) await sql.rows({ name: '', text: 'select pg_sleep($1)' }, [0.05 + (writer % 5) / 20])
        })
      })
  }
  const db = open.get(name)
  open.delete(name)
  await db?.close()
}

const open = new Map<string, Database>()

async function untilDone(databaseUrl: string, name: string, work: (db: Database) => Promise<void>) {
  for (;;) {
    const db = open.get(name) ?? openDatabase(databaseUrl, { connections: 1, name })
    open.set(name, db)
    try {
      return await work(db)
    } catch {
      await pause(1)
    }
  }
}

async function kill(db: Database, writers: number, isOver: () => boolean): Promise<number> {
  let killed = 0
  for (let n = 0; !isOver(); n++) {
    const text = 'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1'
    killed += (await run(db, text, [`writer-${(n * 7) % writers}`])).length
    await pause(Math.max(20, 1_500 / writers))
  }
  return killed
}

/** Locks the newest rows, as a claim of deliveries does, in an order of its own. */
async function lockRows(db: Database, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await db.transaction(async (sql) => {
      const text = `update webhook_event set attempts = attempts + 1
        where id in (select id from webhook_event order by id desc limit 20)`
      await sql.rows({ name: '', text })
      await sql.rows({ name: '', text: 'select pg_sleep(0.002)' })
    })
    await pause(3)
  }
}

/** Reads the feed by its cursor, until nothing comes although the writers have ended. */
async function follow(db: Database, owner: FeedOwner, isOver: () => boolean): Promise<Read[]> {
  const read: Read[] = []
  for (let after = 0n; ; ) {
    const wasOver = isOver()
    const now = systemClock.now()
    const page = await readFeed(db, owner, { after, limit: 100, types: null, now })
    read.push(...page.events.map(({ body, subject }) => ({ subject, key: JSON.parse(body).key })))
    after = page.next
    if (wasOver && !page.hasMore && page.events.length === 0) return read
    if (page.events.length === 0) await pause(2)
  }
}

/** What the feed must not be: whoever asks for greater ids misses events that commit late. */
async function followIds(db: Database, isOver: () => boolean): Promise<Read[]> {
  const read: Read[] = []
  for (let last = 0n; ; ) {
    const wasOver = isOver()
    const text = `select id, subject, dedupe_key as key from webhook_event where id > $1 order by id limit 100`
    const rows = await run<Read & { id: bigint }>(db, text, [last])
    read.push(...rows)
    last = rows.at(-1)?.id ?? last
    if (wasOver && rows.length === 0) return read
    await pause(2)
  }
}

/** What is wrong with what a reader has read of `written` events. */
export function faultsOf(read: readonly Read[], written: number): string[] {
  const keys = new Set(read.map(({ key }) => key))
  const faults: string[] = []
  if (keys.size !== written) faults.push(`${written - keys.size} of ${written} events were missed`)
  if (read.length !== keys.size) faults.push(`${read.length - keys.size} events were read twice`)
  for (const [subject, of] of Map.groupBy(read, (each) => each.subject)) {
    const order = of.map(({ key }) => Number(key.split(':').at(-1)))
    if (order.some((n, i) => i > 0 && n < order[i - 1]!))
      faults.push(`${subject} came as ${order.join(', ')}`)
  }
  return faults
}
