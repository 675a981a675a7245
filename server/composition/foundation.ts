// The foundation of the system: databases, clocks, the simulators that follow them, and card gateways.
import type { GatewayFor } from '../cards/gateway/gateway.ts'
import type { CompleteSettings, Role } from '../config/settings.ts'
import type { Database } from '../platform/database/database.ts'
import { openSimulators, type Simulators } from '../platform/network/simulators.ts'
import type { Log } from '../platform/observability/log.ts'
import type { Clock } from '../platform/time/clock.ts'
import { openSandboxClock, type SandboxClock } from '../platform/time/sandbox-clock.ts'
import { simulatorsOf } from './cards/gateway-origins.ts'
import type { Outside } from './upstreams.ts'

export type Foundation = {
  /** The pool for requests. */
  db: Database
  /** The pool for workers, whose long statements would delay requests; the same pool in a process without workers. */
  workDb: Database
  /** The pools by their names in metrics. */
  databases: Readonly<Record<string, Database>>
  /** Absent if nothing is simulated. */
  simulators: Simulators | undefined
  /** Absent if the clock cannot be moved. */
  sandboxClock: SandboxClock | undefined
  /** Business time. */
  clock: Clock
  gatewayFor: GatewayFor
  close(): Promise<void>
}

export function openFoundation(
  settings: CompleteSettings,
  { role, wallClock, log, outside }: { role: Role; wallClock: Clock; log: Log; outside: Outside },
): Foundation {
  const db = outside.openDatabase(settings.DATABASE_URL, { connections: 8, name: 'likuta-api' })
  const workDb =
    role === 'api'
      ? db
      : outside.openDatabase(settings.DATABASE_URL, { connections: 6, name: 'likuta-worker' })
  const simulatorsUrl = simulatorsOf(settings)
  const simulators = simulatorsUrl === undefined ? undefined : openSimulators(simulatorsUrl)
  const sandboxClock =
    simulators && openSandboxClock({ db: workDb, wallClock, log, follow: simulators.setClock })
  const clock: Clock = sandboxClock ?? wallClock
  return {
    db,
    workDb,
    databases: workDb === db ? { api: db } : { api: db, worker: workDb },
    simulators,
    sandboxClock,
    clock,
    gatewayFor: outside.openGateways(settings, { clock, log }),
    async close() {
      await sandboxClock?.stop()
      await simulators?.close()
      await Promise.all(workDb === db ? [db.close()] : [db.close(), workDb.close()])
    },
  }
}
