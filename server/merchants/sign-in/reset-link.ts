// Storage of one-time password reset links, found by the hashes of their tokens. A link that a user asks for replaces none that is still
// good, so that a stranger who asks in their name does not end it: at most two are good at once, each for its hour, until one is used.
import { hashOf } from '../../accounts/account.ts'
import type { Environment } from '../../kernel/environment.ts'
import { randomSecret } from '../../kernel/id.ts'
import type { MerchantRole } from '../../kernel/merchant-roles.ts'
import { type Sql, statement } from '../../platform/database/database.ts'

const linkMinutes = 60
/** A stranger who knows the email of a user can have no more messages sent than one in this time, and two while both are good. */
const pauseMinutes = 10
const maxDeleted = 1_000

/** Whose link it is, with the names that the new password must not be. */
type LinkOwner = { merchant_id: bigint; merchant: string; name: string; email: string }

const saveLink = statement(
  'save_password_reset',
  `insert into password_link (user_id, token_hash, created_at, expires_at) values ($1, $2, $3, $4)
   on conflict (user_id) do update
     set token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at,
         earlier_hash = null, earlier_expires_at = null`,
)
/** Keeps a link that is still good beside the new one. Nothing, if the user has one that was created after $5, or two that are good. */
// guard: reset-link-pause
const saveLinkUnlessRecent = statement<{ user_id: bigint }>(
  'save_password_reset_unless_recent',
  `insert into password_link (user_id, token_hash, created_at, expires_at) values ($1, $2, $3, $4)
   on conflict (user_id) do update
     set token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at,
         earlier_hash = case when password_link.expires_at > $3 then password_link.token_hash end,
         earlier_expires_at = case when password_link.expires_at > $3 then password_link.expires_at end
     where password_link.created_at <= $5 and coalesce(password_link.earlier_expires_at <= $3, true)
   returning user_id`,
)
// guard: reset-link-lookup
const findOwner = statement<LinkOwner>(
  'find_password_reset_owner',
  `select m.id as merchant_id, m.name as merchant, u.name, u.email
     from password_link r join merchant_user u on u.id = r.user_id join merchant m on m.id = u.merchant_id
    where r.token_hash = $1 and r.expires_at > $2 or r.earlier_hash = $1 and r.earlier_expires_at > $2`,
)
type UsedLink = {
  id: bigint
  merchant_id: bigint
  email: string
  role: MerchantRole
  environment: Environment
}
/**
 * Deletes the links of the user as one is used, so that the second of two requests finds nothing. It confirms no email: the account may be
 * one that a stranger made with it, whose keys and other users go on.
 */
// guard: reset-link-use
const useLink = statement<UsedLink>(
  'use_password_reset',
  `with used as (
     delete from password_link
      where token_hash = $1 and expires_at > $2 or earlier_hash = $1 and earlier_expires_at > $2 returning user_id)
   update merchant_user u set password_hash = $3
     from used, merchant m
    where u.id = used.user_id and m.id = u.merchant_id
   returning u.id, u.merchant_id, u.email, u.role, m.environment`,
)
const deleteLink = statement('delete_password_reset', 'delete from password_link where user_id = $1')
const forgetOld = statement<{ user_id: bigint }>(
  'forget_password_resets',
  `delete from password_link where user_id in (
     select user_id from password_link where expires_at <= $1 limit ${maxDeleted})
   returning user_id`,
)

/** Stores a new link that replaces all earlier ones. @returns its token, which is not stored, and its expiry. */
export async function saveResetLink(
  sql: Sql,
  userId: bigint,
  now: Temporal.Instant,
): Promise<{ token: string; endsAt: Temporal.Instant }> {
  const token = randomSecret()
  const endsAt = now.add({ minutes: linkMinutes })
  await sql.rows(saveLink, [userId, hashOf(token), now, endsAt])
  return { token, endsAt }
}

/** The same beside one that is still good; undefined within minutes of the last one, and while two are good. */
export async function saveRequestedLink(
  sql: Sql,
  userId: bigint,
  now: Temporal.Instant,
): Promise<{ token: string; endsAt: Temporal.Instant } | undefined> {
  const token = randomSecret()
  const endsAt = now.add({ minutes: linkMinutes })
  const before = now.subtract({ minutes: pauseMinutes })
  const [saved] = await sql.rows(saveLinkUnlessRecent, [userId, hashOf(token), now, endsAt, before])
  return saved && { token, endsAt }
}

/** Returns the owner of the link with this token; undefined if it is unknown, used or expired. */
export async function ownerOfLink(
  sql: Sql,
  token: string,
  now: Temporal.Instant,
): Promise<LinkOwner | undefined> {
  const [owner] = await sql.rows(findOwner, [hashOf(token), now])
  return owner
}

/** Uses the link and sets the password; undefined if the link is unknown, used or expired. */
export async function useResetLink(
  sql: Sql,
  { token, passwordHash, now }: { token: string; passwordHash: string; now: Temporal.Instant },
): Promise<(Omit<UsedLink, 'merchant_id'> & { merchantId: bigint }) | undefined> {
  const [used] = await sql.rows(useLink, [hashOf(token), now, passwordHash])
  return used && { ...used, merchantId: used.merchant_id }
}

/** Deletes a user's links after a password change: its owner evidently knows the password. */
export async function cancelResetLink(sql: Sql, userId: bigint): Promise<void> {
  await sql.rows(deleteLink, [userId])
}

/** Deletes expired links; returns true when there may be more to delete. */
export async function forgetResetLinks(sql: Sql, now: Temporal.Instant): Promise<boolean> {
  return (await sql.rows(forgetOld, [now])).length === maxDeleted
}
