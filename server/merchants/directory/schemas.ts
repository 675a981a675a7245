// Schemas of merchants as admins see them: requests, responses and their examples.
import { z } from 'zod'
import { accountEmailField } from '../../accounts/account.ts'
import { pendingField } from '../../admin/approvals/pending.ts'
import {
  dataResponse,
  environmentName,
  named,
  twoPlaces,
  utcStamp,
  zonelessStamp,
} from '../../platform/http/api.ts'
import { optional, reasonText } from '../../platform/http/body/body.ts'
import { goLiveFields } from '../go-live.ts'
import { exampleRates, rateFields } from '../profile/schemas.ts'
import { exampleOtherProfile, otherProfileFields } from '../sign-in/schemas.ts'
import { userRecord } from '../users/users.ts'
import { certificationRecord } from '../webhook-certification.ts'

export const merchantRecord = z
  .object({
    id: z.string(),
    merchant_code: z.string(),
    name: z.string(),
    email: z.string(),
    environment: environmentName,
    is_test: z.boolean(),
    ...otherProfileFields,
    status: z.enum(['active', 'suspended']),
    go_live: goLiveFields.state,
    api_keys: z.array(z.string()),
    ...rateFields,
    mobile_money_rate: twoPlaces.nullable().meta({ description: 'Null: that of cards.' }),
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
  ...exampleOtherProfile,
  status: 'active' as const,
  go_live: 'PENDING' as const,
  api_keys: ['pk_test_…'],
  ...exampleRates,
  mobile_money_rate: '2.25',
  callback_url: null,
  ip_allowlist: [],
  microform_enabled: false,
  microform_allowed_origins: [],
  may_refund: true,
  negative_balance_limit: '0.00',
  negative_balance_limit_cdf: '0.00',
  created_at: '2026-11-01T08:00:00Z',
}

export const merchantResponse = dataResponse('MerchantResponse', merchantRecord, exampleMerchant)

export const reasonSchema = z.object({ reason: reasonText() })

/** A decision may be written as the action or as the state it leads to. */
export const decisions = {
  approve: 'approve',
  APPROVED: 'approve',
  reject: 'reject',
  REJECTED: 'reject',
} as const

export const decisionSchema = z.object({
  decision: z.enum(Object.keys(decisions) as (keyof typeof decisions)[]),
  reason: reasonText(),
})

const action = z.object({ allowed: z.boolean(), reason: z.string().nullable() })
export const allowedAction = { allowed: true, reason: null }

const company = {
  company_name: z.string().nullable(),
  registration_number: z.string().nullable(),
  country: z.string().nullable(),
  contact_name: z.string().nullable(),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
}

export const merchantDetailsRecord = z.object({
  ...merchantRecord.shape,
  go_live_request: z.object({ ...goLiveFields, decided_by: z.string().nullable(), ...company }).nullable(),
  allowed_actions: z.object({ suspend: action, resume: action, approve: action, reject: action }),
  pending_approvals: pendingField,
  users: z.array(userRecord),
  webhook_certification: certificationRecord.nullable(),
})

export const decidedGoLive = z.object({
  merchant_code: z.string(),
  environment: environmentName,
  merchant_secret: z.string().nullable().optional(),
  api_key: z.string().nullable().optional(),
  api_secret: z.string().nullable().optional(),
  callback_url: z.string().nullable().optional(),
  ...goLiveFields,
})

export const resetLinkSchema = reasonSchema.extend({
  email: optional(accountEmailField).meta({
    description: "Of the user; without it, the merchant's first owner.",
  }),
})

export const reasonBody = named('MerchantReason', reasonSchema, { reason: 'Complaints of customers' })

export const resetLinkRecord = z.object({
  merchant_code: z.string(),
  email: z.string(),
  url: z.string().nullable(),
  expires_at: zonelessStamp,
})
