// The stream that portal pages follow while they are visible: server-sent events, because they pass every proxy that passes HTTP. It
// tells that payments, transfers or payouts have changed. A process asks the database once per interval for all its subscribers
// together, and not at all without subscribers. What it sends are counts by status: pages load what they show from the API.
import { PassThrough } from 'node:stream'
import { isAllowed } from '../kernel/merchant-roles.ts'
import { Problem } from '../kernel/problem.ts'
import { type Session, sessionOf } from '../merchants/sign-in/bearer.ts'
import { controlStatement, type Sql, statement } from '../platform/database/database.ts'
import { users } from '../platform/http/access.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import { requestProblems } from '../platform/http/problems.ts'
import type { Log } from '../platform/process/log.ts'
import type { Clock } from '../platform/time/clock.ts'

const intervalMs = 2_000
const maxPerMerchant = 20
const maxPerProcess = 2_000

/** Sessions of these tokens that have not ended, each with the environment that its merchant is in now. */
// guard: updates-of-mode
const findOpenSessions = controlStatement<{ token_hash: Buffer; environment: string }>(
  'find_open_sessions',
  `select t.token_hash, m.environment from session t join merchant_user u on u.id = t.account_id
     join shared.merchant m on case when t.in_test_mode then m.test_of = u.merchant_id else m.id = u.merchant_id end
    where t.token_hash = any($1::bytea[]) and t.expires_at > $2 and m.status = 'active'`,
)
/** A row of an earlier day can still change, so the day before counts, too. */
const countRecent = statement<{
  merchant_id: bigint
  environment: string
  list: 'payment' | 'transfer' | 'payout'
  status: string
  count: bigint
}>(
  'count_recent_changes',
  `select w.merchant_id, w.environment, c.list, c.status, sum(c.count)::bigint as count
     from unnest($1::bigint[], $2::text[]) w (merchant_id, environment)
    cross join lateral (
      select d.list, d.status, d.count from day_count d
       where d.merchant_id = w.merchant_id and d.environment = w.environment
         and d.list in ('payment', 'transfer', 'payout') and d.day >= $3::date
      union all
      select d.list, d.status, d.count from day_count_change d
       where d.merchant_id = w.merchant_id and d.environment = w.environment
         and d.list in ('payment', 'transfer', 'payout') and d.day >= $3::date) c
    group by 1, 2, 3, 4 having sum(c.count) <> 0 order by 1, 2, 3, 4`,
)

const updateLists = ['payments', 'transfers', 'payouts'] as const
type UpdateList = (typeof updateLists)[number]

/** The counts of what was created since `since`, by status, of the lists that the subscriber reads. */
type Counts = { since: string } & Partial<Record<UpdateList, Record<string, number>>>

type AllCounts = Required<Counts>

type Subscriber = {
  session: Session
  /** The lists that the role of the session reads; of the others, not even counts are sent. */
  lists: readonly UpdateList[]
  /** Called with the counts at first, and whenever they have changed. */
  send: (counts: Counts) => void
  /** Called once, when the session has ended or the process stops. */
  end: () => void
}

export type Updates = {
  /** Returns a function that unsubscribes; undefined when the merchant or the process has too many subscribers. */
  subscribe(subscriber: Subscriber): (() => void) | undefined
  close(): void
}

export function openUpdates({ db, clock, log }: { db: Sql; clock: Clock; log: Log }): Updates {
  /** Each subscriber with what it was sent last. */
  const open = new Map<Subscriber, string>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function schedule(ms: number): void {
    timer ??= setTimeout(async () => {
      await poll().catch((error: unknown) => log.warn('portal updates not read', { error }))
      timer = undefined
      if (open.size > 0 && !isClosed) schedule(intervalMs)
    }, ms).unref()
  }

  async function poll(): Promise<void> {
    const subscribers = [...open.keys()]
    const now = clock.now()
    const ended = await endedOf(db, subscribers, now)
    // guard: updates-end-with-session
    for (const subscriber of ended) if (open.delete(subscriber)) subscriber.end()
    const counts = await countsOf(db, [...open.keys()], now)
    for (const [subscriber, sent] of open) {
      const own = counts.get(ownerKey(subscriber.session))
      if (own === undefined) continue
      const latest = ofLists(own, subscriber.lists)
      const text = JSON.stringify(latest)
      if (text === sent) continue
      open.set(subscriber, text)
      subscriber.send(latest)
    }
  }

  return {
    subscribe(subscriber) {
      const { merchantId } = subscriber.session
      const own = [...open.keys()].filter(({ session }) => session.merchantId === merchantId)
      // guard: update-subscribers
      if (isClosed || open.size >= maxPerProcess || own.length >= maxPerMerchant) return undefined
      open.set(subscriber, '')
      schedule(0)
      return () => void open.delete(subscriber)
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      for (const { end } of open.keys()) end()
      open.clear()
    },
  }
}

