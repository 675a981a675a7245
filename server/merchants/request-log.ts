// A merchant's recent requests and their responses, to find out why an integration fails. Written in batches after the
// response, and dropped under load rather than slow a payment. Bodies, headers and queries are never stored.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withoutCardNumbers } from '../kernel/card-number.ts'
import type { Environment } from '../kernel/environment.ts'
import { type Sql, statement } from '../platform/database/database.ts'
import { openRateLimit } from '../platform/http/rate-limit.ts'
import type { Log } from '../platform/process/log.ts'
import { startLoop } from '../platform/process/worker-loop.ts'
import type { Clock } from '../platform/time/clock.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller: the API key or merchant it named, and the merchant once authenticated. */
    caller: { apiKey?: string; merchantId?: bigint; named?: NamedMerchant } | null
  }
}

/** The merchant whose code a caller named without the right secret, and what was wrong with the secret. */
type NamedMerchant = { merchantId: bigint; explain: () => Explanation }

/** A request with its response. `merchantId` if the caller was authenticated, otherwise the API key or merchant it named. */
export type HandledRequest = {
  merchantId?: bigint
  apiKey?: string
  named?: NamedMerchant
  at: Temporal.Instant
  method: string
  path: string
  status: number
  reason: string
  requestId: string
  durationMs: number
  address: string
  /** What was received, where the signature was refused; forgotten once the request is written. */
  refused?: RefusedRequest
}

/** A request whose signature was refused. The body is undefined where it was refused by its headers alone. */
export type RefusedRequest = {
  at: Temporal.Instant
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body: Buffer | undefined
}

/** Why a signature or a secret was refused, and what identifies the bytes that were signed. */
export type Explanation = {
  cause: string
  detail: string
  timestamp: string | null
  body_bytes: number | null
  body_sha256: string | null
}

export type RequestLog = {
  /** Buffers the request for the next batch; never waits and never throws. */
  record(request: HandledRequest): void
  /** Writes what is still buffered. */
  stop(): Promise<void>
}

const maxBuffered = 1_000
const maxStoredRequests = 1_000
const retentionDays = 7
const maxDeleted = 5_000

const insertRequests = statement(
  'insert_merchant_requests',
  `insert into merchant_request (merchant_id, environment, at, method, path, status, reason, request_id, duration_ms,
                                 address, explanation)
   select m.id, m.environment, r.at, r.method, r.path, r.status, r.reason, r.request_id, r.duration_ms, r.address, r.explanation
     from json_to_recordset($1) as r (
       merchant_id bigint, api_key text, at timestamptz, method text, path text, status integer, reason text,
       request_id text, duration_ms integer, address text, explanation jsonb)
     left join api_key k on k.api_key = r.api_key
     join merchant m on m.id = coalesce(r.merchant_id, k.merchant_id)
    where m.cell = $2
    order by r.at`,
)

/** Writes the buffered requests once a second, at most a thousand; further ones are counted and dropped. */
export function openRequestLog({
  cells,
  log,
  explain = async () => undefined,
}: {
  cells: readonly Sql[]
  log: Log
  /** Finds out why the signature of a request was refused. */
  explain?: (request: RefusedRequest) => Promise<Explanation | undefined>
}): RequestLog {
  const cheap = openRateLimit({ perSecond: 5, burst: 20 }, { maxBuckets: 10_000 })
  let buffer: HandledRequest[] = []
  let dropped = 0

  /** Limits entries that anyone can cause for free: by naming a key or a merchant, or by exceeding the rate limit. */
  // guard: cheap-log-entries
  function isWorthKeeping({ merchantId, apiKey, named, status }: HandledRequest): boolean {
    const key = merchantId ?? apiKey ?? `named ${named?.merchantId}`
    return (merchantId !== undefined && status !== 429) || cheap.take(key).allowed
  }

  async function flush(): Promise<boolean> {
    const batch = buffer
    buffer = []
    if (dropped > 0) log.warn('request log entries dropped', { count: dropped })
    dropped = 0
    if (batch.length === 0) return false
    const rows = JSON.stringify(await Promise.all(batch.map(explainedRow)))
    // Each cell takes those of its own merchants.
    const written = await Promise.allSettled(cells.map((db) => db.rows(insertRequests, [rows, db.cell])))
    for (const { reason } of written.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[])
      log.warn('request log entries not written', { error: reason })
    return false
  }

  async function explainedRow(request: HandledRequest) {
    const { refused, named } = request
    const explanation =
      named?.explain() ??
      (refused &&
        (await explain(refused).catch((error: unknown) => {
          log.error('refused request not explained', { error })
        })))
    return { ...rowOf(request), explanation: explanation ?? null }
  }

  const loop = startLoop(log, { name: 'request log', idleMs: 1_000 }, flush)
  return {
    record(request) {
      if (buffer.length >= maxBuffered) dropped += 1
      else if (isWorthKeeping(request)) buffer.push(request)
    },
    async stop() {
      await loop.stop()
      await flush().catch((error) => log.error('request log flush failed at shutdown', { error }))
    },
  }
}

