// The health endpoint for monitors: no authentication, no envelope, no caching.

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Database, statement } from '../../platform/database/database.ts'
import { anyone } from '../../platform/http/access.ts'
import { type Endpoint, named, zonelessStamp } from '../../platform/http/api.ts'
import { sendJson } from '../../platform/http/http.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { stamp } from '../transfer/time.ts'

const healthResponse = named(
  'RemittanceHealth',
  z.object({
    status: z.enum(['healthy', 'degraded']),
    service: z.literal('remittance'),
    checks: z.object({ database: z.enum(['ok', 'unreachable']) }),
    timestamp: zonelessStamp,
  }),
  {
    status: 'healthy',
    service: 'remittance',
    checks: { database: 'ok' },
    timestamp: '2026-11-21T09:30:00.118204',
  },
)

const checkRemittanceEndpoint: Endpoint = {
  id: 'checkRemittance',
  method: 'GET',
  path: '/api/v1/remittance/health',
  priority: 'status',
  access: anyone,
  summary: 'Check the health of the remittance service',
  tag: 'Health',
  responses: {
    200: healthResponse,
    503: { description: 'The database is unreachable.', schema: healthResponse },
  },
}

const ping = statement('ping_database', 'select 1')

export function registerRemittanceHealth(
  app: FastifyInstance,
  { db, clock }: { db: Database; clock: Clock },
): void {
  app.get(
    '/api/v1/remittance/health',
    { config: { api: checkRemittanceEndpoint } },
    async (_request, reply) => {
      const isUp = await db.rows(ping).then(
        () => true,
        () => false,
      )
      return sendJson(reply.code(isUp ? 200 : 503), {
        status: isUp ? 'healthy' : 'degraded',
        service: 'remittance',
        checks: { database: isUp ? 'ok' : 'unreachable' },
        timestamp: stamp(clock.now()),
      })
    },
  )
}
