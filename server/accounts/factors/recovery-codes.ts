// Recovery codes: ten one-time codes for a lost phone, shown once and stored as hashes. With 79 random bits each, a plain hash cannot
// be reversed by trying.
import { randomReadableCode } from '../../kernel/id.ts'
import { typedCode } from '../../kernel/text/typed-text.ts'
import { controlStatement, type Sql, type Tx } from '../../platform/database/database.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { hashOf } from '../account.ts'

const codesPerAccount = 10
const codeLength = 16

/** Replaces the codes that are left. */
// guard: recovery-codes-renewed
const save = controlStatement(
  'save_recovery_codes',
  'update account set recovery_hashes = $2::bytea[], recovery_codes_at = $3 where id = $1',
)
/** Removes the code as it is used, so that the second of two requests finds nothing. */
// guard: recovery-code-once
const use = controlStatement<{ left: number }>(
  'use_recovery_code',
  `update account set recovery_hashes = array_remove(recovery_hashes, $2::bytea)
    where id = $1 and $2::bytea = any(recovery_hashes) returning cardinality(recovery_hashes) as left`,
)
const countLeft = controlStatement<{ left: number; created_at: Temporal.Instant | null }>(
  'count_recovery_codes',
  `select cardinality(recovery_hashes) as left, case when recovery_hashes <> '{}' then recovery_codes_at end as created_at
     from account where id = $1`,
)

/** Bound to its account: the same code of two accounts has two hashes. */
const hashOfCode = (accountId: bigint, code: string) =>
  hashOf(`${accountId} ${typedCode(code).replaceAll(/[^A-Z0-9]/g, '')}`)

/** Makes ten new codes in place of the earlier ones. @returns the codes, which are not stored. */
export async function renewRecoveryCodes(
  sql: Tx,
  accountId: bigint,
  now: Temporal.Instant,
): Promise<string[]> {
  const codes = Array.from({ length: codesPerAccount }, () => randomReadableCode(codeLength))
  await sql.rows(save, [accountId, codes.map((code) => hashOfCode(accountId, code)), now])
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
}

/** Uses a code. @returns how many are left; undefined if the code is unknown or was used. */
export async function useRecoveryCode(sql: Tx, accountId: bigint, code: string): Promise<number | undefined> {
  const [used] = await sql.rows(use, [accountId, hashOfCode(accountId, code)])
  return used?.left
}

/** How many codes the account has left, and when they were made; null without any. */
export async function recoveryCodesLeft(
  sql: Sql,
  accountId: bigint,
): Promise<{ left: number; created_at: string | null }> {
  const [{ left = 0, created_at: at = null } = {}] = await sql.rows(countLeft, [accountId])
  return { left, created_at: at && zonelessMicrosecond(at) }
}

/** Ends all codes of an account. */
export async function removeRecoveryCodes(sql: Tx, accountId: bigint): Promise<void> {
  await sql.rows(save, [accountId, [], null])
}
