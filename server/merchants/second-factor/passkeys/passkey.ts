// Storage of passkeys: a user may have several, each with a name. Merchants' users and admin users have a table each.
import { type Sql, statement, type Tx } from '../../../platform/database/database.ts'
import { zonelessMicrosecond } from '../../../platform/time/clock.ts'
import { openChallenges } from './challenges.ts'

const maxPasskeys = 20

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

type ListedPasskey = {
  passkey_id: string
  name: string
  is_synced: boolean
  created_at: Temporal.Instant
  last_used_at: Temporal.Instant | null
}

function statementsOf(table: 'passkey' | 'admin_passkey') {
  const columns = 'id, passkey_id, user_id, credential_id, public_key, transports'
  return {
    /** The lock of the user, which its callers hold, keeps the count true. */
    insert: statement<{ passkey_id: string }>(
      `insert_${table}`,
      `insert into ${table} (user_id, credential_id, public_key, sign_count, transports, is_synced, name, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing returning passkey_id`,
    ),
    count: statement<{ count: number }>(
      `count_${table}s`,
      `select count(*)::int as count from ${table} where user_id = $1`,
    ),
    findByCredential: statement<PasskeyRow>(
      `find_${table}`,
      `select ${columns} from ${table} where credential_id = $1`,
    ),
    listKeys: statement<PasskeyRow>(
      `list_${table}_credentials`,
      `select ${columns} from ${table} where user_id = $1 order by id`,
    ),
    list: statement<ListedPasskey>(
      `list_${table}s`,
      `select passkey_id, name, is_synced, created_at, last_used_at from ${table} where user_id = $1 order by id`,
    ),
    /** A counter that does not count up is a sign of a copied passkey. Many devices do not count: theirs stays at zero. */
    // guard: passkey-counter
    countUse: statement<{ id: bigint }>(
      `count_${table}_use`,
      `update ${table} set sign_count = $2, last_used_at = $3
    where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0)) returning id`,
    ),
    // guard: passkey-owner
    remove: statement<{ name: string }>(
      `delete_${table}`,
      `delete from ${table} where user_id = $1 and passkey_id::text = $2 returning name`,
    ),
    removeAll: statement(`delete_${table}s`, `delete from ${table} where user_id = $1`),
  }
}

/** The passkeys of one kind of users, and the challenges that they sign. */
export type Passkeys = ReturnType<typeof openPasskeys>

export function openPasskeys(table: 'passkey' | 'admin_passkey') {
  const known = statementsOf(table)
  return {
    challenges: openChallenges(`${table}_challenge`),

    /** Stores a passkey of a user who is locked, and returns its id; `known` if it is registered already, `full` after 20. */
    async add(
      sql: Tx,
      key: NewPasskey,
      now: Temporal.Instant,
    ): Promise<'known' | 'full' | { passkeyId: string }> {
      const { userId, credentialId, publicKey, signCount, transports, isSynced, name } = key
      const [counted] = await sql.rows(known.count, [userId])
      if ((counted?.count ?? 0) >= maxPasskeys) return 'full'
      const values = [userId, credentialId, publicKey, signCount, transports, isSynced, name, now]
      const [made] = await sql.rows(known.insert, values)
      return made ? { passkeyId: made.passkey_id } : 'known'
    },

    /** Returns the passkey with a credential id. */
    async find(sql: Sql, credentialId: Buffer): Promise<PasskeyRow | undefined> {
      return (await sql.rows(known.findByCredential, [credentialId]))[0]
    },

    /** Returns the passkeys of a user with their keys, the oldest first. */
    ofUser: (sql: Sql, userId: bigint): Promise<PasskeyRow[]> => sql.rows(known.listKeys, [userId]),

    /** Returns the passkeys of a user as the API shows them, the oldest first. */
    async list(sql: Sql, userId: bigint) {
      return (await sql.rows(known.list, [userId])).map(({ created_at, last_used_at, ...key }) => ({
        ...key,
        created_at: zonelessMicrosecond(created_at),
        last_used_at: last_used_at && zonelessMicrosecond(last_used_at),
      }))
    },

    /** Counts a use. @returns false if the counter did not count up, or the passkey was removed. */
    async countUse(
      sql: Sql,
      { id, signCount, now }: { id: bigint; signCount: number; now: Temporal.Instant },
    ): Promise<boolean> {
      return (await sql.rows(known.countUse, [id, signCount, now])).length === 1
    },

    /** Removes a passkey of the user. @returns its name; undefined if the user has no such passkey. */
    async remove(sql: Tx, userId: bigint, passkeyId: string): Promise<string | undefined> {
      return (await sql.rows(known.remove, [userId, passkeyId.toLowerCase()]))[0]?.name
    },

    /** Removes all passkeys of a user. */
    async removeAll(sql: Tx, userId: bigint): Promise<void> {
      await sql.rows(known.removeAll, [userId])
    },
  }
}

/** The passkeys of merchants' users. */
export const merchantPasskeys = openPasskeys('passkey')
