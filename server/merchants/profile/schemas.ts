// Response schemas of a merchant's profile and credentials.
import { z } from 'zod'
import { keyScopes, merchantRoles } from '../../kernel/merchant-roles.ts'
import { paymentMethods } from '../../kernel/payment-method.ts'
import { dataResponse, environmentName, twoPlaces, zonelessStamp } from '../../platform/http/api.ts'
import { salesChannels } from '../identity/preferences.ts'
import { exampleOtherProfile, otherProfileFields } from '../sign-in/schemas.ts'
import { methodTermsFields } from './method-terms.ts'
import { optionalEvents } from './webhook-events.ts'

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

const keyScope = z.enum(keyScopes)

export const profileResponse = dataResponse(
  'Profile',
  z.object({
    merchant_code: z.string(),
    name: z.string(),
    email: z.string(),
    environment: environmentName,
    is_test: z.boolean(),
    ...otherProfileFields,
    api_key: z.string().nullable(),
    api_key_scopes: z.array(keyScope).nullable().meta({ description: 'What the API key may be used for.' }),
    user: z
      .object({ name: z.string(), email: z.string(), role: z.enum(merchantRoles) })
      .meta({ id: 'SignedInUser', description: 'Who is signed in.' }),
    microform,
    rates: z.object(rateFields),
  }),
  {
    merchant_code: 'LKT-7K2M-9QXA',
    name: 'Boutique Kivu',
    email: 'grace@example.com',
    environment: 'sandbox',
    is_test: true,
    ...exampleOtherProfile,
    api_key: 'pk_test_…',
    api_key_scopes: [...keyScopes],
    user: { name: 'Grâce Mukendi', email: 'grace@example.com', role: 'owner' },
    microform: exampleMicroform,
    rates: exampleRates,
  },
)

const rotated = { rotated_at: zonelessStamp }
const rotated_at = '2026-11-21T09:30:00.118204'

export const merchantSecretResponse = dataResponse(
  'NewMerchantSecret',
  z.object({ merchant_code: z.string(), merchant_secret: z.string(), ...rotated }),
  { merchant_code: 'LKT-7K2M-9QXA', merchant_secret: 'msk_test_…', rotated_at },
)

export const apiKeysResponse = dataResponse(
  'NewApiKey',
  z.object({ api_key: z.string(), api_secret: z.string(), scopes: z.array(keyScope), ...rotated }),
  { api_key: 'pk_test_…', api_secret: 'sk_test_…', scopes: ['charge', 'read'], rotated_at },
)

export const callbackSecretResponse = dataResponse(
  'NewCallbackSecret',
  z.object({
    callback_secret: z.string(),
    ...rotated,
    previous_valid_until: zonelessStamp.nullable(),
  }),
  { callback_secret: 'whsec_…', rotated_at, previous_valid_until: '2026-11-22T09:30:00.118204' },
)

export const whitelistResponse = dataResponse('Whitelist', z.object({ addresses: z.array(z.string()) }), {
  addresses: ['203.0.113.7', '198.51.100.0/24'],
})

export const callbackResponse = dataResponse(
  'Callback',
  z.object({
    callback_url: z.string().nullable(),
    events: z
      .array(z.enum(optionalEvents))
      .meta({ description: 'The optional events it receives, besides those that are always sent.' }),
    credentials: z.object({ username: z.string() }).nullable().meta({
      description: 'The user name for HTTP basic authentication; the password is never shown.',
    }),
  }),
  { callback_url: 'https://shop.example/webhooks/likuta', events: ['PAYOUT'], credentials: null },
)

export const testResponse = dataResponse(
  'CallbackTest',
  z.object({
    delivered: z.boolean(),
    http_status: z.int().nullable(),
    duration_ms: z.number(),
    error: z.string().nullable(),
  }),
  { delivered: true, http_status: 200, duration_ms: 87, error: null },
)

export type TestResult = z.input<typeof testResponse>['data']

const checkoutFields = {
  checkout_attempts: z
    .int()
    .min(1)
    .max(5)
    .nullable()
    .meta({
      description: `How many cards a customer may try at one payment. While attempts are left, a decline keeps the payment PENDING
and sends no webhook. \`null\` is the default: 1 for orders created by the API, 3 for payment links and orders created in the
portal.`,
    }),
  payment_methods: z.array(z.enum(paymentMethods)).meta({
    description:
      'How customers may pay. With mobile money, a payment allows five attempts over both methods.',
  }),
  methods: z
    .array(methodTermsFields)
    .meta({ description: 'What each method costs and when it pays, whether it is offered or not.' }),
  brand: z
    .object({
      logo: z
        .string()
        .nullable()
        .meta({ description: 'Where the logo is served; the address changes with the image.' }),
      accent: z.string().nullable(),
      support: z.string().nullable(),
    })
    .meta({ id: 'Brand' }),
}

export const checkoutResponse = dataResponse('CheckoutSettings', z.object(checkoutFields), {
  checkout_attempts: 3,
  payment_methods: ['card'],
  methods: [
    { method: 'card', commission_rate: '3.50', available_after_days: 2, operators: [] },
    {
      method: 'mobile_money',
      commission_rate: '3.50',
      available_after_days: 1,
      operators: [
        {
          operator: 'airtel',
          is_open: true,
          limits: [{ currency: 'USD', minimum: '0.50', maximum: '2500.00' }],
        },
      ],
    },
  ],
  brand: {
    logo: 'https://pay.example/brand/47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU',
    accent: '#0b625c',
    support: 'https://wa.me/243991234567',
  },
})

export const microformResponse = dataResponse('MicroformResponse', microform, exampleMicroform)

export const preferencesResponse = dataResponse(
  'Preferences',
  z.object({
    sells_by: z
      .enum(salesChannels)
      .nullable()
      .meta({ description: 'How the merchant mainly uses the service; null if it has not said.' }),
    time_zone: z.string().meta({ description: 'The IANA name of the time zone of its days.' }),
  }),
  { sells_by: 'link', time_zone: 'Africa/Kinshasa' },
)
