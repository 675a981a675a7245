// `Idempotency-Key` for POST requests of merchants and admins: the first call claims the key and stores its response with a
// fingerprint of the request; a repeated call gets the stored response. Refusals are not stored, since the request may be
// corrected and sent again, nor are responses whose outcome is still open: a repeat then reads what has become of it. After a
// failure the key stays with its request, which may have been done.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../../kernel/problem.ts'
import { commonStatement, type Database, type Sql, type Tx } from '../database/database.ts'
import type { Secrets } from '../secrets.ts'
import type { Clock } from '../time/clock.ts'
import { requestProblems } from './problems.ts'

export type Idempotency = { db: Database; clock: Clock; secrets: Secrets }

/** Longer than any gateway call: until then a repeated request is refused because the first is still running. */
const runningSeconds = 120
const retentionHours = 24
const forgottenAtOnce = 1000

type StoredResponse = { fingerprint: Buffer; body: string | null; mine: boolean; running: boolean }

/** The owner of a key: a merchant in one environment, or the person who owns an admin token. */
export type KeyOwner =
  | { id: bigint; environment: 'sandbox' | 'production' }
  | { name: string; owner?: string | undefined }

// guard: idempotency-scope
const scope = 'owner = $1 and method = $2 and path = $3'
// guard: idempotency-retention
const promised = `interval '${retentionHours} hours'`
const one = `${scope} and key = $4`

/** Claims the key, takes it over from a caller that died, or returns the stored response. */
// guard: idempotency-claim
const claim = commonStatement<StoredResponse>(
  'claim_idempotent_request',
  `with claimed as (
     insert into idempotent_request as r (owner, method, path, key, fingerprint, locked_until, created_at)
     values ($1, $2, $3, $4, $5, $7, $6)
     on conflict (owner, method, path, key) do update
       set fingerprint = excluded.fingerprint, locked_until = excluded.locked_until,
           created_at = excluded.created_at, status = null, body = null
     where (r.status is null and r.locked_until < $6 and r.fingerprint = excluded.fingerprint)
        or $6::timestamptz - r.created_at > ${promised}
     returning fingerprint, body
   )
   select fingerprint, body, true as mine, false as running from claimed
   union all
   select fingerprint, body, false, status is null from idempotent_request
    where ${one} and not exists (select from claimed)`,
)
const keepResponse = commonStatement(
  'keep_idempotent_request',
  `update idempotent_request set status = 200, body = $5 where ${one} and status is null`,
)
const release = commonStatement(
  'release_idempotent_request',
  `delete from idempotent_request where ${one} and status is null`,
)
/** Ends the claim without a response. The key stays with its request, and the next call with both runs the work again. */
const reopenKey = commonStatement(
  'reopen_idempotent_request',
  `update idempotent_request set locked_until = $5::timestamptz - interval '1 second' where ${one} and status is null`,
)
// guard: idempotency-cleanup
const forgetOld = commonStatement<{ key: string }>(
  'forget_idempotent_request',
  `delete from idempotent_request where (owner, method, path, key) in (
     select owner, method, path, key from idempotent_request
      where created_at < $1::timestamptz - interval '${retentionHours * 2} hours' limit ${forgottenAtOnce})
   returning key`,
)

/** A response of the work, or the one that was stored for a repeat. */
export type IdempotentResponse<Body = unknown> = { body: Body; headers: Record<string, string> }

/** What work that may find its caller's key outdated leads to: `stale` has no response. */
type Replayed<Result> = string extends Result
  ? IdempotentResponse<Result> | 'stale'
  : IdempotentResponse<Exclude<Result, 'stale'>> | Extract<Result, 'stale'>

const replayedHeader = 'idempotency-replayed'

/** False for a stored response: no statement of the work has confirmed the key of its caller. */
// guard: cached-key-replay
export const isFresh = ({ headers }: IdempotentResponse): boolean => !(replayedHeader in headers)

/** For work that is one database transaction: its result and the stored response are committed together or not at all. */
export async function replayingAtomically<Result>(
  idempotency: Idempotency,
  request: FastifyRequest,
  owner: KeyOwner,
  work: (sql?: Tx) => Promise<Result>,
): Promise<Replayed<Result>> {
  return replayed(idempotency, request, owner, work, (store) =>
    idempotency.db.transaction(async (sql) => {
      const result = await work(sql)
      if (result !== 'stale') await store(sql, result)
      return result
    }),
  )
}

/**
 * For work whose last step is its own transaction: calling `store` in it with the response commits both or neither. For
 * a response that is not final, `reopen` lets a repeat run the work again.
 * @throws Problem as `replaying`
 */
export async function replayingStored<Result>(
  idempotency: Idempotency,
  request: FastifyRequest,
  owner: KeyOwner,
  work: (store: StoreResponse, reopen: ReopenKey) => Promise<Result>,
): Promise<Replayed<Result>> {
  const withoutKey = () =>
    work(
      async () => {},
      async () => {},
    )
  return replayed(idempotency, request, owner, withoutKey, work)
}

/**
 * Runs `work` once per key of its owner and path; without a key it simply runs. The work must itself be safe to repeat:
 * after a crash between the work and the storing of its response, the next call with the key runs it again.
 * @param isFinal whether a result can no longer change. One that can is not stored, and a repeat runs the work again.
 * @throws Problem 409 while the first call runs, 422 for the same key with another body.
 */
