// Response schemas of the admin routes for transfers.

import { z } from 'zod'
import { cappedPageResponse, dataResponse, merchantZone, zonelessStamp } from '../../platform/http/api.ts'
import { deliveryDetailSchema } from '../../platform/http/delivery-record.ts'
import type { Rendered } from '../../platform/http/endpoint.ts'
import { finding } from '../holds/schemas.ts'
import { action, exampleMerchant, may, mayNot, ofMerchant } from '../http/endpoint-parts.ts'
import { pause } from '../operators/api.ts'
import { exceptionFields } from '../payouts/exceptions.ts'
import {
  exampleParties,
  exampleTimeline,
  exampleTransactionId,
  exampleTransferSummary,
  parties,
  timelineEvent,
  transferSummaryFields,
  untilConverted,
} from '../transfer/schemas.ts'
import { transferStatuses } from '../transfer/transfer.ts'
import { transferWalletLines } from './api.ts'

const listedTransfer = z
  .object({
    ...transferSummaryFields,
    receiver_amount: untilConverted,
    fee: untilConverted,
    ...ofMerchant,
    telco_reference: z.string().nullable(),
    completed_at: zonelessStamp.nullable(),
  })
  .meta({ id: 'AdminTransferSummary' })

export const adminTransfersResponse = cappedPageResponse('AdminTransfers', listedTransfer, {
  ...exampleTransferSummary,
  receiver_amount: 1,
  fee: 0,
  ...exampleMerchant,
  telco_reference: 'SIM-VODACOM-1K82PP472YGMXC',
  completed_at: '2026-11-21T09:30:02.401188',
})

export const inquiryResponse = dataResponse(
  'InquiryOutcome',
  z.object({
    transaction_id: z.string(),
    status: z.enum(transferStatuses),
    answer: z.enum(['pending', 'succeeded', 'declined', 'reversed', 'absent']),
    outcome: z.enum(['settled', 'known', 'conflict']).nullable(),
  }),
  {
    transaction_id: exampleTransactionId,
    status: 'Successful',
    answer: 'succeeded',
    outcome: 'known',
  },
)

export const reversalResponse = dataResponse(
  'ReversalRequested',
  z.object({
    transaction_id: z.string(),
    reversal: z.object({ reference: z.string(), state: z.literal('PENDING') }),
  }),
  {
    transaction_id: exampleTransactionId,
    reversal: { reference: '019f3c2e-8a41-7bb2-9d0e-5a6f3c1b2d4e', state: 'PENDING' },
  },
)

const payout = z.object({
  reference: z.string(),
  state: z.string(),
  attempts: z.int(),
  dispatched_at: zonelessStamp.nullable(),
  next_check_at: zonelessStamp.nullable(),
  telco_reference: z.string().nullable(),
  detail: z.string().nullable(),
})

const reversal = z.object({
  reference: z.string(),
  state: z.enum(['REVERSED', 'REFUSED', 'PENDING']),
  reason: z.string(),
  requested_by: z.string(),
  requested_at: zonelessStamp,
  attempts: z.int(),
  ended_at: zonelessStamp.nullable(),
  telco_reference: z.string().nullable(),
  detail: z.string().nullable(),
})

/** The full detail of a transfer for admins. */
const adminTransferDetail = z.object({
  ...transferSummaryFields,
  ...ofMerchant,
  time_zone: merchantZone,
  receiver_amount: untilConverted,
  receiver_currency: z.literal('USD'),
  fee: untilConverted,
  rate: z.number().nullable(),
  rate_as_of: zonelessStamp.nullable(),
  rate_source: z.string().nullable(),
  quote: z
    .object({
      quote_id: z.string(),
      receiver_amount: z.number(),
      market_amount: z.number().nullable(),
      difference: z.number().nullable(),
    })
    .nullable()
    .meta({
      description:
        'The quote whose price was promised, in USD: what the amount was worth at the rate of the moment when the quote was used, and how much more the beneficiary receives. Null until then.',
    }),
  name_confirmation: z
    .object({ source: z.string(), at: zonelessStamp })
    .nullable()
    .meta({ description: 'Which operator protocol gave `subscriber_name`, and when.' }),
  telco_reference: z.string().nullable(),
  failure_code: z.string().nullable(),
  failure_message: z.string().nullable(),
  callback_url: z.string().nullable(),
  completed_at: zonelessStamp.nullable(),
  reversed_at: zonelessStamp.nullable(),
  settlement_id: z.string().nullable(),
  reversal_settlement_id: z.string().nullable(),
  parties,
  screening: z.array(finding).nullable(),
  review: z
    .object({
      decision: z.string(),
      reason: z.string().nullable(),
      decided_by: z.string().nullable(),
      decided_at: zonelessStamp.nullable(),
    })
    .nullable(),
  timeline: z.array(timelineEvent),
  wallet_lines: transferWalletLines,
  payout: payout.nullable(),
  operator_pause: pause.nullable(),
  reversals: z.array(reversal),
  exceptions: z.array(z.object(exceptionFields)),
  deliveries: z.array(deliveryDetailSchema),
  allowed_actions: z.object({ release: action, reject: action, inquire: action, reverse: action }),
})

export type AdminTransferDetail = Rendered<z.output<typeof adminTransferDetail>>

export const adminTransferDetailResponse = dataResponse('AdminTransferDetail', adminTransferDetail, {
  ...exampleTransferSummary,
  ...exampleMerchant,
  time_zone: 'Africa/Lubumbashi',
  receiver_amount: 1,
  receiver_currency: 'USD',
  fee: 0,
  rate: 1,
  rate_as_of: null,
  rate_source: null,
  quote: null,
  name_confirmation: { source: 'mpesa', at: '2026-11-21T09:30:00.101180' },
  telco_reference: 'SIM-VODACOM-1K82PP472YGMXC',
  failure_code: null,
  failure_message: null,
  callback_url: null,
  completed_at: '2026-11-21T09:30:02.401188',
  reversed_at: null,
  settlement_id: null,
  reversal_settlement_id: null,
  parties: exampleParties,
  screening: [],
  review: null,
  timeline: exampleTimeline,
  wallet_lines: [],
  payout: null,
  operator_pause: null,
  reversals: [],
  exceptions: [],
  deliveries: [],
  allowed_actions: {
    release: mayNot('The transfer is Successful'),
    reject: mayNot('The transfer is Successful'),
    inquire: may,
    reverse: may,
  },
})
