// The second factor that is typed: a code of an authenticator app, or a recovery code. Wrong codes count towards a lock of the user,
// from wherever they come: a stranger gets here only with the password, so that nobody else can lock a user out.
import { z } from 'zod'
import type { ProblemSpec } from '../../kernel/problem.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { optional } from '../../platform/http/body/body.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Clock, deviceTime } from '../../platform/time/clock.ts'
import { clearFailures, codeAttempterOf, judgeAttempt, requireAccepted } from '../login-lock.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { useTotp } from './totp.ts'

/** The fields of a body that give a code. */
export const codeFields = {
  totp: optional(z.string().max(20)).meta({ description: 'The code of the authenticator app.' }),
  recovery_code: optional(z.string().max(60)).meta({ description: 'One of the recovery codes.' }),
}

export type TypedCode = { totp?: string | undefined; recovery_code?: string | undefined }

/** How a code was accepted; of recovery codes, with how many are left. */
type AcceptedCode = { kind: 'totp' } | { kind: 'recovery_code'; left: number }

export const isGiven = ({ totp, recovery_code }: TypedCode) =>
  totp !== undefined || recovery_code !== undefined

/** Uses a code of an account up. @returns `used` for a right code that was used before, `wrong` for any other that is not accepted. */
async function acceptCode(
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

export type CodeNeeds = { db: Database; clock: Clock; log: Log; secrets: Secrets }

/** Whose codes they are. `recordRecovery` records the use of a recovery code, with how many are left. */
export type CodeOwner = { id: bigint; recordRecovery(sql: Tx, left: number): Promise<void> }

/**
 * Does the work in the transaction that uses the code up. Wrong codes count from every address: whoever gives one knows the password.
 * @param refusal for a code that is wrong or was used. @throws Problem 429
 */
export async function withCode<Result>(
  needs: CodeNeeds,
  { owner, code, refusal }: { owner: CodeOwner; code: TypedCode; refusal: ProblemSpec },
  work: (sql: Tx) => Promise<Result>,
): Promise<Result> {
  const { db, secrets, clock } = needs
  const attempter = codeAttempterOf(secrets, owner)
  // guard: code-lock
  return judgeAttempt(needs, attempter, () =>
    db.transaction(async (sql) => {
      const given = { accountId: owner.id, code, now: deviceTime(clock) }
      // guard: typed-code
      const used = requireAccepted(await acceptCode(sql, secrets, given), refusal)
      await clearFailures(sql, attempter)
      if (used.kind === 'recovery_code') await owner.recordRecovery(sql, used.left)
      return work(sql)
    }),
  )
}
