// Schemas of payouts, for merchants and admins.

import { z } from 'zod'
import { pendingField } from '../../admin/approvals/pending.ts'
import { sortedCurrencies } from '../../kernel/money.ts'
import {
  cappedPageResponse,
  dataResponse,
  environmentName,
  merchantZone,
  named,
  pageResponse,
  secondUserField,
  twoPlaces,
  utcStamp,
} from '../../platform/http/api.ts'
import { positiveAmount, reasonText, text } from '../../platform/http/body/body.ts'
import { dayFields, pageFields } from '../../platform/http/list-query.ts'
import { targetFields } from '../destinations/schemas.ts'
import { payoutStates } from '../record/queries.ts'

export const newPayoutSchema = z.object({
  amount: positiveAmount('With at most two decimals; none in CDF to a wallet.'),
  currency: z.enum(sortedCurrencies),
  destination_id: text({ min: 1, max: 64 }),
  reference: text({ min: 1, max: 64 }).meta({
    description: 'Your own reference. The same one again returns the first response and pays nothing more.',
  }),
})

export const newPayoutBody = named('NewPayout', newPayoutSchema, {
  amount: 150,
  currency: 'USD',
  destination_id: '0b9a7c52-6c1f-4a3e-9a57-52c3a1f0d0aa',
  reference: 'PAYOUT-2026-11-23',
})

export const payoutTarget = z
  .object({
    destination_id: z.string(),
    type: z.enum(['wallet', 'bank']),
    ...targetFields,
  })
  .meta({ id: 'PayoutTarget' })

const payoutFields = {
  payout_id: z.string(),
  reference: z.string(),
  state: z.enum(payoutStates).meta({
    description:
      '`REQUESTED` waits for our approval, `APPROVED` for its turn, `SENT` for the operator or bank. `RETURNED` was paid and came back.',
  }),
  approval_id: z.string().nullable().meta({
    description:
      'Of a `REQUESTED` payout: the approval that a second user of yours decides, or its own id, under which we decide it.',
  }),
  held_reason: z.enum(['destination_not_active']).nullable().meta({
    description:
      'Why it waits: `destination_not_active` until its destination was confirmed again, for example after a new password. Null if nothing keeps it.',
  }),
  amount: twoPlaces,
  fee: twoPlaces.meta({ description: 'Taken in addition to the amount.' }),
  currency: z.enum(sortedCurrencies),
  destination: payoutTarget,
  failure_code: z
    .string()
    .nullable()
    .meta({ description: 'Why the operator, the bank or we refused a `FAILED` payout.' }),
  operator_reference: z
    .string()
    .nullable()
    .meta({ description: "The operator's own id of the payment, for questions to its support." }),
  decision_reason: z.string().nullable().meta({ description: 'Why we rejected the payout.' }),
  created_at: utcStamp,
  sent_at: utcStamp.nullable(),
  completed_at: utcStamp.nullable(),
  returned_at: utcStamp.nullable(),
}

export const examplePayout = {
  payout_id: '019a0000-0000-7000-8000-000000000001',
  reference: 'PAYOUT-2026-11-23',
  state: 'APPROVED',
  approval_id: null,
  held_reason: null,
  amount: '150.00',
  fee: '0.50',
  currency: 'USD',
  destination: {
    destination_id: '0b9a7c52-6c1f-4a3e-9a57-52c3a1f0d0aa',
    type: 'wallet',
    operator: 'vodacom',
    number: '243810000001',
    subscriber_name: 'Jean Mukendi',
    account_last4: null,
    bic: null,
    holder: null,
  },
  failure_code: null,
  operator_reference: null,
  decision_reason: null,
  created_at: '2026-11-23T09:30:00Z',
  sent_at: null,
  completed_at: null,
  returned_at: null,
} as const

export const payout = z.object(payoutFields).meta({ id: 'Payout' })

export const payoutResponse = dataResponse('PayoutResponse', payout, examplePayout)

const history = z
  .array(
    z
      .object({
        at: utcStamp,
        event: z.string(),
        state: z
          .string()
          .nullable()
          .meta({ description: 'The state from then on; null where it did not change.' }),
        detail: z.string(),
      })
      .meta({ id: 'PayoutEvent' }),
  )
  .meta({ description: 'What happened to the payout, oldest first.' })
const exampleHistory = [
  { at: '2026-11-23T09:30:00Z', event: 'requested', state: 'REQUESTED', detail: 'by api' },
]

export const payoutDetailResponse = dataResponse(
  'PayoutDetailResponse',
  z.object({ ...payoutFields, history }),
  { ...examplePayout, history: exampleHistory },
)

export const payoutsResponse = pageResponse('PayoutsResponse', payout, examplePayout)

const filters = { state: z.enum(payoutStates).optional(), currency: z.enum(sortedCurrencies).optional() }

