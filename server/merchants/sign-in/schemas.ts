// Response schemas of sign-in and sign-up.
import { z } from 'zod'
import { environmentName, named, success } from '../../platform/http/api.ts'

export const doneResponse = named('Confirmation', success(z.object({})), { status: 'success', data: {} })

const token = {
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().meta({ description: 'Seconds.' }),
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

export const tokenResponse = named('AccessToken', success(z.object(token)), {
  status: 'success',
  data: exampleToken,
})

export const sessionResponse = named(
  'PortalSession',
  success(z.union([z.object(token), z.object({ access_token: z.null() })])),
  { status: 'success', data: exampleToken },
  '`access_token` is null if this browser is not signed in.',
)

export const credentialsResponse = named(
  'Credentials',
  success(
    z.object({
      merchant_code: z.string(),
      merchant_secret: z.string(),
      api_key: z.string(),
      api_secret: z.string(),
      callback_secret: z.string(),
      email: z.string(),
      environment: environmentName,
    }),
  ),
  {
    status: 'success',
    data: {
      merchant_code: 'LKT-7K2M-9QXA',
      merchant_secret: 'msk_test_…',
      api_key: 'pk_test_…',
      api_secret: 'sk_test_…',
      callback_secret: 'whsec_…',
      email: 'grace@example.com',
      environment: 'sandbox',
    },
  },
  'All secrets of the merchant. They are never shown again.',
)
