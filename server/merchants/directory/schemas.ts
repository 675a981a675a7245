// Schemas of merchants as admins see them.
import { z } from 'zod'
import { environmentName, named, success, utcStamp } from '../../platform/http/api.ts'
import { goLiveFields } from '../go-live/schemas.ts'
import { exampleRates, rateFields } from '../profile/schemas.ts'

export const merchantRecord = z
  .object({
    id: z.string(),
    merchant_code: z.string(),
    name: z.string(),
    email: z.string(),
    environment: environmentName,
    is_test: z.boolean(),
    status: z.enum(['active', 'suspended']),
    go_live: goLiveFields.state,
    api_keys: z.array(z.string()),
    ...rateFields,
    callback_url: z.string().nullable(),
    ip_allowlist: z.array(z.string()),
    microform_enabled: z.boolean(),
    microform_allowed_origins: z.array(z.string()),
    may_refund: z.boolean().meta({
      description: 'Whether the merchant may refund without an admin, in its current environment.',
    }),
    negative_balance_limit: z.string().meta({
      description:
        'How far below zero, in USD, such refunds may take its balance; beyond it an admin decides.',
    }),
    negative_balance_limit_cdf: z.string().meta({ description: 'The same for its balance in CDF.' }),
    created_at: utcStamp,
  })
  .meta({ id: 'Merchant' })

export const exampleMerchant = {
  id: '7',
  merchant_code: 'LKT-7K2M-9QXA',
  name: 'Boutique Kivu',
  email: 'grace@example.com',
  environment: 'sandbox' as const,
  is_test: true,
  status: 'active' as const,
  go_live: 'PENDING' as const,
  api_keys: ['pk_test_…'],
  ...exampleRates,
  callback_url: null,
  ip_allowlist: [],
  microform_enabled: false,
  microform_allowed_origins: [],
  may_refund: true,
  negative_balance_limit: '0.00',
  negative_balance_limit_cdf: '0.00',
  created_at: '2026-11-01T08:00:00Z',
}

export const merchantResponse = named('MerchantResponse', success(merchantRecord), {
  status: 'success',
  data: exampleMerchant,
})
