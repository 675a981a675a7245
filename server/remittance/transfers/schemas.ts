// What merchants are answered about their transfers, as schemas.
import { z } from 'zod'
import { named, pageOf, success, zonelessStamp } from '../../platform/http/api.ts'
import { firstPage } from '../http/schemas.ts'
import {
  exampleTimeline,
  exampleTransactionId,
  exampleTransferSummary,
  timelineEvent,
  transferSummaryFields,
} from '../transfer/schemas.ts'

const transferSummary = z.object(transferSummaryFields).meta({ id: 'TransferRecord' })

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
