// The state of the service, as the admin API tells it.
import type { Operator } from '../operators/operator.ts'
import { api } from '../session.ts'

export type Queues = {
  holds: number
  exceptions_open: number
  alerts_open: number
  go_live_pending: number
  adjustments_pending?: number
  dead_webhooks: number
  unknown_operations: number
  oldest_unknown_seconds: number | null
}

export type Overview = {
  queues: Queues
  workers: { name: string; last_run_ms: number | null }[]
  database: string
  operators: Operator[]
  rates: { as_of: string | null; fresh: boolean; quarantined: number }
  version: string
}

export function readOverview(signal?: AbortSignal): Promise<Overview> {
  return api.get('/overview', {}, signal)
}
