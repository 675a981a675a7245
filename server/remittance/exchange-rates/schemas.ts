// Response schemas of the exchange rate routes for merchants and admins.
import { z } from 'zod'
import { pendingField } from '../../admin/approvals/pending.ts'
import { dataResponse, zonelessStamp } from '../../platform/http/api.ts'
import { action, exampleTime, may, secondStamp } from '../http/endpoint-parts.ts'

export const rateTableResponse = dataResponse(
  'RateTable',
  z.object({
    base: z.literal('USD'),
    as_of: secondStamp,
    next_refresh_at: secondStamp,
    rates: z.array(z.object({ currency: z.string(), rate: z.number() })),
  }),
  {
    base: 'USD',
    as_of: '2026-11-21T06:00:00',
    next_refresh_at: '2026-11-21T12:00:00',
    rates: [
      { currency: 'UGX', rate: 3655.2 },
      { currency: 'CDF', rate: 2850 },
    ],
  },
  'One USD is `rate` units of the currency.',
)

export const liveRateResponse = dataResponse(
  'LiveRate',
  z.object({
    base: z.literal('USD'),
    currency: z.string(),
    rate: z.number(),
    as_of: secondStamp,
    source: z.literal('live'),
  }),
  { base: 'USD', currency: 'CDF', rate: 2850, as_of: '2026-11-21T09:29:58', source: 'live' },
)

const snapshotFields = {
  id: z.int(),
  state: z.enum(['PUBLISHED', 'QUARANTINED']),
  source: z.string(),
  as_of: secondStamp,
  fetched_at: zonelessStamp,
  rates: z.array(z.object({ currency: z.string(), rate: z.number() })),
  moved: z
    .array(z.object({ currency: z.string(), from: z.number(), to: z.number(), percent: z.number() }))
    .meta({ description: 'The rates that moved too far, for which the snapshot was quarantined.' }),
  approved_by: z.string().nullable(),
  approval_reason: z.string().nullable(),
  approved_at: zonelessStamp.nullable(),
}

const exampleSnapshot = {
  id: 9,
  state: 'QUARANTINED',
  source: 'open-exchange-rates',
  as_of: '2026-11-21T06:00:00',
  fetched_at: exampleTime,
  rates: [{ currency: 'CDF', rate: 3700 }],
  moved: [{ currency: 'CDF', from: 2850, to: 3700, percent: 29.82 }],
  approved_by: null,
  approval_reason: null,
  approved_at: null,
} as const

export const snapshotResponse = dataResponse('RateSnapshotResponse', z.object(snapshotFields), {
  ...exampleSnapshot,
  rates: [...exampleSnapshot.rates],
  moved: [...exampleSnapshot.moved],
  state: 'PUBLISHED',
  approved_by: 'amina',
  approval_reason: 'The central bank says so',
  approved_at: exampleTime,
})

export const ratesResponse = dataResponse(
  'RatesOverview',
  z.object({
    needs_approval: z.boolean().meta({ description: 'Whether another admin must approve what you publish.' }),
    current_id: z.int().nullable(),
    fresh: z.boolean(),
    next_refresh_at: secondStamp,
    refresh: z
      .object({
        slot: secondStamp,
        attempts: z.int(),
        failure: z.string().nullable(),
        finished_at: zonelessStamp.nullable(),
        next_attempt_at: zonelessStamp.nullable(),
      })
      .nullable(),
    items: z.array(
      z.object({
        ...snapshotFields,
        pending_approvals: pendingField,
        allowed_actions: z.object({ approve: action }),
      }),
    ),
  }),
  {
    needs_approval: false,
    current_id: 8,
    fresh: true,
    next_refresh_at: '2026-11-21T12:00:00',
    refresh: null,
    items: [
      {
        ...exampleSnapshot,
        rates: [...exampleSnapshot.rates],
        moved: [...exampleSnapshot.moved],
        pending_approvals: [],
        allowed_actions: { approve: may },
      },
    ],
  },
)

/** The exchange rate part of the admin overview. */
export const ratesState = z
  .object({ as_of: zonelessStamp.nullable(), fresh: z.boolean(), quarantined: z.int() })
  .meta({ id: 'RatesState' })

export const exampleRatesState = { as_of: exampleTime, fresh: true, quarantined: 0 }
