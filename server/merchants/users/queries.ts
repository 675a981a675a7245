// The users of a merchant and its open invitations, as the portal and admins list them.

import type { MerchantRole } from '../../kernel/roles/merchant-users.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'

export type UserRow = {
  id: bigint
  user_id: string
  email: string
  name: string
  role: MerchantRole
  created_at: Temporal.Instant
  last_sign_in_at: Temporal.Instant | null
  has_second_factor: boolean
}

export const userColumns =
  'u.id, u.user_id, u.email, u.name, u.role, u.created_at, u.last_sign_in_at, u.has_second_factor'

const listUsers = statement<UserRow>(
  'list_merchant_users',
  `select ${userColumns} from merchant_user u where u.merchant_id = $1 order by u.id`,
)

export function renderUser({ id: _, created_at, last_sign_in_at, has_second_factor, ...user }: UserRow) {
  return {
    ...user,
    created_at: zonelessMicrosecond(created_at),
    last_sign_in_at: last_sign_in_at && zonelessMicrosecond(last_sign_in_at),
    second_factor: has_second_factor,
  }
}

/** Returns the users of a merchant, the first one first. */
export async function usersOf(sql: Sql, merchantId: bigint) {
  return (await sql.rows(listUsers, [merchantId])).map(renderUser)
}

export type InvitationRow = {
  invitation_id: string
  email: string
  role: MerchantRole
  invited_by: string
  created_at: Temporal.Instant
  expires_at: Temporal.Instant
}

const listInvitations = statement<InvitationRow>(
  'list_invitations',
  `select i.invitation_id, i.email, i.role, u.email as invited_by, i.created_at, i.expires_at
     from invitation i join merchant_user u on u.id = i.invited_by
    where i.merchant_id = $1 and i.expires_at > $2 order by i.id`,
)

export function renderInvitation({ created_at, expires_at, ...invitation }: InvitationRow) {
  return {
    ...invitation,
    created_at: zonelessMicrosecond(created_at),
    expires_at: zonelessMicrosecond(expires_at),
  }
}

/** Returns the invitations that can still be accepted, the first one first. */
export async function invitationsOf(sql: Sql, merchantId: bigint, now: Temporal.Instant) {
  return (await sql.rows(listInvitations, [merchantId, now])).map(renderInvitation)
}
