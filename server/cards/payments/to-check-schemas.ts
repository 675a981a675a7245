// What a merchant reads of the payments to check on a day.
import { z } from 'zod'
import { operatorCodes } from '../../kernel/operators.ts'
import { dataResponse, dayText, twoPlaces, utcStamp } from '../../platform/http/api.ts'
import { dayField } from '../../platform/http/list-query.ts'
import { returnReasons } from '../collections/returns/notifications.ts'
import { exampleCollectionId } from '../collections/schemas.ts'
import { currencyName } from '../transaction/schemas.ts'
import { giveBackStates, maxToCheck } from './payments-to-check.ts'
import { examplePaymentSummary, paymentSummary } from './schemas.ts'

const givesBack = z.enum(giveBackStates).meta({
  description:
    'Whether a refund can be requested now; `waiting` for a decision, `running` at the operator or gateway.',
})

const lateMoney = z
  .object({
    collection_id: z.string(),
    transaction_uuid: z.string(),
    merchant_reference: z.string(),
    operator: z.enum(operatorCodes),
    customer_number: z.string(),
    amount: twoPlaces,
    currency: currencyName,
    reason: z.enum(returnReasons),
    state: z.enum(['RETURNING', 'REFUSED', 'RETURNED']).meta({
      description:
        '`RETURNING`: the money goes back by itself. `REFUSED`: the operator refuses it, and we look for another way.',
    }),
    debited_at: utcStamp,
    returned_at: utcStamp.nullable(),
  })
  .meta({ id: 'LateMoney' })

const exampleTwin = {
  ...examplePaymentSummary,
  possible_duplicate: true,
  give_back: 'possible',
} as const

export const toCheckResponse = dataResponse(
  'PaymentsToCheck',
  z.object({
    date: dayText,
    twins: z
      .array(z.object({ payments: z.array(paymentSummary.extend({ give_back: givesBack })) }))
      .meta({ description: 'Payments of the same reference, amount and payer within 20 minutes.' }),
    late: z.array(lateMoney).meta({
      description:
        'Mobile money that was debited when its payment could no longer be made. It is not yours, and goes back.',
    }),
    is_cut: z
      .boolean()
      .meta({ description: `Whether there are more than the first ${maxToCheck} of either.` }),
  }),
  {
    date: '2026-11-21',
    twins: [
      {
        payments: ['LKT-20261121-093000-7K2M9QXA-CD', 'LKT-20261121-093400-3B8N5RWC-CD'].map(
          (transaction_uuid) => ({ ...exampleTwin, transaction_uuid, allowed_actions: [] }),
        ),
      },
    ],
    late: [
      {
        collection_id: exampleCollectionId,
        transaction_uuid: 'LKT-20261121-091000-9D4F7HJK-CD',
        merchant_reference: 'INV-2040',
        operator: 'airtel',
        customer_number: '*********026',
        amount: '12.00',
        currency: 'USD',
        reason: 'LATE',
        state: 'RETURNED',
        debited_at: '2026-11-21T09:32:20Z',
        returned_at: '2026-11-21T09:32:41Z',
      },
    ],
    is_cut: false,
  },
)

export const toCheckQuery = z.object({
  date: dayField.optional().meta({ description: "A day of the merchant's time zone; today by default." }),
})
