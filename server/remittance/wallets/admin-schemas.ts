// Response schemas of the admin routes for wallets and adjustments.
import { z } from 'zod'
import { cappedPageOf, dataResponse, environmentName, zonelessStamp } from '../../platform/http/api.ts'
import { action, cappedPage, exampleMerchant, exampleTime, may, ofMerchant } from '../http/endpoint-parts.ts'
import { adjustmentKinds } from './adjustment.ts'
import { balance, exampleBalance } from './api.ts'

const { as_of: _, ...held } = exampleBalance

const listedWallet = z
  .object({
    ...ofMerchant,
    ...balance.omit({ as_of: true }).shape,
    pending_adjustments: z.int(),
    checked_at: zonelessStamp
      .nullable()
      .meta({ description: 'When the wallet was last found to match the ledger.' }),
  })
  .meta({ id: 'AdminWallet' })

export const walletsResponse = dataResponse('AdminWallets', cappedPageOf(listedWallet), {
  items: [{ ...exampleMerchant, ...held, pending_adjustments: 0, checked_at: exampleTime }],
  pagination: cappedPage,
})

export const topUpResponse = dataResponse(
  'WalletToppedUp',
  z.object({
    merchant_code: z.string(),
    environment: environmentName,
    added: z.number(),
    ...balance.shape,
  }),
  {
    merchant_code: 'LKT-7K2M-9QXA',
    environment: 'sandbox',
    added: 50,
    ...exampleBalance,
  },
)

const adjustment = z
  .object({
    id: z.string(),
    kind: z.enum(adjustmentKinds).meta({
      description: '`TOPUP`: a top-up beyond the limit of one person. `ADJUSTMENT`: a correction.',
    }),
    ...ofMerchant,
    amount: z.number(),
    currency: z.literal('USD'),
    reason: z.string(),
    state: z.enum(['PENDING', 'APPROVED', 'REJECTED']),
    requested_by: z.string(),
    requested_at: zonelessStamp,
    decided_by: z.string().nullable(),
    decided_at: zonelessStamp.nullable(),
    decision_reason: z.string().nullable(),
    balance_after: z.number().nullable(),
    allowed_actions: z.object({ approve: action, reject: action }),
  })
  .meta({ id: 'Adjustment' })

const exampleAdjustment = {
  id: '01932f6e-5c1b-7e3a-9b1d-2f4c8a7d6e5b',
  kind: 'ADJUSTMENT',
  ...exampleMerchant,
  amount: -5,
  currency: 'USD',
  reason: 'Booked twice on 20 November',
  state: 'PENDING',
  requested_by: 'amina',
  requested_at: exampleTime,
  decided_by: null,
  decided_at: null,
  decision_reason: null,
  balance_after: null,
  allowed_actions: { approve: may, reject: may },
} as const

export const adjustmentResponse = dataResponse('AdjustmentResponse', adjustment, exampleAdjustment)

export const topUpWaitsResponse = dataResponse('WalletTopUpPending', adjustment, {
  ...exampleAdjustment,
  kind: 'TOPUP',
  amount: 5_000,
  reason: 'Bank transfer 4711',
})

export const adjustmentsResponse = dataResponse('Adjustments', cappedPageOf(adjustment), {
  items: [exampleAdjustment],
  pagination: cappedPage,
})
