// `Idempotency-Key`, for every POST of a merchant: the first call claims the key, its answer is kept with a
// fingerprint of the request, and a repeat gets that answer. Refusals are not kept: they may be mended and sent again.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../kernel/problem.ts'
import type { Clock } from './clock.ts'
import { type Database, type Sql, statement } from './database.ts'
import { requestProblems } from './problems.ts'

export type Idempotency = { db: Database; clock: Clock }

const runningSeconds = 60
const keptHours = 24

type Kept = { fingerprint: Buffer; body: string | null; mine: boolean; running: boolean }

/** Claims the key, or takes over one whose caller died, or returns what is there. */
const claimKey = statement<Kept>(
  'claim_idempotency_key',
  `with claimed as (
     insert into idempotent_request as r (merchant_id, method, path, key, fingerprint, locked_until, created_at)
     values ($1, $2, $3, $4, $5, $7, $6)
     on conflict (merchant_id, method, path, key) do update
       set fingerprint = excluded.fingerprint, locked_until = excluded.locked_until, created_at = excluded.created_at,
           status = null, body = null
     where (r.status is null and r.locked_until < $6 and r.fingerprint = excluded.fingerprint)
        or r.created_at < $6::timestamptz - interval '${keptHours} hours'
     returning fingerprint, body
   )
   select fingerprint, body, true as mine, false as running from claimed
   union all
   select fingerprint, body, false, status is null from idempotent_request
    where merchant_id = $1 and method = $2 and path = $3 and key = $4 and not exists (select from claimed)`,
)
const keepAnswer = statement(
  'keep_idempotent_answer',
  `update idempotent_request set status = 200, body = $5
    where merchant_id = $1 and method = $2 and path = $3 and key = $4 and status is null`,
)
const releaseKey = statement(
  'release_idempotency_key',
  `delete from idempotent_request
    where merchant_id = $1 and method = $2 and path = $3 and key = $4 and status is null`,
)
const forgetOld = statement<{ key: string }>(
  'forget_idempotent_requests',
  `delete from idempotent_request where (merchant_id, method, path, key) in (
     select merchant_id, method, path, key from idempotent_request
      where created_at < $1::timestamptz - interval '${keptHours * 2} hours' limit 1000)
   returning key`,
)

export type Answer = { body: unknown; headers: Record<string, string> }

/** For work that is one database transaction: its result and the kept answer are committed together, or neither is. */
export async function replayingAtomically(
  idempotency: Idempotency,
  request: FastifyRequest,
  merchant: { id: bigint },
  work: (sql?: Sql) => Promise<unknown>,
): Promise<Answer | 'stale'> {
  return replayed(idempotency, request, merchant, work, (keep) =>
    idempotency.db.transaction(async (sql) => {
      const result = await work(sql)
      if (result !== 'stale') await keep(sql, result)
      return result
    }),
  )
}

/**
 * Runs `work` once per key of the merchant and path; without a key it just runs.
 * @throws Problem 409 while the first call runs, 422 for the same key with another body.
 */
export async function replaying(
  idempotency: Idempotency,
  request: FastifyRequest,
  merchant: { id: bigint },
  work: () => Promise<unknown>,
): Promise<Answer | 'stale'> {
  return replayed(idempotency, request, merchant, work, async (keep) => {
    const result = await work()
    if (result !== 'stale') await keep(idempotency.db, result)
    return result
  })
}

type Keep = (sql: Sql, result: unknown) => Promise<void>

async function replayed(
  { db, clock }: Idempotency,
  request: FastifyRequest,
  merchant: { id: bigint },
  work: () => Promise<unknown>,
  workAndKeep: (keep: Keep) => Promise<unknown>,
): Promise<Answer | 'stale'> {
  const key = keyOf(request)
  if (key === undefined) return answer(await work())
  const path = request.url.split('?')[0] as string
  const owner = [merchant.id, request.method, path, key]
  const fingerprint = createHash('sha256').update(`${request.url}\n`).update(request.rawBody).digest()
  const now = clock.now()
  const [kept] = await db.rows(claimKey, [...owner, fingerprint, now, now.add({ seconds: runningSeconds })])
  if (!kept?.mine) {
    if (kept && !kept.fingerprint.equals(fingerprint))
      throw new Problem(requestProblems.idempotency_key_reused)
    if (!kept || kept.running) throw new Problem(requestProblems.idempotency_key_running)
    return { body: JSON.parse(kept.body ?? 'null'), headers: { 'idempotency-replayed': 'true' } }
  }
  try {
    const result = await workAndKeep(async (sql, kept) => {
      await sql.rows(keepAnswer, [...owner, JSON.stringify(kept)])
    })
    if (result === 'stale') await db.rows(releaseKey, owner)
    return answer(result)
  } catch (error) {
    await db.rows(releaseKey, owner)
    throw error
  }
}

function answer(result: unknown): Answer | 'stale' {
  return result === 'stale' ? 'stale' : { body: result, headers: {} }
}

function keyOf(request: FastifyRequest): string | undefined {
  const sent = request.raw.headersDistinct['idempotency-key']
  if (sent === undefined) return undefined
  const [key] = sent
  if (sent.length !== 1 || key === undefined || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new Problem(requestProblems.idempotency_key_invalid)
  }
  return key
}

/** Deletes what is older than promised; true when there may be more. */
export async function forgetIdempotentRequests({ db, clock }: Idempotency): Promise<boolean> {
  return (await db.rows(forgetOld, [clock.now()])).length === 1000
}
