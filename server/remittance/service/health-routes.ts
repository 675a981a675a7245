// Whether the service can work at all, for monitors: no authentication, no envelope, nothing kept.
import type { FastifyInstance } from 'fastify'
import { type Database, statement } from '../../platform/database/database.ts'
import { sendJson } from '../../platform/http/http.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { checkRemittance } from '../acceptance/endpoints.ts'
import { stamp } from '../transfer/time.ts'

const ping = statement('ping_database', 'select 1')

export function registerRemittanceHealth(
  app: FastifyInstance,
  { db, clock }: { db: Database; clock: Clock },
): void {
  app.get('/api/v1/remittance/health', { config: { api: checkRemittance } }, async (_request, reply) => {
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
  })
}
