// The whole at a glance: what waits for people, and how everything it hangs on does. What each room knows is passed in.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unknownOperations } from '../operations/unknown-operations.ts'
import { sendJson } from '../platform/http/http.ts'
import { version } from '../platform/process/version.ts'
import { type Clock, zonelessMicrosecond } from '../platform/time/clock.ts'
import { adminOf } from './access.ts'
import { readAdmin, readOverview, type Shown } from './endpoints.ts'
import { databaseChecks, type Health } from './health.ts'
import { livingProcesses } from './process-heartbeat.ts'

export type OverviewNeeds = Health & {
  /** The time on the wall, by which processes tell that they are there. */
  wallClock: Clock
  environment: 'sandbox' | 'production'
  /** How many people may use the admin API. */
  adminCount: number
  queues: {
    remittance(): Promise<{ holds: number; exceptions_open: number; adjustments_pending: number }>
    alerts(): Promise<number>
    goLive(): Promise<number>
    deadDeliveries(): Promise<number>
    waitingDeliveries(): Promise<{ due: number; lagSeconds: number }>
  }
  operators(): Promise<object[]>
  rates(): Promise<object>
  /** What of operators and rates is shown, for the document. */
  shown: Shown
}

type Guard = (request: FastifyRequest) => Promise<void>

/** @param guard lets admins pass and refuses the rest. */
export function registerOverviewRoutes(app: FastifyInstance, needs: OverviewNeeds, guard: Guard): void {
  app.get(
    '/api/v1/admin/overview',
    { onRequest: guard, config: { api: readOverview(needs.shown) } },
    async (_request, reply) => sendJson(reply, { status: 'success', data: await overview(needs) }),
  )
  app.get('/api/v1/admin/me', { onRequest: guard, config: { api: readAdmin } }, async (request, reply) => {
    const { name } = adminOf(request)
    const { environment, adminCount } = needs
    // What needs a second person cannot be done where there is none.
    return sendJson(reply, { status: 'success', data: { name, environment, second_admin: adminCount > 1 } })
  })
}

async function overview(needs: OverviewNeeds) {
  const { db, clock, wallClock, queues } = needs
  const [remittance, alerts, goLive, dead, unknown] = await Promise.all([
    queues.remittance(),
    queues.alerts(),
    queues.goLive(),
    queues.deadDeliveries(),
    unknownOperations(db, clock.now()),
  ])
  const { processes, workers } = await livingProcesses(db, wallClock.now())
  return {
    queues: {
      ...remittance,
      alerts_open: alerts,
      go_live_pending: goLive,
      dead_webhooks: dead,
      ...unknown,
    },
    processes: processes.map(({ started_at, beat_at, ...process }) => ({
      ...process,
      started_at: zonelessMicrosecond(started_at),
      seen_at: zonelessMicrosecond(beat_at),
    })),
    workers,
    database: await databaseChecks(needs),
    operators: await needs.operators(),
    rates: await needs.rates(),
    version,
  }
}
