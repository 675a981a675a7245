// Health routes for monitors and load balancers: liveness and readiness.

import { z } from 'zod'
import { anyone } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { endpoint, respond } from '../../platform/http/endpoint.ts'
import { stuckLoops } from '../../platform/process/worker-loop.ts'
import { databaseChecks, type Health } from './health.ts'

const health = { tag: 'Health' } as const

export const databaseChecksResponse = z.object({
  database: z.enum(['ok', 'unreachable']),
  migrations: z.enum(['ok', 'behind', 'unknown']),
  clock: z.string(),
})

const readiness = named(
  'Readiness',
  z.object({
    status: z.enum(['ready', 'not ready']),
    checks: databaseChecksResponse.extend({ workers: z.enum(['ok', 'none', 'stuck']) }),
  }),
  { status: 'ready', checks: { database: 'ok', migrations: 'ok', clock: 'ok', workers: 'ok' } },
)

export const healthRoutes = [
  endpoint({
    ...health,
    id: 'checkLiveness',
    method: 'GET',
    path: '/livez',
    priority: 'always',
    access: anyone,
    summary: 'Check liveness',
    responses: { 200: named('Liveness', z.object({ status: z.literal('ok') }), { status: 'ok' }) },
    handle: async () => ({ status: 'ok' }),
  }),
  endpoint({
    ...health,
    id: 'checkReadiness',
    method: 'GET',
    path: '/readyz',
    priority: 'always',
    access: anyone,
    summary: 'Check readiness',
    responses: { 200: readiness, 503: { description: 'Not ready.', schema: readiness } },
    handle: async (needs: Health) => {
      const checks = { ...(await databaseChecks(needs)), workers: workerCheck(needs) }
      const ready =
        !needs.stopping() && Object.values(checks).every((check) => check === 'ok' || check === 'none')
      return respond(ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', checks })
    },
  }),
]

/** Each worker is stuck or not by its own interval. */
function workerCheck({ workers }: Health): 'ok' | 'none' | 'stuck' {
  const loops = workers()
  return loops === undefined ? 'none' : stuckLoops(loops).length === 0 ? 'ok' : 'stuck'
}
