// The second factor that is typed: a code of an authenticator app, or a recovery code. Wrong codes count towards a lock of the user,
// from wherever they come: a stranger gets here only with the password, so that nobody else can lock a user out.
import { z } from 'zod'
import type { Tx } from '../../platform/database/database.ts'
import { optional } from '../../platform/http/body/body.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { useTotp } from './totp-secret.ts'

/** The fields of a body that give a code. */
export const codeFields = {
  totp: optional(z.string().max(20)).meta({ description: 'The code of the authenticator app.' }),
  recovery_code: optional(z.string().max(60)).meta({ description: 'One of the recovery codes.' }),
}

export type TypedCode = { totp?: string | undefined; recovery_code?: string | undefined }

/** How a code was accepted; of recovery codes, with how many are left. */
export type AcceptedCode = { kind: 'totp' } | { kind: 'recovery_code'; left: number }

export const isGiven = ({ totp, recovery_code }: TypedCode) =>
  totp !== undefined || recovery_code !== undefined

/** Uses a code of an account up. @returns `used` for a right code that was used before, `wrong` for any other that is not accepted. */
export async function acceptCode(
  sql: Tx,
  secrets: Secrets,
  { accountId, code, now }: { accountId: bigint; code: TypedCode; now: Temporal.Instant },
): Promise<AcceptedCode | 'used' | 'wrong'> {
  if (code.totp !== undefined) {
    const use = await useTotp(sql, secrets, { accountId, code: code.totp, now })
    return use === 'accepted' ? { kind: 'totp' } : use
  }
  const left = await useRecoveryCode(sql, accountId, code.recovery_code ?? '')
  return left === undefined ? 'wrong' : { kind: 'recovery_code', left }
}
