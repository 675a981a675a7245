// Uses a code of an account up: of the authenticator app or, without the phone, a recovery code.
import type { ProblemSpec } from '../../kernel/problem.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { type Clock, deviceTime } from '../../platform/time/clock.ts'
import { clearFailures, codeAttempterOf, judgeAttempt, requireAccepted } from '../login-lock.ts'
import { acceptCode, type TypedCode } from './typed-code.ts'

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
