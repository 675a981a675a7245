// Storage of passkeys: a user may have several, each with a name.
import { type Sql, statement, type Tx } from '../../../platform/database/database.ts'

export type PasskeyRow = {
  id: bigint
  passkey_id: string
  user_id: bigint
  credential_id: Buffer
  public_key: Buffer
  transports: string[]
}

export type NewPasskey = {
  userId: bigint
  credentialId: Buffer
  publicKey: Buffer
  signCount: number
  transports: readonly string[]
  isSynced: boolean
  name: string
}

const insert = statement<{ passkey_id: string }>(
  'insert_passkey',
  `insert into passkey (user_id, credential_id, public_key, sign_count, transports, is_synced, name, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing returning passkey_id`,
)
const columns = 'id, passkey_id, user_id, credential_id, public_key, transports'
const findByCredential = statement<PasskeyRow>(
  'find_passkey',
  `select ${columns} from passkey where credential_id = $1`,
)
const listKeys = statement<PasskeyRow>(
  'list_passkey_credentials',
  `select ${columns} from passkey where user_id = $1 order by id`,
)
/** A counter that does not count up is a sign of a copied passkey. Many devices do not count: theirs stays at zero. */
// guard: passkey-counter
const countUse = statement<{ id: bigint }>(
  'count_passkey_use',
  `update passkey set sign_count = $2, last_used_at = $3
    where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0)) returning id`,
)
// guard: passkey-owner
const remove = statement<{ name: string }>(
  'delete_passkey',
  'delete from passkey where user_id = $1 and passkey_id::text = $2 returning name',
)
const removeAll = statement('delete_passkeys', 'delete from passkey where user_id = $1')

/** Stores a passkey; undefined if it is registered already. */
export async function addPasskey(
  sql: Tx,
  key: NewPasskey,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const { userId, credentialId, publicKey, signCount, transports, isSynced, name } = key
  const values = [userId, credentialId, publicKey, signCount, transports, isSynced, name, now]
  return (await sql.rows(insert, values))[0]?.passkey_id
}

/** Returns the passkey with a credential id. */
export async function passkeyOf(sql: Sql, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return (await sql.rows(findByCredential, [credentialId]))[0]
}

/** Returns the passkeys of a user, the oldest first. */
export function passkeysOf(sql: Sql, userId: bigint): Promise<PasskeyRow[]> {
  return sql.rows(listKeys, [userId])
}

/** Counts a use. @returns false if the counter did not count up, or the passkey was removed. */
export async function countPasskeyUse(
  sql: Sql,
  { id, signCount, now }: { id: bigint; signCount: number; now: Temporal.Instant },
): Promise<boolean> {
  return (await sql.rows(countUse, [id, signCount, now])).length === 1
}

/** Removes a passkey of the user. @returns its name; undefined if the user has no such passkey. */
export async function removePasskey(sql: Tx, userId: bigint, passkeyId: string): Promise<string | undefined> {
  return (await sql.rows(remove, [userId, passkeyId]))[0]?.name
}

/** Removes all passkeys of a user. */
export async function removePasskeys(sql: Tx, userId: bigint): Promise<void> {
  await sql.rows(removeAll, [userId])
}
