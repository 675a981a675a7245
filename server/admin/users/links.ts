// One-time links of admin users, at most one per user, found by the hash of its token. The token is in the URL fragment, which browsers
// never send, so it cannot end up in a log or in a referrer.
import { hashOf } from '../../accounts/account.ts'
import type { AdminRole } from '../../kernel/admin-roles.ts'
import { randomSecret } from '../../kernel/id.ts'
import type { Language } from '../../kernel/language.ts'
import { Problem } from '../../kernel/problem.ts'
import { sealFragment } from '../../messages/content.ts'
import { enqueueMessages } from '../../messages/enqueue-message.ts'
import { type StaffLinkKind, staffLinkContent } from '../../messages/texts/staff.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Clock, zonelessMicrosecond } from '../../platform/time/clock.ts'
import { staffProblems as problems } from './problems.ts'

export const linkDays = 7
const maxDeleted = 1_000

const save = statement(
  'save_admin_link',
  `insert into admin_link (user_id, token_hash, is_waiting, created_at, expires_at) values ($1, $2, $3, $4, $5)
   on conflict (user_id) do update
     set token_hash = excluded.token_hash, is_waiting = excluded.is_waiting, created_at = excluded.created_at,
         expires_at = excluded.expires_at`,
)
/** The user behind a link. */
export type LinkedUser = {
  id: bigint
  email: string
  name: string
  role: AdminRole
  state: 'INVITED' | 'ACTIVE'
  password_hash: string | null
  is_waiting: boolean
}
// guard: staff-link-expiry
const find = statement<LinkedUser>(
  'find_admin_link',
  `select u.id, u.email, u.name, u.role, u.state, u.password_hash, l.is_waiting
     from admin_link l join admin_user u on u.id = l.user_id
    where l.token_hash = $1 and l.expires_at > $2 and u.state <> 'REMOVED'`,
)
/** Deletes the link as it is used, so that the second of two requests with one token finds nothing. */
const use = statement<{ user_id: bigint }>(
  'use_admin_link',
  'delete from admin_link where token_hash = $1 and expires_at > $2 and not is_waiting returning user_id',
)
/** Only the link that was requested: a later one may be another person's. */
// guard: approved-staff-link
const approve = statement<{ user_id: bigint }>(
  'approve_admin_link',
  `update admin_link set is_waiting = false
    where user_id = $1 and is_waiting and expires_at > $2 and encode(token_hash, 'hex') = $3 returning user_id`,
)
const remove = statement('delete_admin_link', 'delete from admin_link where user_id = $1')
const forgetOld = statement<{ user_id: bigint }>(
  'forget_admin_links',
  `delete from admin_link where user_id in (
     select user_id from admin_link where expires_at <= $1 limit ${maxDeleted})
   returning user_id`,
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
  const token = randomSecret()
  const endsAt = now.add({ hours: 24 * linkDays })
  await sql.rows(save, [userId, hashOf(token), isWaiting, now, endsAt])
  const { mailed, environment, language } = linkDelivery
  if (mailed && !isWaiting) {
    const content = staffLinkContent(kind, sealFragment(secrets, token), language)
    const fact = `staff_link:${hashOf(token).toString('hex')}`
    const message = { environment, merchantId: null, audience: 'admin', kind: 'staff_link', fact } as const
    await enqueueMessages(sql, [{ ...message, channel: 'email', address, language, content }], now)
  }
  // guard: staff-link-unseen
  const url = mailed ? null : `${baseUrl}/console/invitation#${token}`
  return {
    given: { url, link_expires_at: zonelessMicrosecond(endsAt) },
    fingerprint: hashOf(token).toString('hex'),
  }
}

/** Returns the user of a link. @throws Problem 404 if it is unknown, used or expired, 409 while it waits for its approval. */
export async function userOfLink(sql: Sql, token: string, now: Temporal.Instant): Promise<LinkedUser> {
  const [user] = await sql.rows(find, [hashOf(token), now])
  if (!user) throw new Problem(problems.link_unusable)
  // guard: staff-link-approval
  if (user.is_waiting) throw new Problem(problems.link_waiting)
  return user
}

/** Uses a link up. @throws Problem 404 */
export async function useLink(sql: Tx, token: string, now: Temporal.Instant): Promise<void> {
  if ((await sql.rows(use, [hashOf(token), now])).length === 0) throw new Problem(problems.link_unusable)
}

/** Makes the link with this fingerprint work, which waited for its approval. @returns false if it is there no more. */
export async function approveLink(
  sql: Tx,
  userId: bigint,
  fingerprint: string,
  now: Temporal.Instant,
): Promise<boolean> {
  return (await sql.rows(approve, [userId, now, fingerprint])).length === 1
}

/** Ends the link of a user. */
export async function removeLink(sql: Tx, userId: bigint): Promise<void> {
  await sql.rows(remove, [userId])
}

/** Deletes expired links; returns true when there may be more to delete. */
export async function forgetStaffLinks({ db, clock }: { db: Sql; clock: Clock }): Promise<boolean> {
  return (await db.rows(forgetOld, [clock.now()])).length === maxDeleted
}
