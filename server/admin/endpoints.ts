// What the routes of admins about the whole tell of themselves.
import { z } from 'zod'
import {
  cappedPageOf,
  type Endpoint,
  environmentName,
  named,
  success,
  utcStamp,
  zonelessStamp,
} from '../platform/http/api.ts'
import { text } from '../platform/http/body/body.ts'
import { pageFields } from '../platform/http/list-query.ts'
import { databaseChecksAnswer } from './health-endpoints.ts'

const system = { tag: 'Admin: system', authentication: 'admin' } as const

const at = '2026-11-21T09:30:00.118204'

/** What other rooms tell of themselves in the overview: a schema and an example each. */
export type Shown = Record<'operators' | 'rates', { schema: z.ZodType; example: unknown }>

export function readOverview(shown: Shown): Endpoint {
  const overview = z.object({
    queues: z.object({
      holds: z.int(),
      exceptions_open: z.int(),
      adjustments_pending: z.int(),
      alerts_open: z.int(),
      go_live_pending: z.int(),
      dead_webhooks: z.int(),
      unknown_operations: z.int(),
      oldest_unknown_seconds: z.int().nullable(),
    }),
    processes: z.array(
      z.object({
        role: z.string(),
        version: z.string(),
        started_at: zonelessStamp,
        seen_at: zonelessStamp,
      }),
    ),
    workers: z.array(z.object({ name: z.string(), last_run_ms: z.int(), stuck_after_ms: z.int() })),
    database: databaseChecksAnswer,
    operators: shown.operators.schema,
    rates: shown.rates.schema,
    version: z.string(),
  })
  return {
    ...system,
    id: 'readOverview',
    summary: 'Read what waits for people, and how everything does',
    answers: {
      200: named('Overview', success(overview), { status: 'success', data: exampleOverview(shown) }),
    },
  }
}

function exampleOverview({ operators, rates }: Shown) {
  return {
    queues: {
      holds: 1,
      exceptions_open: 0,
      adjustments_pending: 0,
      alerts_open: 0,
      go_live_pending: 1,
      dead_webhooks: 0,
      unknown_operations: 0,
      oldest_unknown_seconds: null,
    },
    processes: [{ role: 'all', version: '0.1.0', started_at: at, seen_at: at }],
    workers: [{ name: 'webhook deliveries', last_run_ms: 212, stuck_after_ms: 60_000 }],
    database: { database: 'ok', migrations: 'ok', clock: 'ok' } as const,
    operators: operators.example,
    rates: rates.example,
    version: '0.1.0',
  }
}

export const readAdmin: Endpoint = {
  ...system,
  id: 'readAdmin',
  summary: 'Read whose token this is',
  answers: {
    200: named(
      'Admin',
      success(z.object({ name: z.string(), environment: environmentName, second_admin: z.boolean() })),
      { status: 'success', data: { name: 'amina', environment: 'sandbox', second_admin: true } },
    ),
  },
}

export const auditSchema = z.object({
  ...pageFields,
  actor: text({ max: 100 }).optional(),
  action: text({ max: 100 }).optional(),
  subject: text({ max: 200 }).optional(),
})

const auditRow = z
  .object({
    seq: z.int(),
    at: zonelessStamp,
    actor: z.string(),
    address: z.string(),
    action: z.string(),
    subject: z.string(),
    request_id: z.string(),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditRow' })

export const listAudit: Endpoint = {
  ...system,
  id: 'listAudit',
  summary: 'Read the audit log',
  description: 'Newest first.',
  query: auditSchema,
  answers: {
    200: named('AuditLog', success(cappedPageOf(auditRow)), {
      status: 'success',
      data: {
        items: [
          {
            seq: 41,
            at,
            actor: 'amina',
            address: '203.0.113.9',
            action: 'refund.requested',
            subject: 'MSL-20261121-093000-7K2M9QXA-CD',
            request_id: '019f3c2e-8a41-7bb2-9d0e-5a6f3c1b2d4e',
            detail: { refund_id: '12', amount: '10.00', currency: 'USD' },
          },
        ],
        pagination: { page: 1, limit: 20, total: 1, pages: 1, capped: false },
      },
    }),
  },
}

export const verifyAudit: Endpoint = {
  ...system,
  id: 'verifyAudit',
  summary: 'Prove that the audit log is whole',
  description: 'Walks the whole chain; `broken` names the first row that is not as it was written.',
  answers: {
    200: named(
      'AuditVerdict',
      success(
        z.object({
          intact: z.boolean(),
          rows: z.int(),
          broken: z.object({ seq: z.string(), reason: z.string() }).nullable(),
          checked_at: zonelessStamp,
        }),
      ),
      { status: 'success', data: { intact: true, rows: 41, broken: null, checked_at: at } },
    ),
  },
}

const clockAnswer = named(
  'SandboxClock',
  z.object({ offset_seconds: z.int(), now: utcStamp, wall_now: utcStamp }),
  { offset_seconds: 86_400, now: '2026-11-22T09:30:00Z', wall_now: '2026-11-21T09:30:00Z' },
)
const onlyThere = 'Only in sandbox deployments.'

export const readClock: Endpoint = {
  ...system,
  id: 'readClock',
  summary: 'Read the clock of the sandbox',
  description: onlyThere,
  answers: { 200: clockAnswer },
}

/** @param forward the field itself, which reads durations from the time it is. */
export function moveClock(forward: z.ZodType, problems: Endpoint['problems'] & {}): Endpoint {
  return {
    ...system,
    id: 'moveClock',
    summary: 'Let time pass in the sandbox',
    description: onlyThere,
    body: z.object({ forward }).meta({ id: 'ClockRequest', examples: [{ forward: 'P1D' }] }),
    answers: { 200: clockAnswer },
    problems,
  }
}
