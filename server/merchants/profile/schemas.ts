// What merchants are answered about themselves, as schemas.
import { z } from 'zod'
import { environmentName, named, pageOf, success, twoPlaces, zonelessStamp } from '../../platform/http/api.ts'
import {
  deliveryRecord,
  deliveryStoryRecord,
  exampleAttempt,
  exampleDelivery,
} from '../../platform/http/delivery-record.ts'

export const doneAnswer = named('Done', success(z.object({})), { status: 'success', data: {} })

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
  merchant_code: 'MSL-7K2M-9QXA',
  environment: 'sandbox',
} as const

export const tokenAnswer = named('AccessToken', success(z.object(token)), {
  status: 'success',
  data: exampleToken,
})

export const sessionAnswer = named(
  'PortalSession',
  success(z.union([z.object(token), z.object({ access_token: z.null() })])),
  { status: 'success', data: exampleToken },
  '`access_token` is null where this browser is not signed in.',
)

export const credentialsAnswer = named(
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
      merchant_code: 'MSL-7K2M-9QXA',
      merchant_secret: 'msk_test_…',
      api_key: 'pk_test_…',
      api_secret: 'sk_test_…',
      callback_secret: 'whsec_…',
      email: 'grace@example.com',
      environment: 'sandbox',
    },
  },
  'Every secret of the merchant, shown this once.',
)

export const rateFields = {
  commission_rate: twoPlaces,
  bank_commission_rate: twoPlaces,
  remittance_fee_rate: twoPlaces,
  remittance_fee_fixed: twoPlaces,
}

export const exampleRates = {
  commission_rate: '3.50',
  bank_commission_rate: '1.50',
  remittance_fee_rate: '0.00',
  remittance_fee_fixed: '0.00',
}

const microform = z
  .object({ microform_enabled: z.boolean(), microform_allowed_origins: z.array(z.string()) })
  .meta({ id: 'Microform' })

const exampleMicroform = { microform_enabled: true, microform_allowed_origins: ['https://shop.example'] }

export const profileAnswer = named(
  'Profile',
  success(
    z.object({
      merchant_code: z.string(),
      name: z.string(),
      email: z.string(),
      environment: environmentName,
      is_test: z.boolean(),
      api_key: z.string().nullable(),
      microform,
      rates: z.object(rateFields),
    }),
  ),
  {
    status: 'success',
    data: {
      merchant_code: 'MSL-7K2M-9QXA',
      name: 'Boutique Kivu',
      email: 'grace@example.com',
      environment: 'sandbox',
      is_test: true,
      api_key: 'pk_test_…',
      microform: exampleMicroform,
      rates: exampleRates,
    },
  },
)

const rotated = { rotated_at: zonelessStamp }
const rotated_at = '2026-11-21T09:30:00.118204'

export const merchantSecretAnswer = named(
  'NewMerchantSecret',
  success(z.object({ merchant_code: z.string(), merchant_secret: z.string(), ...rotated })),
  {
    status: 'success',
    data: { merchant_code: 'MSL-7K2M-9QXA', merchant_secret: 'msk_test_…', rotated_at },
  },
)

export const apiKeysAnswer = named(
  'NewApiKey',
  success(z.object({ api_key: z.string(), api_secret: z.string(), ...rotated })),
  { status: 'success', data: { api_key: 'pk_test_…', api_secret: 'sk_test_…', rotated_at } },
)

export const callbackSecretAnswer = named(
  'NewCallbackSecret',
  success(z.object({ callback_secret: z.string(), ...rotated })),
  { status: 'success', data: { callback_secret: 'whsec_…', rotated_at } },
)

export const whitelistAnswer = named('Whitelist', success(z.object({ addresses: z.array(z.string()) })), {
  status: 'success',
  data: { addresses: ['203.0.113.7', '198.51.100.0/24'] },
})

export const callbackAnswer = named('Callback', success(z.object({ callback_url: z.string().nullable() })), {
  status: 'success',
  data: { callback_url: 'https://shop.example/webhooks/mosolo' },
})

export const testAnswer = named(
  'CallbackTest',
  success(
    z.object({
      delivered: z.boolean(),
      http_status: z.int().nullable(),
      duration_ms: z.number(),
      error: z.string().nullable(),
    }),
  ),
  { status: 'success', data: { delivered: true, http_status: 200, duration_ms: 87, error: null } },
)

export const microformAnswer = named('MicroformAnswer', success(microform), {
  status: 'success',
  data: exampleMicroform,
})

export const goLiveFields = {
  state: z.enum(['NONE', 'PENDING', 'APPROVED', 'REJECTED']),
  requested_at: zonelessStamp.nullable(),
  decided_at: zonelessStamp.nullable(),
  reason: z.string().nullable(),
}

export const exampleGoLive = {
  state: 'PENDING',
  requested_at: rotated_at,
  decided_at: null,
  reason: null,
} as const

export const goLiveAnswer = named('GoLive', success(z.object(goLiveFields)), {
  status: 'success',
  data: exampleGoLive,
})

export const deliveriesAnswer = named('Deliveries', success(pageOf(deliveryRecord)), {
  status: 'success',
  data: {
    items: [{ ...exampleDelivery, attempts: [exampleAttempt] }],
    pagination: { page: 1, limit: 20, total: 1, pages: 1 },
  },
})

export const deliveryAnswer = named('DeliveryAnswer', success(deliveryStoryRecord), {
  status: 'success',
  data: {
    ...exampleDelivery,
    body: '{"status":"SUCCESS","reference":"INV-2041"}',
    attempts: [{ ...exampleAttempt, response_head: 'ok' }],
  },
})

export const resentAnswer = named(
  'DeliveryResent',
  success(z.object({ id: z.int(), status: z.literal('PENDING') })),
  { status: 'success', data: { id: 4711, status: 'PENDING' } },
)
