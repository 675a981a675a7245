// Invites users by a one-time link, which is mailed to them; an owner who saw it could become the person whom it invites. Only where the
// deployment sends no email does the owner see it, and sends it over another channel. The link works for a week. Its token is in the URL
// fragment, which browsers never send, so it cannot end up in a log or in a referrer.
import { hashOf } from '../../accounts/account.ts'
import { expiry } from '../../accounts/forget-sign-ins.ts'
import { randomSecret } from '../../kernel/id.ts'
import { Problem } from '../../kernel/problem.ts'
import { sealFragment } from '../../messages/content.ts'
import { controlStatement, type Sql, type Tx } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { alertMerchant } from '../alerts/alert-merchant.ts'
import { forgetCodes } from '../alerts/confirmation-code.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import { requireStepUp } from '../sign-in/step-up.ts'
import { auditUser, type UserCall, type UserNeeds } from './change-user.ts'
import { type InvitationRow, invitationSchema, renderInvitation } from './users.ts'

const windowHours = 24
/** Before and after the inviter has confirmed their own email. */
const maxUnconfirmed = 10
const maxConfirmed = 100

type Mailed = { count: number; first_at: Temporal.Instant | null; is_confirmed: boolean }
/** Revoked invitations count too: they were mailed. */
const findMailed = controlStatement<Mailed>(
  'find_mailed_invitations',
  `select count(*)::int as count, min(created_at) as first_at,
          (select email_confirmed_at is not null from merchant_user where id = $2) as is_confirmed
     from message where merchant_id = $1 and kind = 'invitation' and created_at > $3`,
)

/**
 * Refuses an invitation that is one too many for the day. The inviter's row must be locked, so that invitations at the same moment see
 * one another. @throws Problem 429
 */
async function limitInvitations(
  sql: Tx,
  { merchantId, inviterId }: { merchantId: bigint; inviterId: bigint },
  now: Temporal.Instant,
): Promise<void> {
  const values = [merchantId, inviterId, now.subtract({ hours: windowHours })]
  const [mailed] = await sql.rows(findMailed, values)
  if (!mailed?.first_at) return
  const freeAt = mailed.first_at.add({ hours: windowHours })
  const retryAfter = String(Math.max(1, Math.ceil(now.until(freeAt).total('seconds'))))
  // guard: invitations-a-day
  if (mailed.count >= (mailed.is_confirmed ? maxConfirmed : maxUnconfirmed))
    throw new Problem(requestProblems.rate_limited, {}, { 'retry-after': retryAfter })
}

const invitationDays = 7
const maxUsers = 100

const findStanding = controlStatement<{ exists: boolean; taken: number }>(
  'find_standing_for_invitation',
  `select exists (select from merchant_user where merchant_id = $1 and email = $2) as exists,
          (select count(*)::int from merchant_user where merchant_id = $1)
          + (select count(*)::int from invitation where merchant_id = $1 and expires_at > $3 and email <> $2) as taken`,
)
/**
 * Only while the inviter is an owner, whose row is locked: a removal at the same moment ends the invitation or prevents it. Invitations
 * that shared the lock, one after another, would keep other owners from removing the inviter.
 */
// guard: inviting-owner
export const saveInvitation = controlStatement<InvitationRow>(
  'save_invitation',
  `with inviter as materialized (
     select id, merchant_id, email from merchant_user where id = $1 and role = 'owner' for no key update
   ), saved as (
     insert into invitation as i (merchant_id, email, role, token_hash, invited_by, created_at, expires_at, is_mailed)
     select merchant_id, $2, $3, $4, id, $5, $6, $7 from inviter
     on conflict (merchant_id, email) do update
       set invitation_id = excluded.invitation_id, role = excluded.role, token_hash = excluded.token_hash,
           invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at,
           is_mailed = excluded.is_mailed
     returning i.invitation_id, i.email, i.role, i.invited_by, i.created_at, i.expires_at)
   select s.invitation_id, s.email, s.role, inviter.email as invited_by, s.created_at, s.expires_at
     from saved s join inviter on inviter.id = s.invited_by`,
)
// guard: invitation-owner
const deleteInvitation = controlStatement<{ email: string }>(
  'delete_invitation',
  'delete from invitation where merchant_id = $1 and invitation_id::text = $2 returning email',
)

/** `mailsInvitations`: whether email leaves the deployment. */
export type InviteNeeds = UserNeeds & { baseUrl: string; mailsInvitations: boolean }

/**
 * Creates an invitation, which replaces an earlier one for the same email. Its link is mailed, or returned this once.
 * @throws InvalidBody, Problem 403, 409 for the email of a user of this merchant, or where there are too many, 429 for too many a day
 */
export async function inviteUser(needs: InviteNeeds, call: UserCall, body: unknown) {
  const { db, clock, secrets, baseUrl, mailsInvitations } = needs
  const { merchantId, user } = call.session
  // guard: invitation-step-up
  await requireStepUp(needs, call.session, call.stepUpToken)
  const { email, role } = check(invitationSchema, body, 'body')
  const now = clock.now()
  const token = randomSecret()
  return db.transaction(async (sql) => {
    const [standing] = await sql.rows(findStanding, [merchantId, email, now])
    if (standing?.exists) throw new Problem(problems.user_exists)
    if ((standing?.taken ?? 0) >= maxUsers) throw new Problem(problems.users_full)
    const endsAt = now.add({ hours: 24 * invitationDays })
    const values = [user.id, email, role, hashOf(token), now, endsAt, mailsInvitations]
    const [made] = await sql.rows(saveInvitation, values)
    if (!made) throw new Problem(problems.role_refused)
    auditUser(sql, needs, call, 'merchant_user.invited', { email, given_role: role })
    // guard: invitation-unseen
    if (!mailsInvitations) return { ...renderInvitation(made), url: `${baseUrl}/portal/invitation#${token}` }
    await limitInvitations(sql, { merchantId, inviterId: user.id }, now)
    const { name: merchant, environment } = call.session
    const fact = `invitation:${hashOf(token).toString('hex')}`
    const facts = { merchant, fragment: sealFragment(secrets, token), endsAt }
    const alert = { merchantId, environment, kind: 'invitation', fact, facts } as const
    await alertMerchant(sql, { ...alert, only: { channel: 'email', address: email } }, now)
    return { ...renderInvitation(made), url: null }
  })
}

/** Revokes an invitation: its link no longer works. @throws Problem 404 */
export async function revokeInvitation(
  needs: UserNeeds,
  call: Omit<UserCall, 'stepUpToken'>,
  invitationId: string,
): Promise<undefined> {
  await needs.db.transaction(async (sql) => {
    const [gone] = await sql.rows(deleteInvitation, [call.session.merchantId, invitationId.toLowerCase()])
    if (!gone) throw new Problem(problems.invitation_unknown)
    auditUser(sql, needs, call, 'merchant_user.invitation_revoked', { email: gone.email })
  })
}

const forgetExpired = expiry('forget_invitations', 'invitation', 'id', 'expires_at <= $1')

/** Deletes expired invitations, and codes that confirm no address any more; returns true when there may be more to delete. */
export async function forgetInvitations({ db, clock }: { db: Sql; clock: Clock }): Promise<boolean> {
  const more = [await forgetExpired(db, clock.now()), await forgetCodes(db, clock.now())]
  return more.includes(true)
}
