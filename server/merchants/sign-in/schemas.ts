// Response schemas of sign-in and sign-up.
import { z } from 'zod'
import { merchantRights, merchantRoles } from '../../kernel/merchant-roles.ts'
import { dataResponse, environmentName } from '../../platform/http/api.ts'
import { salesChannels } from '../identity/preferences.ts'

const profileCode = z.object({ merchant_code: z.string() }).nullable()

/** The profile in the other mode, of the session and of the profile itself. */
export const otherProfileFields = {
  test_profile: profileCode.meta({
    description: 'The test profile of a live merchant; null for a sandbox merchant, and in test mode.',
  }),
  live_profile: profileCode.meta({
    description: 'In test mode: the merchant whose test profile this is; otherwise null.',
  }),
}
export const exampleOtherProfile = { test_profile: null, live_profile: null }

export const doneResponse = dataResponse('Confirmation', z.object({}), {})

const token = {
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().meta({ description: 'Seconds until it expires.' }),
  merchant_code: z.string(),
  environment: environmentName,
}

const exampleToken = {
  access_token: 'q0n1x4v7a9d2f6h8k0r3t5y7u9i1o3pb2lJzTq3mWc5',
  token_type: 'Bearer',
  expires_in: 3600,
  merchant_code: 'LKT-7K2M-9QXA',
  environment: 'sandbox',
} as const

export const tokenResponse = dataResponse('AccessToken', z.object(token), exampleToken)

export const roleName = z.enum(merchantRoles)

const session = z.object({
  ...token,
  user: z
    .object({
      user_id: z.string(),
      name: z.string(),
      email: z.string(),
      role: roleName,
      second_factor: z.boolean().meta({ description: 'Whether signing in takes more than the password.' }),
    })
    .meta({ id: 'SessionUser' }),
  rights: z
    .array(z.enum(merchantRights))
    .meta({ description: 'The groups of routes that the role of the user may call.' }),
  sample: z.boolean().meta({ description: 'Whether the user looks at the sample of the merchant.' }),
  ...otherProfileFields,
  preferences: z
    .object({ sells_by: z.enum(salesChannels).nullable(), time_zone: z.string() })
    .meta({ description: 'Of the merchant: pages show times in its zone from the first one on.' }),
})

const exampleSession = {
  ...exampleToken,
  user: {
    user_id: '5f0c2f2e-8d0a-4d0b-9a52-1d2f7c1e4b11',
    name: 'Grâce Mukendi',
    email: 'grace@example.com',
    role: 'cashier',
    second_factor: false,
  },
  rights: ['account', 'sell', 'links'],
  sample: false,
  ...exampleOtherProfile,
  preferences: { sells_by: 'link', time_zone: 'Africa/Kinshasa' },
} as const satisfies z.input<typeof session>

export const openedSessionResponse = dataResponse('OpenedPortalSession', session, {
  ...exampleSession,
  rights: [...exampleSession.rights],
})

export const sessionResponse = dataResponse(
  'PortalSession',
  z.union([session, z.object({ access_token: z.null() })]),
  { ...exampleSession, rights: [...exampleSession.rights] },
  '`access_token` is null if this browser is not signed in.',
)

export const credentialsResponse = dataResponse(
  'Credentials',
  z.object({
    merchant_code: z.string(),
    merchant_secret: z.string(),
    api_key: z.string(),
    api_secret: z.string(),
    callback_secret: z.string(),
    email: z.string(),
    environment: environmentName,
  }),
  {
    merchant_code: 'LKT-7K2M-9QXA',
    merchant_secret: 'msk_test_…',
    api_key: 'pk_test_…',
    api_secret: 'sk_test_…',
    callback_secret: 'whsec_…',
    email: 'grace@example.com',
    environment: 'sandbox',
  },
  'All secrets of the merchant. They are never shown again.',
)
