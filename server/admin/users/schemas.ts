// Shapes of admin users and their sessions.

import { z } from 'zod'
import { accountEmailField } from '../../accounts/account.ts'
import { adminRoles } from '../../kernel/admin-roles.ts'
import { withoutCardNumbers } from '../../kernel/card-number.ts'
import { dataResponse, listResponse, zonelessStamp } from '../../platform/http/api.ts'
import { optional, personNameText, reasonText } from '../../platform/http/body/body.ts'
import { pendingField } from '../approvals/pending.ts'
import { exampleRequested, requestedApproval } from '../approvals/schemas.ts'

const reasonField = reasonText()
const roleField = z.enum(adminRoles)

export const reasonSchema = z.object({ reason: reasonField })
/** A DELETE has no body. */
export const removalSchema = z.object({
  reason: optional(reasonField).meta({ description: 'For the audit log.', examples: ['Left the company'] }),
})
export const inviteSchema = z.object({
  email: accountEmailField,
  name: personNameText().overwrite(withoutCardNumbers),
  role: roleField,
  reason: reasonField,
})
export const changeRoleSchema = z.object({ role: roleField, reason: reasonField })

const fields = {
  user_id: z.string(),
  email: z.string(),
  name: z.string(),
  role: roleField,
  created_by: z.string().meta({ description: 'The admin who invited the user.' }),
  state: z.enum(['WAITING', 'INVITED', 'ACTIVE', 'REMOVED']).meta({
    description: '`WAITING`: the invitation waits for the approval of a second admin.',
  }),
  second_factor: z.boolean().meta({ description: 'Whether an authenticator app is set up.' }),
  created_at: zonelessStamp,
  last_sign_in_at: zonelessStamp.nullable(),
  link_expires_at: zonelessStamp.nullable().meta({ description: 'Until when the one-time link works.' }),
}
const staffUser = z.object(fields).meta({ id: 'AdminUser' })
const url = z
  .string()
  .nullable()
  .meta({ description: 'The link for the person, never shown again; null where it is sent by email.' })

const exampleUser = {
  user_id: '5f0c2f2e-8d0a-4d0b-9a52-1d2f7c1e4b11',
  email: 'amina@likuta.example',
  name: 'Amina Kabila',
  role: 'finance',
  created_by: 'benoit',
  state: 'ACTIVE',
  second_factor: true,
  created_at: '2026-11-21T09:30:00.118204',
  last_sign_in_at: '2026-11-22T08:02:11.000000',
  link_expires_at: null,
} as const
const exampleLink = {
  url: 'https://pay.example/console/invitation#…',
  link_expires_at: '2026-11-28T09:30:00.118204',
} as const
const whose = { email: 'amina@likuta.example', name: 'Amina Kabila' } as const

const listedUser = staffUser.extend({ pending_approvals: pendingField }).meta({ id: 'ListedAdminUser' })
export const usersResponse = listResponse('AdminUsers', listedUser, { ...exampleUser, pending_approvals: [] })
export const userResponse = dataResponse('AdminUserResponse', staffUser, exampleUser)
const invited = z.object({
  ...fields,
  link_expires_at: zonelessStamp,
  url,
  approval: requestedApproval.nullable(),
})
const exampleInvited = {
  ...exampleUser,
  state: 'INVITED',
  second_factor: false,
  last_sign_in_at: null,
  ...exampleLink,
  approval: null,
} as const
export const invitedResponse = dataResponse('InvitedAdminUser', invited, exampleInvited)
export const invitedWaitsResponse = dataResponse('WaitingAdminUser', invited, {
  ...exampleInvited,
  state: 'WAITING',
  approval: exampleRequested,
})
export const factorResetResponse = dataResponse(
  'AdminFactorReset',
  z.object({ email: z.string(), name: z.string(), url, link_expires_at: zonelessStamp }),
  { ...whose, ...exampleLink },
)

export const acceptedResponse = dataResponse(
  'AcceptedAdminLink',
  z.object({
    state: z.enum(['CODE_NEEDED', 'ACTIVE']),
    email: z.string(),
    name: z.string(),
    role: roleField,
    secret: z.string().optional(),
    uri: z.string().optional().meta({ description: 'What an authenticator app reads from a QR code.' }),
  }),
  {
    state: 'CODE_NEEDED',
    ...whose,
    role: 'finance',
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Likuta:amina%40likuta.example?secret=…',
  },
)
export const signedInResponse = dataResponse(
  'AdminSession',
  z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().meta({ description: 'Seconds. Half an hour without a request ends it earlier.' }),
    user: z
      .object({ user_id: z.string(), email: z.string(), name: z.string(), role: roleField })
      .meta({ id: 'SignedInAdmin' }),
  }),
  {
    access_token: 'q0n1x4v7a9d2f6h8k0r3t5y7u9i1o3pb2lJzTq3mWc5',
    token_type: 'Bearer',
    expires_in: 28_800,
    user: { user_id: exampleUser.user_id, ...whose, role: 'finance' },
  },
)
export const exampleSessionId = '9f86d081884c7d659a2feaa0c55ad015'
const session = z
  .object({
    session_id: z.string(),
    email: z.string(),
    current: z.boolean().meta({ description: 'Whether this request was made with it.' }),
    address: z.string(),
    device: z
      .string()
      .nullable()
      .meta({ description: 'The browser and its system, or the name of a program.' }),
    signed_in_at: zonelessStamp,
    last_used_at: zonelessStamp.meta({ description: 'To the minute.' }),
    expires_at: zonelessStamp,
  })
  .meta({ id: 'StaffSession' })
export const sessionsResponse = listResponse('StaffSessions', session, {
  session_id: exampleSessionId,
  email: whose.email,
  current: true,
  address: '10.1.2.3',
  device: 'Firefox, Linux',
  signed_in_at: '2026-11-21T09:30:00.118204',
  last_used_at: '2026-11-21T09:48:00.000000',
  expires_at: '2026-11-21T17:30:00.118204',
})
export const doneResponse = dataResponse('AdminConfirmation', z.object({}), {})
