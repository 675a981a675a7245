// Schemas of collections: mobile-money payments that merchants' servers ask for.
import { z } from 'zod'
import { type OperatorCode, operatorCodes } from '../../kernel/operators.ts'
import { readPhone } from '../../kernel/phone-number.ts'
import { collectionDeclines } from '../../operator-calls/collector.ts'
import { dataResponse, named, twoPlaces, utcStamp } from '../../platform/http/api.ts'
import { optional, refused, text } from '../../platform/http/body/body.ts'
import { currencyName, exampleUuid } from '../transaction/schemas.ts'
import { collectionStates } from './moves.ts'
import { returnReasons } from './returns/notifications.ts'

const numberText = text({ min: 1, max: 64 }).refine(
  (number) => readPhone(number)?.country === 'CD',
  refused('value_error', 'Value error, not a Congolese number'),
)

/** The fields of a number that money goes to or comes from. */
export const numberFields = (description: string) => ({
  number: numberText.meta({ description }),
  operator: optional(z.enum(operatorCodes)).meta({
    description: 'The operator of the number; absent: by its prefix.',
  }),
})

/**
 * Adds an issue unless the number belongs to an operator, and to the one that the request names.
 * @param field that has the number.
 */
export function checkOperator(
  { number, operator }: { number: string; operator?: OperatorCode | undefined },
  context: z.RefinementCtx,
  field = 'number',
): void {
  const known = readPhone(number)?.operator
  const refuse = (path: string, fault: string) =>
    context.addIssue({ code: 'custom', path: [path], ...refused('value_error', `Value error, ${fault}`) })
  if (known && operator && operator !== known) refuse('operator', 'the number is not of this operator')
  if (!known && !operator) refuse(field, 'not a number of a known operator: name its operator')
}

const paying = numberFields('The number that pays, in any form.')

export const collectionSchema = z
  .object({
    transaction_uuid: text({ min: 1 }).meta({ description: 'The id of the order to pay.' }),
    customer_number: paying.number,
    operator: paying.operator,
  })
  .superRefine(({ customer_number: number, operator }, context) =>
    checkOperator({ number, operator }, context, 'customer_number'),
  )

/** What merchants read of a collection. */
export const collectionRecord = z
  .object({
    collection_id: z
      .string()
      .meta({ description: '`MM-` and 16 characters; the `cs_payment_id` of a payment that it pays.' }),
    transaction_uuid: z.string(),
    state: z.enum(collectionStates).meta({
      description: `\`REQUESTED\` and \`PROMPTED\`: the payer is being asked. \`UNKNOWN\`: the operator has not said how it ended; nothing else can
be paid meanwhile. \`REFUNDED\`: approved too late, and given back.`,
    }),
    operator: z.enum(operatorCodes),
    customer_number: z.string().meta({ description: 'Masked but for the last three digits.' }),
    amount: twoPlaces,
    currency: currencyName,
    approval_hint: z
      .object({ fr: z.string(), en: z.string() })
      .nullable()
      .meta({ description: 'How a payer who sees no prompt can approve; null where no way is known.' }),
    expires_at: utcStamp.nullable().meta({ description: 'When the prompt lapses.' }),
    created_at: utcStamp,
    completed_at: utcStamp.nullable(),
    reason_code: z
      .enum(collectionDeclines)
      .nullable()
      .meta({ description: 'Why it was declined or lapsed.' }),
  })
  .meta({ id: 'Collection' })

export const exampleCollectionId = 'MM-7Q2M9XW4T3B0K5RA'

export const collectionResponse = dataResponse('CollectionResponse', collectionRecord, {
  collection_id: exampleCollectionId,
  transaction_uuid: exampleUuid,
  state: 'PROMPTED',
  operator: 'airtel',
  customer_number: '*********021',
  amount: '25.50',
  currency: 'USD',
  approval_hint: null,
  expires_at: '2026-11-21T09:32:00Z',
  created_at: '2026-11-21T09:30:00Z',
  completed_at: null,
  reason_code: null,
})

export const collectionEvents = [
  {
    name: 'CollectionReturned',
    summary: 'A mobile-money payment came too late and was given back',
    description: `Sent to merchants that asked for the event \`COLLECTION_RETURNED\`, once the operator has confirmed that the payer has the money again.
The order stays as it was.`,
    signed: true,
    body: named(
      'CollectionReturnedWebhook',
      z.object({
        event_type: z.literal('COLLECTION_RETURNED'),
        collection_id: z.string(),
        transaction_uuid: z.string(),
        reference: z.string(),
        amount: twoPlaces,
        currency: currencyName,
        operator: z.enum(operatorCodes),
        customer_number: z.string().meta({ description: 'Masked but for the last three digits.' }),
        reason: z.enum(returnReasons).meta({
          description:
            '`LATE`: the order had ended. `DOUBLE`: it was paid otherwise. `AMOUNT`: another amount was taken.',
        }),
        timestamp: utcStamp,
      }),
      {
        event_type: 'COLLECTION_RETURNED',
        collection_id: exampleCollectionId,
        transaction_uuid: exampleUuid,
        reference: 'INV-2041',
        amount: '25.50',
        currency: 'USD',
        operator: 'airtel',
        customer_number: '*********021',
        reason: 'LATE',
        timestamp: '2026-11-21T09:51:00Z',
      },
    ),
  },
] as const
