// Recovery codes: ten one-time codes for a lost phone, shown once and stored as hashes. With 79 random bits each, a plain hash cannot
// be reversed by trying.
import { createHash } from 'node:crypto'
import { randomReadableCode } from '../../../kernel/id.ts'
import { statement, type Tx } from '../../../platform/database/database.ts'

const codesPerUser = 10
const codeLength = 16

const insert = statement(
  'insert_recovery_codes',
  'insert into recovery_code (user_id, code_hash, created_at) select $1, unnest($2::bytea[]), $3',
)
const removeAll = statement('delete_recovery_codes', 'delete from recovery_code where user_id = $1')
/** Deletes the code as it is used, so that the second of two requests finds nothing. */
// guard: recovery-code-once
const use = statement<{ user_id: bigint }>(
  'use_recovery_code',
  'delete from recovery_code where user_id = $1 and code_hash = $2 returning user_id',
)
const countLeft = statement<{ left: number }>(
  'count_recovery_codes',
  'select count(*)::int as left from recovery_code where user_id = $1',
)

/** Bound to its user: the same code of two users has two hashes. */
const hashOf = (userId: bigint, code: string) =>
  createHash('sha256')
    .update(`${userId} ${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`)
    .digest()

/** Makes ten new codes in place of the earlier ones. @returns the codes, which are not stored. */
export async function renewRecoveryCodes(sql: Tx, userId: bigint, now: Temporal.Instant): Promise<string[]> {
  const codes = Array.from({ length: codesPerUser }, () => randomReadableCode(codeLength))
  // guard: recovery-codes-renewed
  await sql.rows(removeAll, [userId])
  await sql.rows(insert, [userId, codes.map((code) => hashOf(userId, code)), now])
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
}

/** Uses a code. @returns how many are left; undefined if the code is unknown or was used. */
export async function useRecoveryCode(sql: Tx, userId: bigint, code: string): Promise<number | undefined> {
  const used = await sql.rows(use, [userId, hashOf(userId, code)])
  if (used.length === 0) return undefined
  const [counted] = await sql.rows(countLeft, [userId])
  return counted?.left ?? 0
}

/** Ends all codes of a user. */
export async function removeRecoveryCodes(sql: Tx, userId: bigint): Promise<void> {
  await sql.rows(removeAll, [userId])
}
