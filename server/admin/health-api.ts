// Health routes for monitors and load balancers: liveness and readiness.

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { anyone } from '../platform/http/access.ts'
import { type Endpoint, named } from '../platform/http/api.ts'
import { sendJson } from '../platform/http/http.ts'
import { stuckLoops } from '../platform/process/worker-loop.ts'
import { databaseChecks, type Health } from './health.ts'

const health = { tag: 'Health' } as const

const checkLiveness: Endpoint = {
  ...health,
  id: 'checkLiveness',
  method: 'GET',
  path: '/livez',
  priority: 'always',
  access: anyone,
  summary: 'Check liveness',
  responses: { 200: named('Liveness', z.object({ status: z.literal('ok') }), { status: 'ok' }) },
}

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

const checkReadiness: Endpoint = {
  ...health,
  id: 'checkReadiness',
  method: 'GET',
  path: '/readyz',
  priority: 'always',
  access: anyone,
  summary: 'Check readiness',
  responses: { 200: readiness, 503: { description: 'Not ready.', schema: readiness } },
}

export function registerHealthRoutes(app: FastifyInstance, health: Health): void {
  app.get('/livez', { config: { api: checkLiveness } }, async (_request, reply) =>
    sendJson(reply, { status: 'ok' }),
  )

  app.get('/readyz', { config: { api: checkReadiness } }, async (_request, reply) => {
    const checks = { ...(await databaseChecks(health)), workers: workerCheck(health) }
    const ready =
      !health.stopping() && Object.values(checks).every((check) => check === 'ok' || check === 'none')
    return sendJson(reply.code(ready ? 200 : 503), { status: ready ? 'ready' : 'not ready', checks })
  })
}

/** Each worker is stuck or not by its own interval. */
function workerCheck({ workers }: Health): string {
  const loops = workers()
  return loops === undefined ? 'none' : stuckLoops(loops).length === 0 ? 'ok' : 'stuck'
}
