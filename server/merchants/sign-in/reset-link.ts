// Storage of one-time password reset links: at most one per merchant, found by the hash of its token.
import { createHash } from 'node:crypto'
import { randomSecret } from '../../kernel/id.ts'
import { type Sql, statement } from '../../platform/database/database.ts'

const linkMinutes = 60
const mostDeleted = 1_000

const saveLink = statement(
  'save_password_reset',
  `insert into password_reset (merchant_id, token_hash, created_at, expires_at) values ($1, $2, $3, $4)
   on conflict (merchant_id) do update
     set token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at`,
)
// guard: reset-link-lookup
const findOwner = statement<{ name: string; email: string }>(
  'find_password_reset_owner',
  `select m.name, m.email from password_reset r join merchant m on m.id = r.merchant_id
    where r.token_hash = $1 and r.expires_at > $2`,
)
/** Deletes the link as it is used, so that the second of two requests with one token finds nothing. */
// guard: reset-link-use
const useLink = statement<{ merchant_id: bigint; email: string }>(
  'use_password_reset',
  `with used as (delete from password_reset where token_hash = $1 and expires_at > $2 returning merchant_id)
   update merchant m set password_hash = $3 from used where m.id = used.merchant_id
   returning m.id as merchant_id, m.email`,
)
const deleteLink = statement('delete_password_reset', 'delete from password_reset where merchant_id = $1')
const forgetOld = statement<{ merchant_id: bigint }>(
  'forget_password_resets',
  `delete from password_reset where merchant_id in (
     select merchant_id from password_reset where expires_at <= $1 limit ${mostDeleted})
   returning merchant_id`,
)

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Stores a new link that replaces any earlier one. @returns its token, which is not stored, and its expiry. */
export async function saveResetLink(
  sql: Sql,
  merchantId: bigint,
  now: Temporal.Instant,
): Promise<{ token: string; endsAt: Temporal.Instant }> {
  const token = randomSecret()
  const endsAt = now.add({ minutes: linkMinutes })
  await sql.rows(saveLink, [merchantId, hashOf(token), now, endsAt])
  return { token, endsAt }
}

/** Returns the owner of the link with this token; undefined if it is unknown, used or expired. */
export async function ownerOfLink(
  sql: Sql,
  token: string,
  now: Temporal.Instant,
): Promise<{ name: string; email: string } | undefined> {
  const [owner] = await sql.rows(findOwner, [hashOf(token), now])
  return owner
}

/** Uses the link and sets the password; undefined if the link is unknown, used or expired. */
export async function useResetLink(
  sql: Sql,
  { token, passwordHash, now }: { token: string; passwordHash: string; now: Temporal.Instant },
): Promise<{ merchantId: bigint; email: string } | undefined> {
  const [used] = await sql.rows(useLink, [hashOf(token), now, passwordHash])
  return used && { merchantId: used.merchant_id, email: used.email }
}

/** Deletes a merchant's link after a password change: its owner evidently knows the password. */
export async function cancelResetLink(sql: Sql, merchantId: bigint): Promise<void> {
  await sql.rows(deleteLink, [merchantId])
}

/** Deletes expired links; returns true when there may be more to delete. */
export async function forgetResetLinks(sql: Sql, now: Temporal.Instant): Promise<boolean> {
  return (await sql.rows(forgetOld, [now])).length === mostDeleted
}
