// The users of a merchant and its open invitations, as the portal and admins list them, and the shapes of both.

import { z } from 'zod'
import { accountEmailField, passwordField } from '../../accounts/account.ts'
import type { MerchantRole } from '../../kernel/merchant-roles.ts'
import { controlStatement, type Sql } from '../../platform/database/database.ts'
import { dataResponse, listResponse, zonelessStamp } from '../../platform/http/api.ts'
import { optional, publicNameText } from '../../platform/http/body/body.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { roleName } from '../sign-in/schemas.ts'

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

const listUsers = controlStatement<UserRow>(
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

const listInvitations = controlStatement<InvitationRow>(
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

const nameField = publicNameText()

export const changeUserSchema = z.object({ role: optional(roleName), name: optional(nameField) })
export const invitationSchema = z.object({ email: accountEmailField, role: roleName })
export const acceptanceSchema = z.object({
  token: z.string().max(200),
  name: nameField,
  password: passwordField,
})

/** What the page of an invitation asks with: the part of its link after #. */
export const openingSchema = acceptanceSchema.pick({ token: true })

export const userRecord = z
  .object({
    user_id: z.string(),
    email: z.string(),
    name: z.string(),
    role: roleName,
    created_at: zonelessStamp,
    last_sign_in_at: zonelessStamp.nullable(),
    second_factor: z.boolean().meta({ description: 'Whether signing in takes more than the password.' }),
  })
  .meta({ id: 'MerchantUser' })

export const exampleUser = {
  user_id: '5f0c2f2e-8d0a-4d0b-9a52-1d2f7c1e4b11',
  email: 'grace@example.com',
  name: 'Grâce Mukendi',
  role: 'owner',
  created_at: '2026-11-01T08:00:00.000000',
  last_sign_in_at: '2026-11-21T09:30:00.118204',
  second_factor: true,
} as const

const invitationFields = {
  invitation_id: z.string(),
  email: z.string(),
  role: roleName,
  invited_by: z.string().meta({ description: 'The email of the owner who made it.' }),
  created_at: zonelessStamp,
  expires_at: zonelessStamp,
}

const exampleInvitation = {
  invitation_id: '0d3b7a52-6c1f-4a3e-9a57-52c3a1f0d0aa',
  email: 'aline@example.com',
  role: 'cashier',
  invited_by: 'grace@example.com',
  created_at: '2026-11-21T09:30:00.118204',
  expires_at: '2026-11-28T09:30:00.118204',
} as const

export const usersResponse = listResponse('MerchantUsers', userRecord, exampleUser)
export const userResponse = dataResponse('MerchantUserResponse', userRecord, exampleUser)
export const invitationsResponse = listResponse(
  'Invitations',
  z.object(invitationFields).meta({ id: 'Invitation' }),
  exampleInvitation,
)
export const invitationResponse = dataResponse(
  'NewInvitation',
  z.object({
    ...invitationFields,
    url: z.string().nullable().meta({
      description: 'The link for the invited person, never shown again; null where it was mailed to them.',
    }),
  }),
  { ...exampleInvitation, url: 'https://pay.example/portal/invitation#…' },
)
export const openedInvitationResponse = dataResponse(
  'OpenedInvitation',
  z.object({ merchant_name: z.string(), email: z.string(), role: roleName }),
  { merchant_name: 'Boutique Kivu', email: 'aline@example.com', role: 'cashier' },
)

export const acceptedResponse = dataResponse(
  'AcceptedInvitation',
  z.object({ email: z.string(), role: roleName, merchant_code: z.string(), merchant_name: z.string() }),
  {
    email: 'aline@example.com',
    role: 'cashier',
    merchant_code: 'LKT-7K2M-9QXA',
    merchant_name: 'Boutique Kivu',
  },
)