// guard: updates-of-role
const ofLists = ({ since, ...counts }: AllCounts, lists: readonly UpdateList[]): Counts => ({
  since,
  ...Object.fromEntries(lists.map((list) => [list, counts[list]])),
})

const ownerKey = ({ merchantId, environment }: Session) => `${merchantId} ${environment}`

/** Subscribers whose token has ended, or whose merchant has gone live since. */
async function endedOf(
  db: Sql,
  subscribers: readonly Subscriber[],
  now: Temporal.Instant,
): Promise<Subscriber[]> {
  const tokens = subscribers.map(({ session }) => session.tokenHash)
  const found = await db.rows(findOpenSessions, [tokens, now])
  const live = new Set(found.map((row) => `${row.token_hash.toString('hex')} ${row.environment}`))
  return subscribers.filter(
    ({ session }) => !live.has(`${session.tokenHash.toString('hex')} ${session.environment}`),
  )
}

async function countsOf(
  db: Sql,
  subscribers: readonly Subscriber[],
  now: Temporal.Instant,
): Promise<Map<string, AllCounts>> {
  const owners = new Map(subscribers.map(({ session }) => [ownerKey(session), session]))
  if (owners.size === 0) return new Map()
  const since = now.toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: 1 }).toString()
  const sessions = [...owners.values()]
  const rows = await db.rows(countRecent, [
    sessions.map(({ merchantId }) => merchantId),
    sessions.map(({ environment }) => environment),
    since,
  ])
  const counts = new Map(
    [...owners.keys()].map((key): [string, AllCounts] => [
      key,
      { since, payments: {}, transfers: {}, payouts: {} },
    ]),
  )
  for (const { merchant_id, environment, list, status, count } of rows) {
    const own = counts.get(`${merchant_id} ${environment}`)
    if (own) own[`${list}s` as const][status] = Number(count)
  }
  return counts
}

/** Proxies close connections on which nothing has moved for a while, usually a minute. */
const heartbeatMs = 15_000
/** What a reader may leave unread; events are small, so a reader with more than this is gone. */
const maxUnreadBytes = 16 * 1024

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A proxy must neither store nor transform the stream; nginx must not collect it.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

type UpdateNeeds = { updates: ReturnType<typeof openUpdates> }

export const updatesRoute = endpoint({
  id: 'followUpdates',
  method: 'GET',
  path: '/api/v1/merchant/updates',
  priority: 'list',
  access: users('payments'),
  unlisted: true,
  summary: 'Follow what changes in the lists of payments, transfers and payouts',
  tag: 'Portal',
  responses: { 200: { description: 'Server-sent events.', type: 'text/event-stream' } },
  exposeHeadRoute: false,
  handle: async ({ updates }: UpdateNeeds, { request, reply }) => {
    const stream = new PassThrough()
    const write = (text: string) => {
      if (stream.readableLength > maxUnreadBytes) stream.destroy()
      else stream.write(text)
    }
    const session = sessionOf(request)
    const unsubscribe = updates.subscribe({
      session,
      lists: updateLists.filter((list) => isReader(session, list)),
      send: (counts) => write(eventOf(counts)),
      end: () => stream.end('event: end\ndata: {}\n\n'),
    })
    if (!unsubscribe) throw new Problem(requestProblems.rate_limited, {}, { 'retry-after': '60' })
    const heartbeat = setInterval(() => write(': \n\n'), heartbeatMs).unref()
    stream.once('close', () => {
      clearInterval(heartbeat)
      unsubscribe()
    })
    // The duration of a stream says nothing about the speed of the service.
    request.span.finish({ method: 'GET', route: request.routeOptions.url ?? '', status: 200 })
    request.span = { ...request.span, finish() {} }
    stream.write(': \n\n')
    return reply.headers(headers).send(stream)
  },
})

/** Whether the user may read the list. */
const isReader = ({ user }: Session, list: UpdateList) =>
  isAllowed(user.role, list === 'payouts' ? 'money' : 'payments')

const eventOf = (counts: Counts) => `data: ${JSON.stringify(counts)}\n\n`
