// Response schemas of the merchant routes for transfers.
import { z } from 'zod'
import { named, pageOf, success, zonelessStamp } from '../../platform/http/api.ts'
import type { Rendered } from '../../platform/http/endpoint.ts'
import { firstPage } from '../http/schemas.ts'
import {
  exampleTimeline,
  exampleTransactionId,
  exampleTransferSummary,
  timelineEvent,
  transferSummaryFields,
  untilConverted,
} from '../transfer/schemas.ts'
import { lineKind } from '../wallets/schemas.ts'

const transferSummary = z.object(transferSummaryFields).meta({ id: 'TransferSummary' })

export const transfersResponse = named('Transfers', success(pageOf(transferSummary)), {
  status: 'success',
  data: { items: [exampleTransferSummary], pagination: firstPage },
})

export const transferResponse = named(
  'TransferStatus',
  success(
    z.object({
      ...transferSummaryFields,
      telco_reference: z.string().nullable(),
      completed_at: zonelessStamp.nullable(),
    }),
  ),
  {
    status: 'success',
    data: {
      ...exampleTransferSummary,
      telco_reference: 'SIM-VODACOM-1K82PP472YGMXC',
      completed_at: '2026-11-21T09:30:02.401188',
    },
  },
)

export const timelineResponse = named(
  'Timeline',
  success(z.object({ reference: z.string(), transaction_id: z.string(), events: z.array(timelineEvent) })),
  {
    status: 'success',
    data: { reference: 'T-2041', transaction_id: exampleTransactionId, events: exampleTimeline },
  },
  'Oldest first.',
)

/** The summary with payout amount and fee. */
export const transferWithFee = z
  .object({ ...transferSummaryFields, receiver_amount: untilConverted, fee: untilConverted })
  .meta({ id: 'PricedTransfer' })

export const examplePricedTransfer = { ...exampleTransferSummary, receiver_amount: 1, fee: 0 }

export const transferWalletLines = z.array(
  z.object({ at: zonelessStamp, kind: lineKind, amount: z.number(), balance_after: z.number() }),
)

/** The full detail of one transfer for its merchant. */
export const transferDetail = z.object({
  ...transferWithFee.shape,
  receiver_currency: z.literal('USD'),
  rate: z.number().nullable(),
  telco_reference: z.string().nullable(),
  completed_at: zonelessStamp.nullable(),
  reversed_at: zonelessStamp.nullable(),
  failure_code: z.string().nullable(),
  failure_message: z.string().nullable(),
  parties: z.object({ sender: z.string(), receiver: z.string() }),
  timeline: z.array(timelineEvent),
  wallet_lines: transferWalletLines,
})
export type TransferDetail = Rendered<z.output<typeof transferDetail>>

export const exampleTransferDetail = {
  ...examplePricedTransfer,
  receiver_currency: 'USD' as const,
  rate: 1,
  telco_reference: 'SIM-VODACOM-1K82PP472YGMXC',
  completed_at: '2026-11-21T09:30:02.401188',
  reversed_at: null,
  failure_code: null,
  failure_message: null,
  parties: { sender: 'Aimée Ngalula', receiver: 'Jean Mukendi' },
  timeline: exampleTimeline,
  wallet_lines: [],
}
