// What the routes of monitors tell of themselves.
import { z } from 'zod'
import { type Endpoint, named } from '../platform/http/api.ts'
import { accessProblems } from './access.ts'

const health = { tag: 'Health', authentication: 'none' } as const

export const checkLiving: Endpoint = {
  ...health,
  id: 'checkLiving',
  summary: 'Whether the process is alive',
  answers: { 200: named('Living', z.object({ status: z.literal('ok') }), { status: 'ok' }) },
}

export const databaseChecksAnswer = z.object({
  database: z.enum(['ok', 'unreachable']),
  migrations: z.enum(['ok', 'behind', 'unknown']),
  clock: z.string(),
})

const readiness = named(
  'Readiness',
  z.object({
    status: z.enum(['ready', 'not ready']),
    checks: databaseChecksAnswer.extend({ workers: z.enum(['ok', 'none', 'stuck']) }),
  }),
  { status: 'ready', checks: { database: 'ok', migrations: 'ok', clock: 'ok', workers: 'ok' } },
)

export const checkReadiness: Endpoint = {
  ...health,
  id: 'checkReadiness',
  summary: 'Whether it may be sent work',
  answers: { 200: readiness, 503: { says: 'Not now.', schema: readiness } },
}

export const readMetrics: Endpoint = {
  ...health,
  id: 'readMetrics',
  summary: 'What Prometheus reads',
  description: 'For the networks of admins, without a token.',
  answers: { 200: { says: 'Metrics as text.', type: 'text/plain' } },
  problems: [accessProblems.network_refused],
}
