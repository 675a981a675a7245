// Transfers as the portal shows them, with their price, as schemas.
import { z } from 'zod'
import { named, success, zonelessStamp } from '../../platform/http/api.ts'
import { deliveryStoryRecord } from '../../platform/http/delivery-record.ts'
import {
  exampleTimeline,
  exampleTransferSummary,
  timelineEvent,
  transferSummaryFields,
  untilConverted,
} from '../../remittance/transfer/schemas.ts'
import { lineKind } from '../../remittance/wallets/schemas.ts'
import { foundPageOf } from '../found-page.ts'

const firstPage = { page: 1, limit: 20, total: 1, pages: 1 }

export const pricedTransfer = z
  .object({ ...transferSummaryFields, receiver_amount: untilConverted, fee: untilConverted })
  .meta({ id: 'PricedTransfer' })
export const examplePriced = { ...exampleTransferSummary, receiver_amount: 1, fee: 0 }

export const transfersResponse = named('PricedTransfers', success(foundPageOf(pricedTransfer)), {
  status: 'success',
  data: { items: [examplePriced], pagination: firstPage },
})

const transferStory = z.object({
  ...pricedTransfer.shape,
  receiver_currency: z.literal('USD'),
  rate: z.number().nullable(),
  telco_reference: z.string().nullable(),
  completed_at: zonelessStamp.nullable(),
  reversed_at: zonelessStamp.nullable(),
  failure_code: z.string().nullable(),
  failure_message: z.string().nullable(),
  parties: z.object({ sender: z.string(), receiver: z.string() }),
  timeline: z.array(timelineEvent),
  wallet_lines: z.array(
    z.object({ at: zonelessStamp, kind: lineKind, amount: z.number(), balance_after: z.number() }),
  ),
  deliveries: z.array(deliveryStoryRecord),
})

export const transferResponse = named('TransferStory', success(transferStory), {
  status: 'success',
  data: {
    ...examplePriced,
    receiver_currency: 'USD',
    rate: 1,
    telco_reference: 'SIM-VODACOM-1K82PP472YGMXC',
    completed_at: '2026-11-21T09:30:02.401188',
    reversed_at: null,
    failure_code: null,
    failure_message: null,
    parties: { sender: 'Aimée Ngalula', receiver: 'Jean Mukendi' },
    timeline: exampleTimeline,
    wallet_lines: [],
    deliveries: [],
  },
})
