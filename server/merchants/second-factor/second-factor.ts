// The second factor that is typed: a code of an authenticator app, or a recovery code. Wrong codes count towards a lock of the user,
// from wherever they come: a stranger gets here only with the password, so that nobody else can lock a user out.
import { z } from 'zod'
import type { Tx } from '../../platform/database/database.ts'
import { optional } from '../../platform/http/body/body.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { useRecoveryCode } from './recovery/recovery-codes.ts'
import { merchantTotp } from './totp/totp-secret.ts'

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

/** Uses a code up; undefined if it is wrong or was used before. */
export async function acceptedCode(
  sql: Tx,
  secrets: Secrets,
  { userId, code, now }: { userId: bigint; code: TypedCode; now: Temporal.Instant },
): Promise<AcceptedCode | undefined> {
  if (code.totp !== undefined)
    return (await merchantTotp.use(sql, secrets, { userId, code: code.totp, now }))
      ? { kind: 'totp' }
      : undefined
  const left = await useRecoveryCode(sql, userId, code.recovery_code ?? '')
  return left === undefined ? undefined : { kind: 'recovery_code', left }
}
