// Response schemas of the exception routes.
import { z } from 'zod'
import { named, pageOf, success, zonelessStamp } from '../../platform/http/api.ts'
import { exampleTime, firstPage } from '../http/schemas.ts'
import { exampleTransactionId } from '../transfer/schemas.ts'

export const exceptionFields = {
  id: z.string(),
  kind: z.string(),
  detail: z.string(),
  state: z.enum(['open', 'closed']),
  opened_at: zonelessStamp,
  closed_at: zonelessStamp.nullable(),
  closed_by: z.string().nullable(),
  close_reason: z.string().nullable(),
}

const exampleException = {
  id: '5',
  kind: 'telco_conflict',
  detail: 'Declined, then paid',
  state: 'open',
  opened_at: exampleTime,
  closed_at: null,
  closed_by: null,
  close_reason: null,
} as const

const listedException = z
  .object({
    ...exceptionFields,
    transaction_id: z.string().nullable(),
    merchant_code: z.string().nullable(),
    merchant_name: z.string().nullable(),
  })
  .meta({ id: 'TransferException' })

export const exceptionsResponse = named('TransferExceptions', success(pageOf(listedException)), {
  status: 'success',
  data: {
    items: [
      {
        ...exampleException,
        transaction_id: exampleTransactionId,
        merchant_code: 'LKT-7K2M-9QXA',
        merchant_name: 'Boutique Kivu',
      },
    ],
    pagination: firstPage,
  },
})

export const exceptionClosedResponse = named(
  'ExceptionClosed',
  success(z.object({ id: z.string(), state: z.literal('closed') })),
  { status: 'success', data: { id: '5', state: 'closed' } },
)
