// Password reset for merchants' users: an admin has a one-time link sent to the user. Only where the deployment sends no email does
// the admin see it, and sends it over another channel.

import { saveLink } from '../../accounts/links.ts'
import { type Admin, accessProblems, hasRight } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import type { Environment } from '../../kernel/environment.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement } from '../../platform/database/database.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { alertOfPassword, mailPasswordLink } from '../alerts/account-alerts.ts'
import { selfServiceProblems } from '../problems.ts'
import { resetMinutes } from '../sign-in/reset-password.ts'
import { lockedMerchant, type MerchantAdminNeeds } from './directory.ts'

/** The user with an email; without one, the first owner, who has the merchant's email as long as that user exists. */
const findUser = controlStatement<{ id: bigint; email: string; environment: Environment }>(
  'find_user_for_password_reset',
  `select u.id, u.email, m.environment from merchant_user u join shared.merchant m on m.id = u.merchant_id
    where m.id = $1 and ($2::text is null or u.email = $2)
    order by u.role = 'owner' desc, u.email = m.email desc, u.id limit 1`,
)

/** `url` is null where the link was sent to the user. */
type ResetLink = { merchant_code: string; email: string; url: string | null; expires_at: string }

export type ResetLinkNeeds = {
  baseUrl: string
  /** `mailed`: whether email leaves the deployment. */
  linkDelivery: { mailed: boolean; environment: Environment }
}

/**
 * Creates a one-time link that replaces any earlier one. The token is in the URL fragment, which browsers never send, so it
 * cannot end up on another server, in a log or in a referrer. @param email of the user; of the merchant's first owner where it is
 * absent. @throws Problem 403 in production without email for a role that may not manage admins, 404
 */
export async function createResetLink(
  { db, secrets, clock, baseUrl, linkDelivery }: MerchantAdminNeeds & ResetLinkNeeds,
  code: string,
  { admin, reason, email: wanted }: { admin: Admin; reason: string; email?: string | undefined },
): Promise<ResetLink> {
  const { mailed, environment } = linkDelivery
  // guard: shown-link-of-owners
  if (environment === 'production' && !mailed && !hasRight(admin, 'staff'))
    throw new Problem(accessProblems.role_refused)
  return db.transaction(async (sql) => {
    const id = await lockedMerchant(sql, code)
    const now = clock.now()
    const [user] = await sql.rows(findUser, [id, wanted ?? null])
    if (!user) throw new Problem(selfServiceProblems.user_unknown)
    const link = await saveLink(sql, { accountId: user.id, minutes: resetMinutes, now })
    const { email } = user
    const owner = { ...user, merchantId: id }
    // guard: password-link-alert
    if (!mailed) await alertOfPassword(sql, 'password_link_created', owner, now)
    else await mailPasswordLink(sql, secrets, owner, link, now)
    const action = 'merchant.password_reset_link_created'
    audit(sql, secrets, { admin, action, subject: code, detail: { reason, email }, now })
    // An admin who saw the link could take the account over.
    // guard: password-link-unseen
    const url = mailed ? null : `${baseUrl}/portal/new-password#${link.token}`
    return { merchant_code: code, email, url, expires_at: zonelessMicrosecond(link.endsAt) }
  })
}
