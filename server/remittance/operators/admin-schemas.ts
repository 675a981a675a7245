// What admins are answered about operators and exchange rates, as schemas.
import { z } from 'zod'
import { environmentName, named, success, zonelessStamp } from '../../platform/http/api.ts'
import { secondStamp } from '../acceptance/lookup-schemas.ts'
import { action, at, may, pause } from '../admin/record-schemas.ts'
import { operatorName } from '../transfers/schemas.ts'

export const operatorState = z
  .object({
    environment: environmentName,
    operator: operatorName,
    protocol: z.string(),
    state: z.enum(['up', 'down', 'paused']),
    last_success_at: zonelessStamp.nullable(),
    last_failure_at: zonelessStamp.nullable(),
    last_failure: z.string().nullable(),
    pause: pause.nullable(),
    allowed_actions: z.object({ pause: action, resume: action }),
    pending: z.int().meta({ description: 'Calls that wait to be made.' }),
    unknown: z.int().meta({ description: 'Calls of which the operator has not told the end yet.' }),
  })
  .meta({ id: 'OperatorState' })

export const exampleOperator = {
  environment: 'sandbox',
  operator: 'vodacom',
  protocol: 'mpesa',
  state: 'up',
  last_success_at: at,
  last_failure_at: null,
  last_failure: null,
  pause: null,
  allowed_actions: { pause: may, resume: { allowed: false, reason: 'The operator is not paused' } },
  pending: 0,
  unknown: 0,
} as const

export const operatorsAnswer = named('Operators', success(z.object({ items: z.array(operatorState) })), {
  status: 'success',
  data: { items: [exampleOperator] },
})

export const operatorAnswer = named('OperatorAnswer', success(operatorState), {
  status: 'success',
  data: exampleOperator,
})

const snapshotFields = {
  id: z.int(),
  state: z.enum(['PUBLISHED', 'QUARANTINED']),
  source: z.string(),
  as_of: secondStamp,
  fetched_at: zonelessStamp,
  rates: z.array(z.object({ currency: z.string(), rate: z.number() })),
  moved: z
    .array(z.object({ currency: z.string(), from: z.number(), to: z.number(), percent: z.number() }))
    .meta({ description: 'Why they were set aside: what moved further than is believed.' }),
  approved_by: z.string().nullable(),
  approval_reason: z.string().nullable(),
  approved_at: zonelessStamp.nullable(),
}

const exampleSnapshot = {
  id: 9,
  state: 'QUARANTINED',
  source: 'open-exchange-rates',
  as_of: '2026-11-21T06:00:00',
  fetched_at: at,
  rates: [{ currency: 'CDF', rate: 3700 }],
  moved: [{ currency: 'CDF', from: 2850, to: 3700, percent: 29.82 }],
  approved_by: null,
  approval_reason: null,
  approved_at: null,
} as const

export const snapshotAnswer = named('RateSnapshotAnswer', success(z.object(snapshotFields)), {
  status: 'success',
  data: {
    ...exampleSnapshot,
    rates: [...exampleSnapshot.rates],
    moved: [...exampleSnapshot.moved],
    state: 'PUBLISHED',
    approved_by: 'amina',
    approval_reason: 'The central bank says so',
    approved_at: at,
  },
})

export const ratesAnswer = named(
  'RatesOverview',
  success(
    z.object({
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
      items: z.array(z.object({ ...snapshotFields, allowed_actions: z.object({ approve: action }) })),
    }),
  ),
  {
    status: 'success',
    data: {
      current_id: 8,
      fresh: true,
      next_refresh_at: '2026-11-21T12:00:00',
      refresh: null,
      items: [
        {
          ...exampleSnapshot,
          rates: [...exampleSnapshot.rates],
          moved: [...exampleSnapshot.moved],
          allowed_actions: { approve: may },
        },
      ],
    },
  },
)

/** In the overview. */
export const ratesState = z
  .object({ as_of: zonelessStamp.nullable(), fresh: z.boolean(), quarantined: z.int() })
  .meta({ id: 'RatesState' })

export const exampleRatesState = { as_of: at, fresh: true, quarantined: 0 }
