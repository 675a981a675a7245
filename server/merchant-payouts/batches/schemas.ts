// Schemas of batches of payouts to banks.

import { z } from 'zod'
import { sortedCurrencies } from '../../kernel/money.ts'
import {
  cappedPageResponse,
  dataResponse,
  environmentName,
  listResponse,
  named,
  twoPlaces,
  utcStamp,
} from '../../platform/http/api.ts'
import { pageFields } from '../../platform/http/list-query.ts'
import { adminPayout, allowedDecisions, exampleForAdmin } from '../payouts/schemas.ts'

export const batchStates = ['WAITING', 'APPROVED', 'REJECTED'] as const

export const newBatchSchema = z.object({
  environment: z.enum(['sandbox', 'production']),
  currency: z.enum(sortedCurrencies),
})
export const newBatchBody = named('NewPayoutBatch', newBatchSchema, {
  environment: 'production',
  currency: 'USD',
})

export const batchSearch = z.object({ ...pageFields, state: z.enum(batchStates).optional() })

const batch = z
  .object({
    batch_id: z.string(),
    environment: environmentName,
    currency: z.enum(sortedCurrencies),
    state: z.enum(batchStates),
    payouts: z.int().meta({ description: 'The number of payouts in it.' }),
    total: twoPlaces,
    account_name: z.string().meta({ description: 'Our account that pays.' }),
    account_last4: z.string(),
    created_by: z.string(),
    created_at: utcStamp,
    decided_by: z.string().nullable(),
    decided_at: utcStamp.nullable(),
    decision_reason: z.string().nullable(),
    allowed_actions: allowedDecisions,
  })
  .meta({ id: 'PayoutBatch' })

const exampleBatch = {
  batch_id: '019a0000-0000-7000-8000-0000000000ba',
  environment: 'production',
  currency: 'USD',
  state: 'WAITING',
  payouts: 12,
  total: '18400.00',
  account_name: 'EXEMPLE SARL',
  account_last4: '0195',
  created_by: 'amina',
  created_at: '2026-11-23T09:30:00Z',
  decided_by: null,
  decided_at: null,
  decision_reason: null,
  allowed_actions: {
    approve: { allowed: false, reason: 'Another admin must decide this payout batch' },
    reject: { allowed: true, reason: null },
  },
} as const

export const batchResponse = dataResponse('PayoutBatchResponse', batch, exampleBatch)
export const batchDetailResponse = dataResponse(
  'PayoutBatchDetailResponse',
  z.object({ ...batch.shape, items: z.array(adminPayout) }),
  { ...exampleBatch, items: [exampleForAdmin] },
)
export const batchesResponse = cappedPageResponse('PayoutBatchesResponse', batch, exampleBatch)

const waiting = z
  .object({
    environment: environmentName,
    currency: z.enum(sortedCurrencies),
    payouts: z.int(),
    total: twoPlaces,
  })
  .meta({ id: 'PayoutsWaitingForBatch' })
export const waitingResponse = listResponse('PayoutsWaitingForBatchResponse', waiting, {
  environment: 'production',
  currency: 'USD',
  payouts: 12,
  total: '18400.00',
})
