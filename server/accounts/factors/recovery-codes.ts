// Recovery codes: ten one-time codes for a lost phone, shown once and stored as hashes. With 79 random bits each, a plain hash cannot
// be reversed by trying.
import { randomReadableCode } from '../../kernel/id.ts'
import { typedCode } from '../../kernel/text/typed-text.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { hashOf } from '../account.ts'

const codesPerAccount = 10
const codeLength = 16

const insert = statement(
  'insert_recovery_codes',
  'insert into recovery_code (account_id, code_hash, created_at) select $1, unnest($2::bytea[]), $3',
)
const removeAll = statement('delete_recovery_codes', 'delete from recovery_code where account_id = $1')
/** Deletes the code as it is used, so that the second of two requests finds nothing. */
// guard: recovery-code-once
const use = statement<{ account_id: bigint }>(
  'use_recovery_code',
  'delete from recovery_code where account_id = $1 and code_hash = $2 returning account_id',
)
const countLeft = statement<{ left: number; created_at: Temporal.Instant | null }>(
  'count_recovery_codes',
  'select count(*)::int as left, max(created_at) as created_at from recovery_code where account_id = $1',
)

/** Bound to its account: the same code of two accounts has two hashes. */
const hashOfCode = (accountId: bigint, code: string) =>
  hashOf(`${accountId} ${typedCode(code).replaceAll(/[^A-Z0-9]/g, '')}`)

const count = async (sql: Sql, accountId: bigint) => (await sql.rows(countLeft, [accountId]))[0]

/** Makes ten new codes in place of the earlier ones. @returns the codes, which are not stored. */
export async function renewRecoveryCodes(
  sql: Tx,
  accountId: bigint,
  now: Temporal.Instant,
): Promise<string[]> {
  const codes = Array.from({ length: codesPerAccount }, () => randomReadableCode(codeLength))
  // guard: recovery-codes-renewed
  await sql.rows(removeAll, [accountId])
  await sql.rows(insert, [accountId, codes.map((code) => hashOfCode(accountId, code)), now])
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
}

/** Uses a code. @returns how many are left; undefined if the code is unknown or was used. */
export async function useRecoveryCode(sql: Tx, accountId: bigint, code: string): Promise<number | undefined> {
  const used = await sql.rows(use, [accountId, hashOfCode(accountId, code)])
  if (used.length === 0) return undefined
  return (await count(sql, accountId))?.left ?? 0
}

/** How many codes the account has left, and when they were made; null without any. */
export async function recoveryCodesLeft(
  sql: Sql,
  accountId: bigint,
): Promise<{ left: number; created_at: string | null }> {
  const { left = 0, created_at: at = null } = (await count(sql, accountId)) ?? {}
  return { left, created_at: at && zonelessMicrosecond(at) }
}

/** Ends all codes of an account. */
export async function removeRecoveryCodes(sql: Tx, accountId: bigint): Promise<void> {
  await sql.rows(removeAll, [accountId])
}
