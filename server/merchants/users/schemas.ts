// Shapes of users and invitations.
import { z } from 'zod'
import { accountEmailField, passwordField } from '../../accounts/credential-fields.ts'
import { named, success, zonelessStamp } from '../../platform/http/api.ts'
import { optional, publicNameText } from '../../platform/http/body/body.ts'
import { roleName } from '../sign-in/schemas.ts'

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

export const usersResponse = named('MerchantUsers', success(z.object({ items: z.array(userRecord) })), {
  status: 'success',
  data: { items: [exampleUser] },
})
export const userResponse = named('MerchantUserResponse', success(userRecord), {
  status: 'success',
  data: exampleUser,
})
export const invitationsResponse = named(
  'Invitations',
  success(z.object({ items: z.array(z.object(invitationFields).meta({ id: 'Invitation' })) })),
  { status: 'success', data: { items: [exampleInvitation] } },
)
export const invitationResponse = named(
  'NewInvitation',
  success(
    z.object({
      ...invitationFields,
      url: z.string().nullable().meta({
        description: 'The link for the invited person, never shown again; null where it was mailed to them.',
      }),
    }),
  ),
  {
    status: 'success',
    data: { ...exampleInvitation, url: 'https://pay.example/portal/invitation#…' },
  },
)
export const openedInvitationResponse = named(
  'OpenedInvitation',
  success(z.object({ merchant_name: z.string(), email: z.string(), role: roleName })),
  {
    status: 'success',
    data: { merchant_name: 'Boutique Kivu', email: 'aline@example.com', role: 'cashier' },
  },
)

export const acceptedResponse = named(
  'AcceptedInvitation',
  success(
    z.object({ email: z.string(), role: roleName, merchant_code: z.string(), merchant_name: z.string() }),
  ),
  {
    status: 'success',
    data: {
      email: 'aline@example.com',
      role: 'cashier',
      merchant_code: 'LKT-7K2M-9QXA',
      merchant_name: 'Boutique Kivu',
    },
  },
)
