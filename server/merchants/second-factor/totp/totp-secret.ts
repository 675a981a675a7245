// Storage of the secrets of authenticator apps, sealed, at most one per user. A code is accepted once: the time step of the last one
// is kept, and only later steps count, unless it lies ahead of every clock: then it was made while the clock of a sandbox was moved. Merchants' users and admin users have a table each.
import { type Sql, statement, type Tx } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { lastStepAt, newTotpSecret, stepOfCode } from './codes.ts'

const unconfirmedMinutes = 60
const maxDeleted = 1_000

type SecretRow = { secret_sealed: Buffer; confirmed_at: Temporal.Instant | null }

/** Whose secrets a store holds: a table that refers to its user by `user_id`, and the encryption context of a secret. */
type Subject = { table: 'totp_secret' | 'admin_totp_secret'; context(userId: bigint | string): string }

function statementsOf(table: Subject['table']) {
  return {
    begin: statement<{ user_id: bigint }>(
      `begin_${table}`,
      `insert into ${table} as s (user_id, secret_sealed, created_at) values ($1, $2, $3)
   on conflict (user_id) do update set secret_sealed = excluded.secret_sealed, created_at = excluded.created_at
    where s.confirmed_at is null
   returning user_id`,
    ),
    find: statement<SecretRow>(
      `find_${table}`,
      `select secret_sealed, confirmed_at from ${table} where user_id = $1`,
    ),
    /** Of many requests with one code, only the first finds an earlier step. */
    // guard: totp-once
    useStep: statement<{ user_id: bigint }>(
      `use_${table.replace('secret', 'step')}`,
      `update ${table} set last_step = $2, last_used_at = $3
    where user_id = $1 and confirmed_at is not null and (last_step < $2 or last_step > $4) returning user_id`,
    ),
    confirm: statement<{ user_id: bigint }>(
      `confirm_${table}`,
      `update ${table} set confirmed_at = $3, last_step = $2
    where user_id = $1 and confirmed_at is null and secret_sealed = $4 returning user_id`,
    ),
    remove: statement<{ confirmed_at: Temporal.Instant | null }>(
      `delete_${table}`,
      `delete from ${table} where user_id = $1 returning confirmed_at`,
    ),
    forgetOld: statement<{ user_id: bigint }>(
      `forget_unconfirmed_${table}s`,
      `delete from ${table} where user_id in (
     select user_id from ${table} where confirmed_at is null and created_at <= $1 limit ${maxDeleted})
   returning user_id`,
    ),
  }
}

/**
 * `used`: the code is right and does not count any more, as when a form is sent twice. It is refused like a wrong one, and is no guess
 * that a lock should count.
 */
export type CodeUse = 'accepted' | 'used' | 'wrong'

type Given = { userId: bigint; code: string; now: Temporal.Instant }

export type TotpSecrets = ReturnType<typeof openTotpSecrets>

/** The secrets of one kind of users. */
export function openTotpSecrets({ table, context }: Subject) {
  const known = statementsOf(table)
  const stepOf = (secrets: Secrets, row: SecretRow, { userId, code, now }: Given) =>
    stepOfCode(secrets.open(row.secret_sealed, context(userId)), code, now)
  return {
    /** Stores a new secret that waits for its first code; undefined if the user has an app already. */
    async begin(
      sql: Sql,
      secrets: Secrets,
      { userId, now }: { userId: bigint; now: Temporal.Instant },
    ): Promise<string | undefined> {
      const secret = newTotpSecret()
      const made = await sql.rows(known.begin, [userId, secrets.seal(secret, context(userId)), now])
      return made.length === 1 ? secret : undefined
    },

    /** Confirms the waiting secret with its first code. */
    async confirm(sql: Tx, secrets: Secrets, given: Given): Promise<'confirmed' | 'wrong' | 'none'> {
      const [row] = await sql.rows(known.find, [given.userId])
      if (!row || row.confirmed_at !== null) return 'none'
      const step = stepOf(secrets, row, given)
      if (step === undefined) return 'wrong'
      const confirmed = await sql.rows(known.confirm, [given.userId, step, given.now, row.secret_sealed])
      return confirmed.length === 1 ? 'confirmed' : 'none'
    },

    /** Uses a code up, if it is right and no code of its step or a later one was used before. */
    async use(sql: Tx, secrets: Secrets, given: Given): Promise<CodeUse> {
      const [row] = await sql.rows(known.find, [given.userId])
      const step = row && stepOf(secrets, row, given)
      if (step === undefined) return 'wrong'
      const used = await sql.rows(known.useStep, [given.userId, step, given.now, lastStepAt(given.now)])
      // guard: used-code-uncounted
      return used.length === 1 ? 'accepted' : 'used'
    },

    /** Removes the user's app. @returns whether there was one that had been confirmed. */
    async remove(sql: Tx, userId: bigint): Promise<boolean> {
      const [removed] = await sql.rows(known.remove, [userId])
      return removed !== undefined && removed.confirmed_at !== null
    },

    /** Deletes secrets that were never confirmed; returns true when there may be more. */
    async forgetUnconfirmed(sql: Sql, now: Temporal.Instant): Promise<boolean> {
      const before = now.subtract({ minutes: unconfirmedMinutes })
      return (await sql.rows(known.forgetOld, [before])).length === maxDeleted
    },
  }
}

/** The encryption context of a secret of a merchant's user. */
export const totpContext = (userId: bigint | string) => `merchant_user:${userId}:totp`

/** The apps of merchants' users. */
export const merchantTotp = openTotpSecrets({ table: 'totp_secret', context: totpContext })
