// Recovery codes: ten one-time codes for a lost phone, shown once and stored as hashes. With 79 random bits each, a plain hash cannot
// be reversed by trying. Merchants' users and admin users have a table each.
import { createHash } from 'node:crypto'
import { randomReadableCode } from '../../../kernel/id.ts'
import { typedCode } from '../../../kernel/typed-text.ts'
import { type Sql, statement, type Tx } from '../../../platform/database/database.ts'
import { zonelessMicrosecond } from '../../../platform/time/clock.ts'

const codesPerUser = 10
const codeLength = 16

type Table = 'recovery_code' | 'admin_recovery_code'

function statementsOf(table: Table) {
  return {
    insert: statement(
      `insert_${table}s`,
      `insert into ${table} (user_id, code_hash, created_at) select $1, unnest($2::bytea[]), $3`,
    ),
    removeAll: statement(`delete_${table}s`, `delete from ${table} where user_id = $1`),
    /** Deletes the code as it is used, so that the second of two requests finds nothing. */
    // guard: recovery-code-once
    use: statement<{ user_id: bigint }>(
      `use_${table}`,
      `delete from ${table} where user_id = $1 and code_hash = $2 returning user_id`,
    ),
    countLeft: statement<{ left: number; created_at: Temporal.Instant | null }>(
      `count_${table}s`,
      `select count(*)::int as left, max(created_at) as created_at from ${table} where user_id = $1`,
    ),
  }
}

/** Bound to its user: the same code of two users has two hashes. */
const hashOf = (userId: bigint, code: string) =>
  createHash('sha256')
    .update(`${userId} ${typedCode(code).replaceAll(/[^A-Z0-9]/g, '')}`)
    .digest()

export type RecoveryCodes = ReturnType<typeof openRecoveryCodes>

/** The recovery codes of one kind of users. @param table refers to its user by `user_id` */
export function openRecoveryCodes(table: Table) {
  const known = statementsOf(table)
  const count = async (sql: Sql, userId: bigint) => (await sql.rows(known.countLeft, [userId]))[0]
  return {
    /** Makes ten new codes in place of the earlier ones. @returns the codes, which are not stored. */
    async renew(sql: Tx, userId: bigint, now: Temporal.Instant): Promise<string[]> {
      const codes = Array.from({ length: codesPerUser }, () => randomReadableCode(codeLength))
      // guard: recovery-codes-renewed
      await sql.rows(known.removeAll, [userId])
      await sql.rows(known.insert, [userId, codes.map((code) => hashOf(userId, code)), now])
      return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
    },

    /** Uses a code. @returns how many are left; undefined if the code is unknown or was used. */
    async use(sql: Tx, userId: bigint, code: string): Promise<number | undefined> {
      const used = await sql.rows(known.use, [userId, hashOf(userId, code)])
      if (used.length === 0) return undefined
      return (await count(sql, userId))?.left ?? 0
    },

    /** How many codes the user has left, and when they were made; null without any. */
    async left(sql: Sql, userId: bigint): Promise<{ left: number; created_at: string | null }> {
      const { left = 0, created_at: at = null } = (await count(sql, userId)) ?? {}
      return { left, created_at: at && zonelessMicrosecond(at) }
    },

    /** Ends all codes of a user. */
    async removeAll(sql: Tx, userId: bigint): Promise<void> {
      await sql.rows(known.removeAll, [userId])
    },
  }
}

/** The recovery codes of merchants' users. */
export const merchantRecoveryCodes = openRecoveryCodes('recovery_code')