export async function replaying<Result>(
  idempotency: Idempotency,
  request: FastifyRequest,
  owner: KeyOwner,
  work: () => Promise<Result>,
  isFinal: (result: Result) => boolean = () => true,
): Promise<Replayed<Result>> {
  return replayed(idempotency, request, owner, work, async (store, reopen) => {
    const result = await work()
    if (result === 'stale') return result
    // guard: idempotency-open-outcome
    const end = isFinal(result) ? store : reopen
    await end(idempotency.db, result)
    return result
  })
}

/** How the work of a route is repeated. @property isFinal as of `replaying` */
export type Repetition<Result> = Readonly<{
  /** The work and its stored response are one transaction. */
  isAtomic?: true | undefined
  isFinal?: ((result: Result) => boolean) | undefined
}>

/** Runs the work of a declared route once per key, for an owner whose work is never stale. @throws Problem as `replaying` */
export async function runOnce<Result>(
  idempotency: Idempotency,
  request: FastifyRequest,
  owner: KeyOwner,
  work: (sql?: Tx) => Promise<Result>,
  { isAtomic, isFinal }: Repetition<Result>,
): Promise<IdempotentResponse<Result>> {
  const response = isAtomic
    ? replayingAtomically(idempotency, request, owner, work)
    : replaying(idempotency, request, owner, work, isFinal)
  return (await response) as IdempotentResponse<Result>
}

/** Stores a response for repeated requests. */
export type StoreResponse = (sql: Sql, result: unknown) => Promise<void>
/** Ends the call without a stored response. */
export type ReopenKey = (sql: Sql) => Promise<void>

async function replayed<Result>(
  { db, clock, secrets }: Idempotency,
  request: FastifyRequest,
  owner: KeyOwner,
  work: () => Promise<Result>,
  workAndStore: (store: StoreResponse, reopen: ReopenKey) => Promise<Result>,
): Promise<Replayed<Result>> {
  const key = storedKeyOf(request, secrets)
  if (key === undefined) return freshResponse<Result>(await work())
  const path = scopeOf(request, owner)
  // guard: admin-key-owner
  const who = 'id' in owner ? String(owner.id) : `admin ${owner.owner ?? owner.name}`
  const entry = [who, request.method, path, key]
  const fingerprint = createHash('sha256').update(`${request.url}\n`).update(request.rawBody).digest()
  const now = clock.now()
  const until = now.add({ seconds: runningSeconds })
  const [stored] = await db.rows(claim, [...entry, fingerprint, now, until])
  if (!stored?.mine) {
    // guard: idempotency-fingerprint
    if (stored && !stored.fingerprint.equals(fingerprint))
      throw new Problem(requestProblems.idempotency_key_reused)
    // guard: running-idempotent-request
    if (!stored || stored.running) throw new Problem(requestProblems.idempotency_key_running)
    return {
      body: JSON.parse(stored.body ?? 'null'),
      headers: { [replayedHeader]: 'true' },
    } as Replayed<Result>
  }
  try {
    const result = await workAndStore(
      async (sql, stored) => {
        await sql.rows(keepResponse, [...entry, JSON.stringify(stored)])
      },
      async (sql) => {
        await sql.rows(reopenKey, [...entry, now])
      },
    )
    if (result === 'stale') await db.rows(release, entry)
    return freshResponse<Result>(result)
  } catch (error) {
    // guard: idempotency-lost-outcome
    if (isRefusal(error)) await db.rows(release, entry)
    else await db.rows(reopenKey, [...entry, now])
    throw error
  }
}

/** After any other error, such as a connection that was lost at the commit, the work may be done. */
const isRefusal = (error: unknown) => error instanceof Problem && error.spec.status < 500

/** The normalized path, with a prefix for the sandbox, so that sandbox keys do not match production requests. */
function scopeOf(request: FastifyRequest, owner: KeyOwner): string {
  const path = encodeURI(decodeURIComponent(request.url.split('?')[0] as string))
  return 'environment' in owner && owner.environment === 'sandbox' ? `sandbox ${path}` : path
}

function freshResponse<Result>(result: Result): Replayed<Result> {
  return (result === 'stale' ? 'stale' : { body: result, headers: {} }) as Replayed<Result>
}

/**
 * Returns the key as it is stored: a keyed hash, since callers may put anything into keys.
 * @param owner the owner of the key, so that other owners can use the same key.
 * @throws Problem 422 for an invalid key.
 */
export function storedKeyOf(
  request: FastifyRequest,
  secrets: Pick<Secrets, 'mac'>,
  owner?: string,
): string | undefined {
  const clear = keyOf(request)
  if (clear === undefined) return undefined
  return hashOfKey(owner === undefined ? clear : JSON.stringify([owner, clear]), secrets)
}

export function hashOfKey(key: string, secrets: Pick<Secrets, 'mac'>): string {
  // guard: idempotency-key-hash
  return `h1:${secrets.mac('idempotency-key', key).toString('base64url')}`
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

/** Deletes keys past their promised retention; true when there may be more. */
export async function forgetIdempotentRequests({
  db,
  clock,
}: Omit<Idempotency, 'secrets'>): Promise<boolean> {
  return (await db.rows(forgetOld, [clock.now()])).length === forgottenAtOnce
}
