// Admin routes about attempts: collections without an outcome, and how many attempts succeed.
import { z } from 'zod'
import { operatorCodes } from '../../../kernel/operators.ts'
import type { OperatorFor } from '../../../operator-calls/operator.ts'
import type { Cells } from '../../../platform/database/cells.ts'
import { admins } from '../../../platform/http/access.ts'
import { dataResponse, environmentName, twoPlaces, utcStamp } from '../../../platform/http/api.ts'
import { endpointOfCells, succeeded } from '../../../platform/http/endpoint.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { currencyName, exampleUuid } from '../../transaction/schemas.ts'
import { collectionStates } from '../moves.ts'
import { exampleCollectionId } from '../schemas.ts'
import { readStuckCollections } from './stuck.ts'
import { attemptHours, flows } from './success-rates.ts'

const admin = { tag: 'Admin: payments', method: 'GET', priority: 'list', access: admins('read') } as const
const operator = z.enum(operatorCodes)

const stuckCollection = z
  .object({
    collection_id: z.string(),
    reference: z.string().meta({ description: 'By which the operator knows the call.' }),
    upstream_id: z.string().nullable().meta({ description: 'The id that the operator gave it, if it did.' }),
    environment: environmentName,
    operator,
    customer_number: z.string(),
    amount: twoPlaces,
    currency: currencyName,
    state: z.enum(collectionStates),
    created_at: utcStamp,
    age_seconds: z.int(),
    inquiries: z.int().meta({ description: 'How often the operator was asked.' }),
    upstream_reason: z.string().nullable().meta({ description: 'What it replied last.' }),
    transaction_uuid: z.string(),
    merchant_reference: z.string(),
    merchant_code: z.string(),
    merchant_name: z.string(),
  })
  .meta({ id: 'StuckCollection' })

const stuckTotal = z
  .object({
    environment: environmentName,
    operator,
    currency: currencyName,
    count: z.int(),
    amount: twoPlaces,
  })
  .meta({ id: 'StuckTotal' })

const stuckResponse = dataResponse(
  'StuckCollections',
  z.object({ items: z.array(stuckCollection), totals: z.array(stuckTotal) }),
  {
    items: [
      {
        collection_id: exampleCollectionId,
        reference: '0b8e5a52-6a0c-4f5e-9c52-3f6f1a7d2c11',
        upstream_id: null,
        environment: 'production',
        operator: 'airtel',
        customer_number: '*********021',
        amount: '25.50',
        currency: 'USD',
        state: 'UNKNOWN',
        created_at: '2026-11-21T09:30:00Z',
        age_seconds: 5_400,
        inquiries: 14,
        upstream_reason: 'HTTP 500',
        transaction_uuid: exampleUuid,
        merchant_reference: 'INV-2041',
        merchant_code: 'LKT-7K2M-9QXA',
        merchant_name: 'Boutique Kivu',
      },
    ],
    totals: [{ environment: 'production', operator: 'airtel', currency: 'USD', count: 1, amount: '25.50' }],
  },
)

const counts = {
  approved: z.int(),
  failed: z.int().meta({
    description: 'Declined, not answered, undone, or returned because they came too late.',
  }),
  open: z.int().meta({ description: 'Those without an outcome.' }),
}

const attemptHour = z
  .object({
    flow: z.enum(flows).meta({
      description:
        'Payments by card, payments by phone, or payouts to wallets of beneficiaries and merchants.',
    }),
    environment: environmentName,
    operator: operator.nullable().meta({ description: 'Null for the card gateway.' }),
    hour: utcStamp.meta({ description: 'When the hour began.' }),
    ...counts,
    declines: z
      .array(z.object({ reason_code: z.string(), count: z.int() }))
      .meta({ description: 'The causes of those that failed. Money that came too late has an empty one.' }),
    week_before: z.object(counts).meta({ id: 'AttemptCounts', description: 'The same hour a week before.' }),
  })
  .meta({ id: 'AttemptHour' })

const hoursResponse = dataResponse('AttemptHours', z.object({ items: z.array(attemptHour) }), {
  items: [
    {
      flow: 'collection',
      environment: 'production',
      operator: 'airtel',
      hour: '2026-11-21T09:00:00Z',
      approved: 45,
      failed: 4,
      open: 1,
      declines: [{ reason_code: 'MM_INSUFFICIENT_FUNDS', count: 4 }],
      week_before: { approved: 48, failed: 3, open: 0 },
    },
  ],
})

export const adminCollectionRoutes = [
  endpointOfCells({
    ...admin,
    id: 'listStuckCollections',
    path: '/api/v1/admin/collections/stuck',
    summary: 'List collections without an outcome',
    description:
      'Asked for more than an hour ago, oldest first, at most 200. The totals count all of them, by operator and currency.',
    responses: { 200: stuckResponse },
    handle: async (needs: { cells: Cells; clock: Clock; operatorFor: OperatorFor }) =>
      succeeded(await readStuckCollections(needs, needs.clock.now())),
  }),
  endpointOfCells({
    ...admin,
    id: 'readAttemptHours',
    path: '/api/v1/admin/attempts/hours',
    summary: 'Count attempts by operator and hour',
    description:
      'Of the last 24 hours, with the same hours a week before, at the card gateway and at each operator. Of more than 1000 in fifteen minutes, 1000 are counted.',
    responses: { 200: hoursResponse },
    handle: async ({ cells, clock }: { cells: Cells; clock: Clock }) =>
      succeeded({ items: await attemptHours(cells, clock.now()) }),
  }),
]
