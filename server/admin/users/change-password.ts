// Changing the own password, under the lock of signing in. All other sessions of the user end.

import { z } from 'zod'
import { passwordField } from '../../accounts/account.ts'
import { judgeAttempt, WrongSecret } from '../../accounts/login-lock.ts'
import { placeholderHash } from '../../accounts/passwords/password.ts'
import { refuseWeak } from '../../accounts/passwords/password-rules.ts'
import { endSessions } from '../../accounts/sessions.ts'
import { Problem } from '../../kernel/problem.ts'
import { statement } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import type { Admin } from '../access.ts'
import { audit } from '../audit.ts'
import { staffProblems as problems } from './problems.ts'
import { ownSession } from './sessions.ts'
import { type SignInNeeds, staffAttempter } from './sign-in.ts'

export const passwordSchema = z.object({ current_password: passwordField, new_password: passwordField })

const findPassword = statement<{ password_hash: string }>(
  'find_admin_password',
  `select password_hash from admin_user where id = $1 and state = 'ACTIVE'`,
)
/** Replaces the hash only if it is still the one that was verified. */
const replacePassword = statement<{ id: bigint }>(
  'replace_admin_password',
  'update admin_user set password_hash = $3 where id = $1 and password_hash = $2 returning id',
)

/** @throws InvalidBody, Problem 400 for a wrong or weak password, 409 for a token, which has no user account, 429, 503 */
export async function changeStaffPassword(needs: SignInNeeds, admin: Admin, body: unknown): Promise<void> {
  const { db, secrets, clock, passwords } = needs
  const { current_password, new_password } = check(passwordSchema, body, 'body')
  const session = ownSession(admin)
  refuseWeak(new_password, [session.name, session.email])
  const who = staffAttempter(secrets, session.email, admin.address)
  await judgeAttempt(needs, who, async () => {
    const [known] = await db.rows(findPassword, [session.id])
    const before = known?.password_hash ?? placeholderHash
    const { matches } = await passwords.verify(before, current_password, 'staff')
    // guard: staff-current-password
    if (!matches) throw new WrongSecret(problems.password_wrong)
    const after = await passwords.hash(new_password, 'staff')
    await db.transaction(async (sql) => {
      const now = clock.now()
      const replaced = await sql.rows(replacePassword, [session.id, before, after])
      if (replaced.length === 0) throw new Problem(problems.password_wrong)
      // guard: staff-password-sessions
      await endSessions(sql, session.id, session.tokenHash)
      audit(sql, secrets, {
        admin,
        action: 'staff.password_changed',
        subject: session.email,
        detail: {},
        now,
      })
    })
  })
}
