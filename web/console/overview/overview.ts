// The overview in the admin API: the queues and the health of the service.
import { api } from '../frame/session.ts'
import type { Operator } from '../operators/operator.ts'

export type Queues = {
  holds: number
  exceptions_open: number
  alerts_open: number
  go_live_pending: number
  adjustments_pending: number
  dead_webhooks: number
  unknown_operations: number
  oldest_unknown_seconds: number | null
}

export type Overview = {
  queues: Queues
  processes: { role: string; version: string; started_at: string; seen_at: string }[]
  workers: { name: string; last_run_ms: number; stuck_after_ms: number }[]
  /** `ok`, or a description of the fault. */
  database: Record<'database' | 'migrations' | 'clock', string>
  operators: Operator[]
  rates: { as_of: string | null; fresh: boolean; quarantined: number }
  version: string
}

export function readOverview(signal?: AbortSignal): Promise<Overview> {
  return api.get('/overview', {}, signal)
}
