// Resetting a forgotten password with the one-time link that an admin created. The link works for an hour.
import { z } from 'zod'
import { passwordField } from '../../../accounts/credential-fields.ts'
import { clearAccountFailures } from '../../../accounts/login-lock.ts'
import { refuseWeak } from '../../../accounts/passwords/password-rules.ts'
import { endSessions } from '../../../accounts/sessions.ts'
import { Problem } from '../../../kernel/problem.ts'
import { check } from '../../../platform/http/body/body.ts'
import { alertOfPassword } from '../../alerts/password-alert.ts'
import { selfServiceProblems } from '../../problems.ts'
import { restartNewDestinations } from '../bearer.ts'
import type { LoginNeeds } from '../login.ts'
import { ownerOfLink, useResetLink } from './reset-link.ts'

export const resetSchema = z.object({ token: z.string().max(200), new_password: passwordField })

/**
 * Sets the new password of a user, ends what the old one was trusted with, and clears their sign-in locks. API keys keep working.
 * @throws InvalidBody, Problem 400 for a weak password, 404 for a token that is unknown, used or expired, 503.
 */
export async function resetPassword(needs: LoginNeeds, body: unknown, address: string): Promise<void> {
  const { db, secrets, clock, passwords } = needs
  const { token, new_password } = check(resetSchema, body, 'body')
  const owner = await ownerOfLink(db, token, clock.now())
  if (!owner) throw new Problem(selfServiceProblems.reset_link_unusable)
  refuseWeak(new_password, [owner.merchant, owner.name, owner.email])
  const turn = { queue: 'session', merchantId: owner.merchant_id, address } as const
  const passwordHash = await passwords.hash(new_password, turn)
  await db.transaction(async (sql) => {
    const used = await useResetLink(sql, { token, passwordHash, now: clock.now() })
    if (!used) throw new Problem(selfServiceProblems.reset_link_unusable)
    // guard: password-reset-sessions
    await endSessions(sql, used.id)
    // guard: password-reset-destinations
    await restartNewDestinations(sql, needs, used)
    // guard: password-alert
    await alertOfPassword(sql, 'password_changed', used, clock.now())
    // guard: password-reset-lock
    await clearAccountFailures(sql, secrets, used)
  })
}
