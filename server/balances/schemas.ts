// Shapes of balances and movements, the same for signed requests, signed-in merchants and admins.

import { z } from 'zod'
import { sortedCurrencies } from '../kernel/money.ts'
import { dataResponse, dayText, pageResponse, twoPlaces, utcStamp } from '../platform/http/api.ts'
import { dayFields, pageFields } from '../platform/http/list-query.ts'

export const movementTypes = [
  'charge',
  'refund',
  'void',
  'fee',
  'dispute',
  'dispute_reversal',
  'payout',
  'payout_return',
  'adjustment',
] as const
export type MovementType = (typeof movementTypes)[number]

const filters = {
  currency: z.enum(sortedCurrencies).optional(),
  type: z.enum(movementTypes).optional(),
  ...dayFields,
}

/** Filters of the list of movements that is read whole. */
export const filterSchema = z.object(filters)
/** Filters and page of the list of movements. */
export const querySchema = z.object({ ...filters, ...pageFields })

const balance = z
  .object({
    currency: z.string(),
    pending: twoPlaces.meta({ description: 'Not settled by the gateway yet. Below zero after refunds.' }),
    available: twoPlaces.meta({
      description:
        'Below zero if more was refunded or disputed than was available; pending money and later payments make up for it.',
    }),
    reserved: twoPlaces.meta({
      description: 'Held for payouts in progress. A dispute takes its amount and fee from `available`.',
    }),
  })
  .meta({ id: 'CardBalance' })

export const balancesResponse = dataResponse(
  'CardBalancesResponse',
  z.object({ balances: z.array(balance) }),
  {
    balances: [
      { currency: 'CDF', pending: '0.00', available: '0.00', reserved: '0.00' },
      { currency: 'USD', pending: '24.61', available: '310.20', reserved: '0.00' },
    ],
  },
)

export const movementSchema = z
  .object({
    id: z.string(),
    type: z.enum(movementTypes),
    amount: twoPlaces.meta({ description: 'Negative if it was taken from the merchant.' }),
    fee: twoPlaces.meta({ description: 'Our fee; a void gives it back, so it is negative.' }),
    net: twoPlaces.meta({ description: 'The amount less the fee: what changed the balance.' }),
    currency: z.string(),
    available_on: dayText,
    source: z.string().nullable().meta({
      description: 'The `transaction_uuid` of the payment or the `payout_id` of the payout, if there is one.',
    }),
    created_at: utcStamp,
  })
  .meta({ id: 'BalanceTransaction' })

export const movementReference = z.string().nullable().meta({
  description: 'Your reference of the payment or payout, if there is one.',
})

const exampleMovement = {
  id: '0b9a7c52-6c1f-4a3e-9a57-52c3a1f0d0aa',
  type: 'charge',
  amount: '25.50',
  fee: '0.89',
  net: '24.61',
  currency: 'USD',
  available_on: '2026-11-23',
  source: 'LKT-20261121-093000-7K2M9QXA-CD',
  created_at: '2026-11-21T09:30:00Z',
} as const

export const movementsResponse = pageResponse('BalanceTransactionsResponse', movementSchema, exampleMovement)

const namedMovement = movementSchema
  .extend({
    merchant_reference: movementReference,
    description: z.string().nullable().meta({
      description:
        'What the payment link says is sold, or why we corrected the balance; null without either.',
    }),
  })
  .meta({ id: 'NamedBalanceTransaction' })

export const namedMovementsResponse = pageResponse('NamedBalanceTransactionsResponse', namedMovement, {
  ...exampleMovement,
  merchant_reference: 'INV-2001',
  description: null,
})

const release = z
  .object({ currency: z.string(), available_on: dayText, net: twoPlaces })
  .meta({ id: 'NextRelease' })

export const releasesResponse = dataResponse(
  'NextReleasesResponse',
  z.object({ releases: z.array(release) }),
  { releases: [{ currency: 'USD', available_on: '2026-11-23', net: '24.61' }] },
)
