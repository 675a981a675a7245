// What the routes of admins about merchants tell of themselves.
import { z } from 'zod'
import {
  type Endpoint,
  environmentName,
  named,
  pageOf,
  success,
  utcStamp,
  zonelessStamp,
} from '../../platform/http/api.ts'
import { ratesSchema, reasonField } from '../pricing/pricing.ts'
import { merchantAdminProblems as problems } from '../problems.ts'
import { exampleGoLive, exampleRates, goLiveFields, rateFields } from '../profile/schemas.ts'
import { listSchema } from './administer.ts'

const merchants = { tag: 'Admin: merchants', authentication: 'admin' } as const
const path = { merchant_code: z.string().meta({ examples: ['MSL-7K2M-9QXA'] }) }

export const reasonSchema = z.object({ reason: reasonField })

/** The act, or the state that it leads to. */
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

const record = z
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
    created_at: utcStamp,
  })
  .meta({ id: 'Merchant' })

const exampleMerchant = {
  id: '7',
  merchant_code: 'MSL-7K2M-9QXA',
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
  created_at: '2026-11-01T08:00:00Z',
}

const merchantAnswer = named('MerchantAnswer', success(record), {
  status: 'success',
  data: exampleMerchant,
})

export const listMerchants: Endpoint = {
  ...merchants,
  id: 'listMerchants',
  summary: 'Look for merchants',
  description: 'Newest first. `search` is part of a code, a name or an email.',
  query: listSchema,
  answers: {
    200: named('Merchants', success(pageOf(record)), {
      status: 'success',
      data: { items: [exampleMerchant], pagination: { page: 1, limit: 20, total: 1, pages: 1 } },
    }),
  },
}

const action = z.object({ allowed: z.boolean(), reason: z.string().nullable() })
const may = { allowed: true, reason: null }

const company = {
  company_name: z.string().nullable(),
  registration_number: z.string().nullable(),
  country: z.string().nullable(),
  contact_name: z.string().nullable(),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
}

const details = z.object({
  ...record.shape,
  go_live_request: z.object({ ...goLiveFields, decided_by: z.string().nullable(), ...company }).nullable(),
  allowed_actions: z.object({ suspend: action, resume: action, approve: action, reject: action }),
})

export const readMerchant: Endpoint = {
  ...merchants,
  id: 'readMerchant',
  summary: 'Read a merchant with its last request to go live',
  path,
  answers: {
    200: named('MerchantDetails', success(details), {
      status: 'success',
      data: {
        ...exampleMerchant,
        go_live_request: {
          ...exampleGoLive,
          decided_by: null,
          company_name: 'Boutique Kivu SARL',
          registration_number: 'CD/GOM/RCCM/24-B-0042',
          country: 'CD',
          contact_name: 'Grâce Mukendi',
          contact_email: 'grace@example.com',
          contact_phone: '+243991234567',
        },
        allowed_actions: {
          suspend: may,
          resume: { allowed: false, reason: 'The merchant is active already' },
          approve: may,
          reject: may,
        },
      },
    }),
  },
  problems: [problems.merchant_unknown],
}

const decided = z.object({
  merchant_code: z.string(),
  environment: environmentName,
  merchant_secret: z.string().optional(),
  api_key: z.string().optional(),
  api_secret: z.string().optional(),
  callback_url: z.string().nullable().optional(),
  ...goLiveFields,
})

export const decideGoLive: Endpoint = {
  ...merchants,
  id: 'decideGoLive',
  summary: 'Decide on a request to go live',
  description: 'An approval answers the live secrets, this once. The merchant reads the reason.',
  path,
  body: named('GoLiveDecision', decisionSchema, { decision: 'approve', reason: 'Papers are in order' }),
  answers: {
    200: named('GoLiveDecided', success(decided), {
      status: 'success',
      data: {
        merchant_code: 'MSL-7K2M-9QXA',
        environment: 'production',
        merchant_secret: 'msk_live_…',
        api_key: 'pk_live_…',
        api_secret: 'sk_live_…',
        callback_url: 'https://shop.example/webhooks/mosolo',
        ...exampleGoLive,
        state: 'APPROVED',
        decided_at: '2026-11-22T10:00:00.000000',
        reason: 'Papers are in order',
      },
    }),
  },
  problems: [problems.merchant_unknown, problems.nothing_pending, problems.live_already, problems.suspended],
}

const reasonBody = named('MerchantReason', reasonSchema, { reason: 'Complaints of customers' })

export const suspendMerchant: Endpoint = {
  ...merchants,
  id: 'suspendMerchant',
  summary: 'Suspend a merchant',
  description: 'Refuses all of its requests from now on, and ends its sessions.',
  path,
  body: reasonBody,
  answers: { 200: merchantAnswer },
  problems: [problems.merchant_unknown, problems.status_unchanged],
}

export const resumeMerchant: Endpoint = {
  ...merchants,
  id: 'resumeMerchant',
  summary: 'Let a suspended merchant go on',
  path,
  body: reasonBody,
  answers: { 200: merchantAnswer },
  problems: [problems.merchant_unknown, problems.status_unchanged],
}

const resetLink = z.object({
  merchant_code: z.string(),
  email: z.string(),
  url: z.string(),
  expires_at: zonelessStamp,
})

export const createPasswordResetLink: Endpoint = {
  ...merchants,
  id: 'createPasswordResetLink',
  summary: 'Make a one-time link for a new password',
  description:
    'For a merchant who has forgotten the password: hand the link over by a safe channel. It works once, for an hour, and replaces the link before it; it is shown this once.',
  path,
  body: named('PasswordResetReason', reasonSchema, { reason: 'The owner called and was identified' }),
  answers: {
    200: named('PasswordResetLink', success(resetLink), {
      status: 'success',
      data: {
        merchant_code: 'MSL-7K2M-9QXA',
        email: 'grace@example.com',
        url: 'https://pay.example/portal/new-password#…',
        expires_at: '2026-11-22T11:00:00.000000',
      },
    }),
  },
  problems: [problems.merchant_unknown],
}

export const setRates: Endpoint = {
  ...merchants,
  id: 'setRates',
  summary: 'Set what a merchant pays',
  description: 'For what is ordered from now on. Percentages, and a fee in USD; a fee that is absent stays.',
  path,
  body: named('RatesRequest', ratesSchema, {
    commission_rate: '3.50',
    bank_commission_rate: '1.50',
    reason: 'Agreed for a year',
  }),
  answers: { 200: merchantAnswer },
  problems: [problems.merchant_unknown],
}
