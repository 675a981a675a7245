// One-time links of admin users: how they are given and sent, and whose they are.
import { findLink, saveLink } from '../../accounts/links.ts'
import type { AdminRole } from '../../kernel/admin-roles.ts'
import type { Language } from '../../kernel/language.ts'
import { Problem } from '../../kernel/problem.ts'
import { sealFragment } from '../../messages/content.ts'
import { enqueueMessages } from '../../messages/enqueue-message.ts'
import { type StaffLinkKind, staffLinkContent } from '../../messages/texts/staff.ts'
import { controlStatement, type Sql, type Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { staffProblems as problems } from './problems.ts'

const linkDays = 7

/** The user behind a link. */
export type LinkedUser = {
  id: bigint
  email: string
  name: string
  role: AdminRole
  state: 'INVITED' | 'ACTIVE'
  password_hash: string | null
}
const findUser = controlStatement<LinkedUser>(
  'find_user_of_admin_link',
  `select id, email, name, role, state, password_hash from admin_user where id = $1 and state <> 'REMOVED'`,
)

/** How links reach their users. */
export type LinkNeeds = {
  secrets: Secrets
  baseUrl: string
  /** `mailed`: whether the deployment sends email, in this language. */
  linkDelivery: { mailed: boolean; environment: 'sandbox' | 'production'; language: Language }
}

/** `isWaiting`: it works only after a second admin has approved it. */
type Wanted = {
  userId: bigint
  email: string
  kind: StaffLinkKind
  isWaiting: boolean
  now: Temporal.Instant
}

/**
 * Makes a link in place of an earlier one, and has it sent to its user, unless it waits: an admin who saw it could become the person whom
 * it invites. Only where the deployment sends no email is it returned. @returns `fingerprint`: names this link, and no later one.
 */
export async function giveLink(
  sql: Tx,
  { secrets, baseUrl, linkDelivery }: LinkNeeds,
  { userId, email: address, kind, isWaiting, now }: Wanted,
): Promise<{ given: { url: string | null; link_expires_at: string }; fingerprint: string }> {
  const minutes = linkDays * 24 * 60
  const { token, endsAt, fingerprint } = await saveLink(sql, { accountId: userId, minutes, now, isWaiting })
  const { mailed, environment, language } = linkDelivery
  if (mailed && !isWaiting) {
    const content = staffLinkContent(kind, sealFragment(secrets, token), language)
    const fact = `staff_link:${fingerprint}`
    const message = { environment, merchantId: null, audience: 'admin', kind: 'staff_link', fact } as const
    await enqueueMessages(sql, [{ ...message, channel: 'email', address, language, content }], now)
  }
  // guard: staff-link-unseen
  const url = mailed ? null : `${baseUrl}/console/invitation#${token}`
  return { given: { url, link_expires_at: zonelessMicrosecond(endsAt) }, fingerprint }
}

/** Returns the user of a link. @throws Problem 404 if it is unknown, used or expired, 409 while it waits for its approval. */
export async function userOfLink(sql: Sql, token: string, now: Temporal.Instant): Promise<LinkedUser> {
  const link = await findLink(sql, 'admin', token, now)
  const [user] = link ? await sql.rows(findUser, [link.id]) : []
  if (!user) throw new Problem(problems.link_unusable)
  // guard: staff-link-approval
  if (link?.is_waiting) throw new Problem(problems.link_waiting)
  return user
}
