// A user who has forgotten the password asks for a link by email. The response says nothing about the address, and takes as long for
// one that has no account.
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { Problem } from '../../../kernel/problem.ts'
import { statement } from '../../../platform/database/database.ts'
import { check, text } from '../../../platform/http/body/body.ts'
import { mailPasswordLink, type User } from '../../alerts/password-alert.ts'
import { selfServiceProblems } from '../../problems.ts'
import type { LoginNeeds } from '../login.ts'
import { saveRequestedLink } from './reset-link.ts'

export const forgottenSchema = z.object({ email: text({ min: 3, max: 254 }).toLowerCase() })

/** Longer than the link takes to be stored. */
const responseMs = 400

/** Only the user who has confirmed the email: any other account with it may be a stranger's, into which the link would lead its owner. */
// guard: reset-link-of-owner
const findUser = statement<User>(
  'find_user_with_forgotten_password',
  `select u.id, u.email, u.merchant_id as "merchantId", m.environment
     from merchant_user u join merchant m on m.id = u.merchant_id
    where u.email = $1 and u.email_confirmed_at is not null`,
)

/**
 * Has a link sent to the user who has confirmed this email, at most one in ten minutes, and none while two are good.
 * @param needs.mailsLinks whether the deployment sends email. @throws InvalidBody, Problem 403 where it does not.
 */
export async function requestResetLink(
  needs: LoginNeeds & { mailsLinks: boolean },
  body: unknown,
): Promise<void> {
  const { email } = check(forgottenSchema, body, 'body')
  if (!needs.mailsLinks) throw new Problem(selfServiceProblems.links_not_mailed)
  // guard: forgotten-password-time
  await Promise.all([mailTo(needs, email), pause(responseMs)])
}

async function mailTo({ db, secrets, clock }: LoginNeeds, email: string): Promise<void> {
  const [user] = await db.rows(findUser, [email])
  if (!user) return
  await db.transaction(async (sql) => {
    const now = clock.now()
    const link = await saveRequestedLink(sql, user.id, now)
    if (link) await mailPasswordLink(sql, secrets, user, link, now)
  })
}
