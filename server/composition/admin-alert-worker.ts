// The worker that notifies admins of what waits for them, if ADMIN_ALERTS_TO is set.
import type { OverviewNeeds } from '../admin/monitoring/overview-api.ts'
import type { CompleteSettings } from '../config/settings.ts'
import { unknownOperations } from '../ledger/operations/unknown-operations.ts'
import { alertAdmins, type Waiting } from '../messages/admin-alerts.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/observability/log.ts'
import { type Loop, startLoop } from '../platform/process/worker-loop.ts'
import type { Clock } from '../platform/time/clock.ts'
import { queuesOf } from './overview.ts'

type Needs = {
  settings: CompleteSettings
  db: Database
  clock: Clock
  log: Log
  /** The queues of remittance. */
  remittance: OverviewNeeds['queues']['remittance']
}

/** Operations are resolved by themselves, usually within minutes. */
const oldSeconds = 3_600

export function startAdminAlerts({ settings, db, clock, log, remittance }: Needs): Loop[] {
  const { ADMIN_ALERTS_TO: addresses, ADMIN_ALERTS_LANGUAGE: language, production } = settings
  if (!addresses) return []
  const environment = production ? 'production' : 'sandbox'
  const counts = () => countsOf({ settings, db, clock, remittance })
  return [
    startLoop(log, { name: 'alerts of admins', idleMs: 30_000 }, () =>
      alertAdmins({ db, clock, environment, addresses, language, counts }),
    ),
  ]
}

async function countsOf({
  settings,
  db,
  clock,
  remittance,
}: Pick<Needs, 'settings' | 'db' | 'clock' | 'remittance'>): Promise<Waiting> {
  const queues = queuesOf({ db, clock, settings, remittance })
  const { holds, exceptions_open, adjustments_pending } = await queues.remittance()
  const toFile = await queues.disputesToFile()
  const { unknown_operations, oldest_unknown_seconds } = await unknownOperations(db, clock.now())
  return {
    holds,
    exceptions: exceptions_open,
    adjustments: adjustments_pending,
    screening_alerts: await queues.alerts(),
    go_live: await queues.goLive(),
    refund_requests: await queues.refundRequests(),
    payouts: await queues.payouts(),
    balances_below_zero: await queues.balancesBelowZero(),
    disputes_to_file: toFile.waiting,
    disputes_to_file_soon: toFile.urgent,
    dispute_exceptions: await queues.disputeExceptions(),
    bank_lines: await queues.bankLines(),
    dead_webhooks: await queues.deadDeliveries(),
    old_unknown_operations: (oldest_unknown_seconds ?? 0) >= oldSeconds ? unknown_operations : 0,
  }
}
