// What whoever is signed in does with their own password: gives it to confirm their identity, and replaces it. Both under the lock of
// signing in.
import { z } from 'zod'
import { Problem } from '../kernel/problem.ts'
import type { Database, Statement, Tx } from '../platform/database/database.ts'
import type { Log } from '../platform/process/log.ts'
import type { Clock } from '../platform/time/clock.ts'
import { passwordField } from './account.ts'
import { type Attempter, judgeAttempt, WrongSecret } from './login-lock.ts'
import { type HashTurn, type Passwords, placeholderHash } from './password.ts'
import { refuseWeak } from './password-rules.ts'
import { accountProblems as problems } from './problems.ts'
import { endSessions, type SessionToken } from './sessions.ts'

export const passwordChangeSchema = z.object({ current_password: passwordField, new_password: passwordField })

type Needs = { db: Database; clock: Clock; log: Log; passwords: Passwords }

/** Whose password it is. `find` finds its hash by the id. `failures` limits the guesses of the address, where they are limited. */
export type PasswordOwner = SessionToken & {
  id: bigint
  attempter: Attempter
  turn: HashTurn
  find: Statement<{ password_hash: string }>
  failures?: { refuseFlood(): void; count(): void }
}

/** Does the work if the password is right; it gets the hash. @throws Problem 400 for a wrong password, 429, 503 */
export async function withOwnPassword(
  needs: Needs,
  { id, attempter, turn, find, failures }: PasswordOwner,
  password: string,
  work: (hash: string) => Promise<void>,
): Promise<void> {
  await judgeAttempt(needs, attempter, async () => {
    // guard: own-password-failures
    failures?.refuseFlood()
    const [known] = await needs.db.rows(find, [id])
    const hash = known?.password_hash ?? placeholderHash
    const { matches } = await needs.passwords.verify(hash, password, turn)
    if (!matches) failures?.count()
    // guard: current-password
    if (!matches) throw new WrongSecret(problems.password_wrong)
    await work(hash)
  })
}

/**
 * Replaces the password, and ends the other sessions of the user.
 * @param change.names of the owner, which the new password must not be made of.
 * @param change.replace sets the hash $3 for the user $1 if it is still $2, the one that was verified.
 * @param change.record what else follows, in the same transaction. @throws Problem 400 for a wrong or weak password, 429, 503
 */
export async function changeOwnPassword<Row>(
  needs: Needs,
  owner: PasswordOwner,
  sent: z.output<typeof passwordChangeSchema>,
  change: { names: readonly string[]; replace: Statement<Row>; record(sql: Tx, row: Row): Promise<void> },
): Promise<void> {
  refuseWeak(sent.new_password, change.names)
  await withOwnPassword(needs, owner, sent.current_password, async (before) => {
    const after = await needs.passwords.hash(sent.new_password, owner.turn)
    await needs.db.transaction(async (sql) => {
      const [replaced] = await sql.rows(change.replace, [owner.id, before, after])
      if (!replaced) throw new Problem(problems.password_wrong)
      // guard: password-sessions
      await endSessions(sql, owner.id, owner.tokenHash)
      await change.record(sql, replaced)
    })
  })
}
