// The health endpoint for monitors: no authentication, no envelope, no caching.

import { z } from 'zod'
import { commonStatement, type Database } from '../../platform/database/database.ts'
import { anyone } from '../../platform/http/access.ts'
import { named, zonelessStamp } from '../../platform/http/api.ts'
import { endpoint, respond } from '../../platform/http/endpoint.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { stamp } from '../transfer/formats.ts'

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

const ping = commonStatement('ping_database', 'select 1')

export const remittanceHealthRoutes = [
  endpoint({
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
    handle: async ({ db, clock }: { db: Database; clock: Clock }) => {
      const isUp = await db.rows(ping).then(
        () => true,
        () => false,
      )
      return respond(isUp ? 200 : 503, {
        status: isUp ? 'healthy' : 'degraded',
        service: 'remittance',
        checks: { database: isUp ? 'ok' : 'unreachable' },
        timestamp: stamp(clock.now()),
      })
    },
  }),
]
