// The second factor that is typed: a code of an authenticator app, or a recovery code. Wrong codes count towards a lock of the user,
// from wherever they come: a stranger gets here only with the password, so that nobody else can lock a user out.
import { z } from 'zod'
import type { Tx } from '../../platform/database/database.ts'
import { optional } from '../../platform/http/body/body.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { merchantRecoveryCodes, type RecoveryCodes } from './recovery/recovery-codes.ts'
import { merchantTotp, type TotpSecrets } from './totp/totp-secret.ts'

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

/** Uses a code up. @returns `used` for a right code that was used before, `wrong` for any other that is not accepted. */
export type AcceptCode = (
  sql: Tx,
  secrets: Secrets,
  given: { userId: bigint; code: TypedCode; now: Temporal.Instant },
) => Promise<AcceptedCode | 'used' | 'wrong'>

/** Accepts the codes that one kind of users types. */
export function openTypedCodes(totp: TotpSecrets, recoveryCodes: RecoveryCodes): AcceptCode {
  return async (sql, secrets, { userId, code, now }) => {
    if (code.totp !== undefined) {
      const use = await totp.use(sql, secrets, { userId, code: code.totp, now })
      return use === 'accepted' ? { kind: 'totp' } : use
    }
    const left = await recoveryCodes.use(sql, userId, code.recovery_code ?? '')
    return left === undefined ? 'wrong' : { kind: 'recovery_code', left }
  }
}

/** Accepts a code of a merchant's user. */
export const acceptedCode = openTypedCodes(merchantTotp, merchantRecoveryCodes)