export const payoutQuery = z.object({ ...pageFields, ...filters, ...dayFields })

export const payoutSearch = z.object({
  ...pageFields,
  state: z.enum(payoutStates).optional(),
  merchant_code: text({ max: 40 }).optional(),
})

const action = z.object({
  allowed: z.boolean(),
  reason: z.string().nullable().meta({ description: 'Why not.' }),
})
export const allowedDecisions = z.object({ approve: action, reject: action })

const adminFields = {
  ...payoutFields,
  merchant_code: z.string(),
  merchant_name: z.string(),
  time_zone: merchantZone,
  environment: environmentName,
  destination_added_at: utcStamp,
  name_match: z.enum(['MATCH', 'PARTIAL', 'NO_MATCH']).nullable().meta({
    description:
      "The merchant's name against the owner of the wallet or the holder of the account; null where none is known.",
  }),
  requested_by: z.string().meta({ description: '`api`, `portal`, `schedule`, or the admin.' }),
  decided_by: z.string().nullable(),
  hold_reason: z.enum(['merchant_suspended', 'balance_below_zero']).nullable().meta({
    description:
      'Why the payout is not sent for now; it is sent once the merchant is active again, or owes nothing any more.',
  }),
  allowed_actions: allowedDecisions,
}
export const exampleForAdmin = {
  ...examplePayout,
  merchant_code: 'LKT-7K2M-9QXA',
  merchant_name: 'Boutique Kivu',
  time_zone: 'Africa/Lubumbashi',
  environment: 'sandbox',
  destination_added_at: '2026-11-21T09:30:00Z',
  name_match: 'NO_MATCH',
  requested_by: 'api',
  decided_by: null,
  hold_reason: null,
  allowed_actions: {
    approve: { allowed: false, reason: 'The payout is APPROVED already' },
    reject: { allowed: false, reason: 'The payout is APPROVED already' },
  },
} as const

export const adminPayout = z.object(adminFields).meta({ id: 'AdminPayout' })

export const adminPayoutResponse = dataResponse('AdminPayoutResponse', adminPayout, exampleForAdmin)

const notSent = { allowed: false, reason: 'The payout was not sent' }

export const adminPayoutDetailResponse = dataResponse(
  'AdminPayoutDetailResponse',
  z.object({
    ...adminFields,
    pending_approvals: pendingField,
    allowed_actions: allowedDecisions.extend({
      cancel: action,
      inquire: action,
      fail: action,
      paid: action,
    }),
    history,
  }),
  {
    ...exampleForAdmin,
    pending_approvals: [],
    allowed_actions: {
      ...exampleForAdmin.allowed_actions,
      cancel: { allowed: true, reason: null },
      ...{ inquire: notSent, fail: notSent, paid: notSent },
    },
    history: exampleHistory,
  },
)

export const adminPayoutsResponse = cappedPageResponse('AdminPayoutsResponse', adminPayout, exampleForAdmin)

const typeTerms = z.object({
  fee: twoPlaces.meta({ description: 'Taken in addition to the amount.' }),
  most: twoPlaces.meta({ description: 'The most that can be requested now.' }),
})

export const termsResponse = dataResponse(
  'PayoutTerms',
  z.object({
    terms: z.array(
      z.object({
        currency: z.enum(sortedCurrencies),
        available: twoPlaces,
        wallet: typeTerms,
        bank: typeTerms
          .nullable()
          .meta({ description: 'Null where payouts to bank accounts are not offered in this currency.' }),
        approval_from: twoPlaces
          .meta({ description: 'A payout of this amount or more waits for our approval; null: none does.' })
          .nullable(),
        second_user_from: secondUserField,
      }),
    ),
    destination_delay_seconds: z.int().meta({ description: 'How long a new destination cannot be used.' }),
  }),
  {
    terms: [
      {
        currency: 'USD',
        available: '320.40',
        wallet: { fee: '0.50', most: '319.90' },
        bank: { fee: '5.00', most: '315.40' },
        approval_from: '1000.00',
        second_user_from: null,
      },
    ],
    destination_delay_seconds: 86_400,
  },
)

export const decisionSchema = z.object({ reason: reasonText() })
export const decisionBody = named('PayoutDecision', decisionSchema, {
  reason: 'Please call us about this payout first',
})

export const payoutEvents = [
  {
    name: 'Payout',
    summary: 'A payout of card money changed its state',
    description: 'Sent for every state, to merchants that asked for the event `PAYOUT`.',
    signed: true,
    body: named(
      'PayoutWebhook',
      z.object({ event_type: z.literal('PAYOUT'), ...payoutFields, timestamp: utcStamp }),
      { event_type: 'PAYOUT', ...examplePayout, timestamp: '2026-11-23T09:30:00Z' },
    ),
  },
] as const
