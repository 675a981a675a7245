// Resetting a forgotten password with a one-time link, which the user asks for by email, or an admin creates. The response to who asks
// says nothing about the address, and takes as long for one that has no account.

import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { passwordField } from '../../accounts/account.ts'
import { findLink, placeOfToken, saveRequestedLink, useLink } from '../../accounts/links.ts'
import { clearAccountFailures } from '../../accounts/login-lock.ts'
import { refuseWeak } from '../../accounts/password-rules.ts'
import { endSessions } from '../../accounts/sessions.ts'
import type { MerchantRole } from '../../kernel/merchant-roles.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement } from '../../platform/database/database.ts'
import { check, text } from '../../platform/http/body/body.ts'
import { alertOfPassword, mailPasswordLink, type User } from '../alerts/account-alerts.ts'
import { selfServiceProblems } from '../problems.ts'
import { restartNewDestinations } from './bearer.ts'
import type { LoginNeeds } from './login.ts'

/** How long a link works. */
export const resetMinutes = 60

/** Whose link it is, with the names that the new password must not be. */
const findOwner = controlStatement<User & { merchant: string; name: string }>(
  'find_user_of_reset_link',
  `select u.id, u.email, u.name, m.id as "merchantId", m.name as merchant, m.environment
     from merchant_user u join shared.merchant m on m.id = u.merchant_id where u.id = $1`,
)
/** Confirms no email: the account may be one that a stranger made with it, whose keys and other users go on. */
const setPassword = controlStatement<{ role: MerchantRole }>(
  'set_forgotten_password',
  'update merchant_user set password_hash = $2 where id = $1 returning role',
)

export const resetSchema = z.object({ token: z.string().max(200), new_password: passwordField })

const findPlace = controlStatement<{ cell: number }>(
  'find_place_of_reset_link',
  `select m.cell from account_link l join merchant_user u on u.id = l.account_id join shared.merchant m on m.id = u.merchant_id
    where l.token_hash = $1`,
)

/** The cell of the merchant whose user has the link in the body. */
export const placeOfResetLink = placeOfToken(findPlace)

/**
 * Sets the new password of a user, ends what the old one was trusted with, and clears their sign-in locks. API keys keep working.
 * @throws InvalidBody, Problem 400 for a weak password, 404 for a token that is unknown, used or expired, 503.
 */
export async function resetPassword(needs: LoginNeeds, body: unknown, address: string): Promise<void> {
  const { db, secrets, clock, passwords } = needs
  const { token, new_password } = check(resetSchema, body, 'body')
  const link = await findLink(db, 'merchant_user', token, clock.now())
  const [owner] = link ? await db.rows(findOwner, [link.id]) : []
  if (!owner) throw new Problem(selfServiceProblems.reset_link_unusable)
  refuseWeak(new_password, [owner.merchant, owner.name, owner.email])
  const turn = { queue: 'session', merchantId: owner.merchantId, address } as const
  const passwordHash = await passwords.hash(new_password, turn)
  await db.transaction(async (sql) => {
    const used = await useLink(sql, 'merchant_user', token, clock.now())
    const [changed] = used === owner.id ? await sql.rows(setPassword, [used, passwordHash]) : []
    if (!changed) throw new Problem(selfServiceProblems.reset_link_unusable)
    // guard: password-reset-sessions
    await endSessions(sql, owner.id)
    // guard: password-reset-destinations
    await restartNewDestinations(sql, needs, { ...owner, ...changed })
    // guard: password-alert
    await alertOfPassword(sql, 'password_changed', owner, clock.now())
    // guard: password-reset-lock
    await clearAccountFailures(sql, secrets, owner)
  })
}

export const forgottenSchema = z.object({ email: text({ min: 3, max: 254 }).toLowerCase() })

/** Longer than the link takes to be stored. */
const responseMs = 400

/** Only the user who has confirmed the email: any other account with it may be a stranger's, into which the link would lead its owner. */
// guard: reset-link-of-owner
const findUser = controlStatement<User>(
  'find_user_with_forgotten_password',
  `select u.id, u.email, u.merchant_id as "merchantId", m.environment
     from merchant_user u join shared.merchant m on m.id = u.merchant_id
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
    const link = await saveRequestedLink(sql, { accountId: user.id, minutes: resetMinutes, now })
    if (link) await mailPasswordLink(sql, secrets, user, link, now)
  })
}