function rowOf(request: HandledRequest) {
  return {
    merchant_id: (request.merchantId ?? request.named?.merchantId)?.toString() ?? null,
    api_key: request.apiKey ?? null,
    at: request.at.toString(),
    method: request.method,
    path: storable(readable(request.path), 200),
    status: request.status,
    reason: storable(request.reason, 300),
    request_id: request.requestId,
    duration_ms: request.durationMs,
    address: request.address,
  }
}

/** Makes the text storable in PostgreSQL, removes anything that may be a card number, and truncates it. */
function storable(text: string, most: number): string {
  return withoutCardNumbers(text.toWellFormed().replaceAll('\0', '')).slice(0, most).toWellFormed()
}

/** Returns the path as sent, or decoded if percent-encoding hides a card number. */
function readable(path: string): string {
  const decoded = path.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString(),
  )
  return withoutCardNumbers(decoded) === decoded ? path : decoded
}

/** Records every response to a caller that named an API key or a merchant, or authenticated as one. */
export function recordRequests(
  app: FastifyInstance,
  { requestLog, wallClock }: { requestLog: RequestLog; wallClock: Clock },
): void {
  app.decorateRequest('caller', null)
  app.addHook('onResponse', (request, reply, done) => {
    if (request.caller) {
      const durationMs = Math.round(reply.elapsedTime)
      requestLog.record({
        ...request.caller,
        at: wallClock.now().subtract({ milliseconds: durationMs }),
        method: request.method,
        path: request.url.split('?')[0] as string,
        status: reply.statusCode,
        reason: request.refusal,
        requestId: request.id,
        durationMs,
        address: request.ip,
        ...(isSignatureRefused(request, reply.statusCode) && {
          refused: receivedOf(request, wallClock.now()),
        }),
      })
    }
    done()
  })
}

/** Whether a request that names an API key was refused before its merchant was known. */
const isSignatureRefused = ({ caller }: FastifyRequest, status: number) =>
  caller?.apiKey !== undefined && caller.merchantId === undefined && [401, 403, 408].includes(status)

const signingHeaders = ['x-api-key', 'x-timestamp', 'x-signature'] as const

function receivedOf(request: FastifyRequest, at: Temporal.Instant): RefusedRequest {
  const headers = signingHeaders.flatMap((name) => {
    const [value] = request.raw.headersDistinct[name] ?? []
    return value === undefined ? [] : [[name, value.slice(0, 512)] as const]
  })
  return {
    at,
    method: request.method,
    path: request.raw.url ?? '',
    headers: Object.fromEntries(headers),
    body: request.rawBody.length > 0 ? request.rawBody : undefined,
  }
}

export type ExplainedRequest = {
  id: bigint
  at: Temporal.Instant
  method: string
  path: string
  status: number
  reason: string
  request_id: string
  duration_ms: number
  address: string
  explanation: Explanation | null
}

const requestsPage = statement<ExplainedRequest & { total: bigint }>(
  'page_of_merchant_requests',
  `with kept as (
     select id, at, method, path, status, reason, request_id, duration_ms, address, explanation
       from (select * from merchant_request where merchant_id = $1 order by id desc limit ${maxStoredRequests}) latest
      where environment = $6 and at > $2::timestamptz - interval '${retentionDays} days' and ($3::boolean is null or (status >= 400) = $3)
   )
   select counted.total, listed.*
     from (select count(*) as total from kept) counted
     left join (select * from kept order by id desc limit $4 offset $5) listed on true
    order by listed.id desc`,
)

/** Lists requests of the merchant's environment, newest first. @param wanted.failed only failed ones, only successful ones, or null for all. */
export async function pageOfRequests(
  { db, wallClock }: { db: Sql; wallClock: Clock },
  { merchantId, environment }: { merchantId: bigint; environment: Environment },
  wanted: { failed: boolean | null; limit: number; offset: number },
): Promise<{ rows: ExplainedRequest[]; total: number }> {
  const { failed, limit, offset } = wanted
  const found = await db.rows(requestsPage, [merchantId, wallClock.now(), failed, limit, offset, environment])
  return { rows: found.filter(({ id }) => id !== null), total: Number(found[0]?.total ?? 0) }
}

/** Trims only merchants with requests in the last ten minutes; the others were trimmed when they were last active. */
const forgetRequests = statement<{ forgotten: number }>(
  'forget_merchant_requests',
  `with surplus as (
     select r.id from (
         select distinct merchant_id from merchant_request where at > $1::timestamptz - interval '10 minutes') busy
       cross join lateral (
         select id from merchant_request where merchant_id = busy.merchant_id
          order by id desc offset ${maxStoredRequests} limit ${maxDeleted}) r
     union
     (select id from merchant_request where at <= $1::timestamptz - interval '${retentionDays} days' limit ${maxDeleted})
   ), forgotten as (
     delete from merchant_request where id in (select id from surplus) returning id)
   select count(*)::integer as forgotten from forgotten`,
)

/** Deletes requests beyond the stored number or age; returns true when there may be more to delete. */
export async function forgetMerchantRequests({
  db,
  wallClock,
}: {
  db: Sql
  wallClock: Clock
}): Promise<boolean> {
  const [row] = await db.rows(forgetRequests, [wallClock.now()])
  return (row?.forgotten ?? 0) >= maxDeleted
}
