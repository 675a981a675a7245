// Schemas of void requests and responses.
import { z } from 'zod'
import { named, twoPlaces, utcStamp } from '../../platform/http/api.ts'
import { freeText, optional } from '../../platform/http/body/body.ts'
import { currencyName, exampleUuid, followUpStatus } from '../transaction/schemas.ts'

export const voidSchema = z.object({ reason: freeText({ min: 3 }), notify_merchant: optional(z.boolean()) })

const voidExample = {
  void_id: 3,
  cs_void_id: '7321098456123456789088',
  status: 'SUCCESS',
  amount: '25.50',
  currency: 'USD',
  reason: 'Ordered twice',
  reason_code: '',
} as const

export const voidResponse = named(
  'VoidResponse',
  z.object({
    void_id: z.int(),
    cs_void_id: z.string(),
    status: followUpStatus,
    amount: twoPlaces,
    currency: currencyName,
    reason: z.string(),
    reason_code: z.string(),
    transaction_status: z.literal('VOIDED'),
  }),
  { ...voidExample, transaction_status: 'VOIDED' },
)

export const voidHistoryResponse = named(
  'VoidHistory',
  z.object({
    transaction_uuid: z.string(),
    voids: z.array(
      z.object({
        id: z.int(),
        void_id: z.int(),
        cs_void_id: z.string(),
        amount: twoPlaces,
        currency: currencyName,
        status: followUpStatus,
        reason: z.string(),
        reason_code: z.string(),
        voided_by: z.string(),
        created_at: utcStamp,
        completed_at: utcStamp.nullable(),
        callback_delivered: z.boolean(),
      }),
    ),
  }),
  {
    transaction_uuid: exampleUuid,
    voids: [
      {
        ...voidExample,
        id: 3,
        voided_by: 'amina',
        created_at: '2026-11-21T12:00:00Z',
        completed_at: '2026-11-21T12:00:01Z',
        callback_delivered: true,
      },
    ],
  },
)
