// Storage of passkeys, of which an account may have several, each with a name, and of the challenges that they sign. Challenges are
// stored as hashes for all processes, live for five minutes, and end with the first response.

import { randomSecret } from '../../kernel/id.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement, type Sql, type Tx } from '../../platform/database/database.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { type AccountKind, hashOf } from '../account.ts'
import { accountProblems as problems } from '../problems.ts'

const maxPasskeys = 20

export type PasskeyRow = {
  id: bigint
  passkey_id: string
  account_id: bigint
  credential_id: Buffer
  public_key: Buffer
  transports: string[]
}

export type NewPasskey = {
  accountId: bigint
  credentialId: Buffer
  publicKey: Buffer
  signCount: number
  transports: readonly string[]
  isSynced: boolean
  name: string
}

const columns = 'p.id, p.passkey_id, p.account_id, p.credential_id, p.public_key, p.transports'
/** The lock of the user, which its callers hold, keeps the count true. */
const insert = controlStatement<{ passkey_id: string }>(
  'insert_passkey',
  `insert into passkey (account_id, credential_id, public_key, sign_count, transports, is_synced, name, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing returning passkey_id`,
)
const countAll = controlStatement<{ count: number }>(
  'count_passkeys',
  'select count(*)::int as count from passkey where account_id = $1',
)
// guard: passkey-kind
const findByCredential = controlStatement<PasskeyRow>(
  'find_passkey',
  `select ${columns} from passkey p join account a on a.id = p.account_id where p.credential_id = $1 and a.kind = $2`,
)
const listKeys = controlStatement<PasskeyRow>(
  'list_passkey_credentials',
  `select ${columns} from passkey p where p.account_id = $1 order by p.id`,
)
const list = controlStatement<{
  passkey_id: string
  name: string
  is_synced: boolean
  created_at: Temporal.Instant
  last_used_at: Temporal.Instant | null
}>(
  'list_passkeys',
  'select passkey_id, name, is_synced, created_at, last_used_at from passkey where account_id = $1 order by id',
)
/** A counter that does not count up is a sign of a copied passkey. Many devices do not count: theirs stays at zero. */
// guard: passkey-counter
const countOneUse = controlStatement<{ id: bigint }>(
  'count_passkey_use',
  `update passkey set sign_count = $2, last_used_at = $3
    where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0)) returning id`,
)
// guard: passkey-owner
const remove = controlStatement<{ name: string }>(
  'delete_passkey',
  'delete from passkey where account_id = $1 and passkey_id::text = $2 returning name',
)
const removeAll = controlStatement('delete_passkeys', 'delete from passkey where account_id = $1')

/** Stores a passkey of a user who is locked, and returns its id. @throws Problem 409 if it is registered already, and after 20 */
export async function addPasskey(sql: Tx, key: NewPasskey, now: Temporal.Instant): Promise<string> {
  const { accountId, credentialId, publicKey, signCount, transports, isSynced, name } = key
  const [counted] = await sql.rows(countAll, [accountId])
  if ((counted?.count ?? 0) >= maxPasskeys) throw new Problem(problems.passkeys_full)
  const values = [accountId, credentialId, publicKey, signCount, transports, isSynced, name, now]
  const [made] = await sql.rows(insert, values)
  if (!made) throw new Problem(problems.passkey_known)
  return made.passkey_id
}

/** Returns the passkey of this kind of users with a credential id. */
export async function findPasskey(
  sql: Sql,
  kind: AccountKind,
  credentialId: Buffer,
): Promise<PasskeyRow | undefined> {
  return (await sql.rows(findByCredential, [credentialId, kind]))[0]
}

/** Returns the passkeys of an account with their keys, the oldest first. */
export const passkeysOf = (sql: Sql, accountId: bigint): Promise<PasskeyRow[]> =>
  sql.rows(listKeys, [accountId])

/** Returns the passkeys of an account as the API shows them, the oldest first. */
export async function listPasskeys(sql: Sql, accountId: bigint) {
  return (await sql.rows(list, [accountId])).map(({ created_at, last_used_at, ...key }) => ({
    ...key,
    created_at: zonelessMicrosecond(created_at),
    last_used_at: last_used_at && zonelessMicrosecond(last_used_at),
  }))
}

/** Counts a use. @returns false if the counter did not count up, or the passkey was removed. */
export async function countPasskeyUse(
  sql: Sql,
  { id, signCount, now }: { id: bigint; signCount: number; now: Temporal.Instant },
): Promise<boolean> {
  return (await sql.rows(countOneUse, [id, signCount, now])).length === 1
}

/** Removes a passkey of the account. @returns its name. @throws Problem 404 */
export async function removePasskey(sql: Tx, accountId: bigint, passkeyId: string): Promise<string> {
  const [removed] = await sql.rows(remove, [accountId, passkeyId.toLowerCase()])
  if (!removed) throw new Problem(problems.passkey_unknown)
  return removed.name
}

/** Removes all passkeys of an account. */
export async function removePasskeys(sql: Tx, accountId: bigint): Promise<void> {
  await sql.rows(removeAll, [accountId])
}

const lifeMinutes = 5

/** Who is asked, and for what; `session` is the hash of the token of the session that asked, none when signing in. */
export type ChallengeUse = {
  kind: AccountKind
  purpose: 'sign-in' | 'register' | 'step-up'
  session?: Buffer
}

const insertChallenge = controlStatement(
  'insert_passkey_challenge',
  `insert into passkey_challenge (challenge_hash, kind, purpose, session_hash, expires_at) values ($1, $2, $3, $4, $5)`,
)
/** Deletes the challenge when its response is checked, so that nobody can send the same response again. */
// guard: challenge-once
const useOnce = controlStatement<{ purpose: string }>(
  'use_passkey_challenge',
  `delete from passkey_challenge
    where challenge_hash = $1 and kind = $2 and purpose = $3 and session_hash is not distinct from $4 and expires_at > $5
   returning purpose`,
)

/** Makes a challenge, as base64url. */
export async function makeChallenge(
  sql: Sql,
  { kind, purpose, session }: ChallengeUse,
  now: Temporal.Instant,
): Promise<string> {
  const challenge = randomSecret()
  const endsAt = now.add({ minutes: lifeMinutes })
  await sql.rows(insertChallenge, [hashOf(challenge), kind, purpose, session ?? null, endsAt])
  return challenge
}

/** Uses a challenge up; false if it is unknown, was used, has expired, or was made for something or somebody else. */
export async function useChallenge(
  sql: Sql,
  challenge: string,
  { kind, purpose, session }: ChallengeUse,
  now: Temporal.Instant,
): Promise<boolean> {
  return (await sql.rows(useOnce, [hashOf(challenge), kind, purpose, session ?? null, now])).length === 1
}
