// Schemas of the admin API for merchants: requests, responses and their examples.

import { z } from 'zod'
import { accountEmailField } from '../accounts/credential-fields.ts'
import { pendingField } from '../admin/approvals/pending.ts'
import { environmentName, named, zonelessStamp } from '../platform/http/api.ts'
import { optional } from '../platform/http/body/body.ts'
import { merchantRecord } from './directory/schemas.ts'
import { goLiveFields } from './go-live/schemas.ts'
import { reasonField } from './pricing/pricing.ts'
import { userRecord } from './users/schemas.ts'

export const reasonSchema = z.object({ reason: reasonField })

/** A decision may be written as the action or as the state it leads to. */
export const decisions = {
  approve: 'approve',
  APPROVED: 'approve',
  reject: 'reject',
  REJECTED: 'reject',
} as const

export const decisionSchema = z.object({
  decision: z.enum(Object.keys(decisions) as (keyof typeof decisions)[]),
  reason: reasonField,
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
