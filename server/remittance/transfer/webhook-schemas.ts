// The body of the callback of a transfer as a schema, for the document.
import { z } from 'zod'
import { named, zonelessStamp } from '../../platform/http/api.ts'
import { exampleTransferRow } from '../transfers/example-transfer.ts'
import { recordFields, untilConverted } from '../transfers/schemas.ts'
import { transferStatuses } from './transfer.ts'
import { transferBody } from './webhooks.ts'

const { subscriber_name, created_at, ...known } = recordFields

const transfer = named(
  'TransferEvent',
  z.object({
    event_type: z.literal('REMITTANCE'),
    ...known,
    status: z.enum(transferStatuses).exclude(['Submitted', 'Hold']),
    receiver_amount: untilConverted,
    receiver_currency: z.literal('USD'),
    subscriber_name,
    telco_reference: z.string().nullable(),
    failure_code: z.string().nullable(),
    failure_message: z.string().nullable(),
    created_at,
    completed_at: zonelessStamp.nullable(),
    timestamp: zonelessStamp,
  }),
  JSON.parse(
    JSON.stringify(transferBody(exampleTransferRow, Temporal.Instant.from('2026-11-21T09:30:02.401188Z'))),
  ),
)

export const transferEvents = [
  {
    name: 'Transfer',
    summary: 'The outcome of a transfer is known',
    description: 'And once more, with status `Reversed`, where the operator takes a payout back.',
    signed: true,
    body: transfer,
  },
] as const
