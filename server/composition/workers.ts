// Starts the background workers of a process, besides those of remittance: webhooks, card payments, counters and the deletion of
// expired data.

import { forgetSignIns } from '../accounts/forget-sign-ins.ts'
import { expireApprovals } from '../admin/approvals/queries.ts'
import { continueRetention } from '../admin/retention/run-retention.ts'
import { issueDueInvoices } from '../balances/invoices/issue-invoices.ts'
import { releaseDueMovements } from '../balances/release-movements.ts'
import { matchNewLine } from '../bank/reconciliation/match-lines.ts'
import { openSettlementReports, recordSettlements } from '../bank/reconciliation/settlements.ts'
import { forgetPrompts } from '../cards/collections/prompt-limits.ts'
import type { GatewayFor } from '../cards/gateway/gateway.ts'
import { forgetTries } from '../cards/payer-help/tries.ts'
import { type CompleteSettings, outboundOptions } from '../config/settings.ts'
import { runPayoutSchedules } from '../merchant-payouts/run-schedules.ts'
import { alertOfEndpoint } from '../merchants/alerts/incident-alerts.ts'
import { remindOfExpiry } from '../merchants/business/expiring-papers.ts'
import { removeUnfinishedFiles } from '../merchants/business/receive-file.ts'
import { forgetMerchantRequests } from '../merchants/request-log.ts'
import { forgetInvitations } from '../merchants/users/invite.ts'
import { alertAdmins, type Waiting } from '../messages/admin-alerts.ts'
import { forgetMessages, startMessages } from '../messages/delivery/deliver.ts'
import type { Cells } from '../platform/database/cells.ts'
import type { Database } from '../platform/database/database.ts'
import { addUpCounts } from '../platform/database/day-count.ts'
import { forgetIdempotentRequests } from '../platform/http/idempotency.ts'
import type { Log } from '../platform/process/log.ts'
import { type Loop, startLoop } from '../platform/process/worker-loop.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import { openReceipts } from '../receipts/issue-receipt.ts'
import { startDeliveries } from '../webhooks/delivery/deliver.ts'
import { forgetTestCallbacks } from '../webhooks/test-receiver/test-callback.ts'
import { simulatorsOf } from './card-gateways.ts'
import { startCardWorkers, startDisputeReports } from './card-system.ts'
import { queuesOf } from './overview.ts'
import type { Work } from './remittance-workers.ts'
import { retainedKinds } from './retention.ts'
import { bankRules, payoutRules } from './rules.ts'
import type { Outside } from './upstreams.ts'

export type WorkerNeeds = {
  settings: CompleteSettings
  outside: Outside
  db: Database
  clock: Clock
  /** Real time: for webhook signatures, and the request log that merchants see. */
  wallClock: Clock
  log: Log
  secrets: Secrets
  gatewayFor: GatewayFor
  /** All cells, for what is done once for all of them. */
  cells: Cells
  work: Work
}

export type Workers = {
  readonly loops: readonly Loop[]
  /** Makes the workers run now that a commit may have given something to do. */
  wake(): void
  /** Makes every worker run now instead of after its pause, as is needed when time was moved. */
  wakeAll(): void
  stop(): Promise<void>
}

/** @param loops workers that run already, to be woken and stopped with the others. */
export function startWorkers(needs: WorkerNeeds, loops: Loop[]): Workers {
  const { settings, outside, db, clock, wallClock, log, secrets, gatewayFor } = needs
  const wake = () => {
    for (const loop of loops) if (loop.isPrompt) loop.wake()
  }
  const outbound = outside.openOutbound(outboundOptions(settings))
  const channels = outside.openChannels({ ...settings.messages, simulators: simulatorsOf(settings) })
  const { WEBHOOK_SPEED: speed } = settings
  const deliveries = { ...{ db, clock, wallClock, log, secrets, outbound, speed }, notify: alertOfEndpoint }
  loops.push(
    // The outbox of messages is a table of each place.
    ...startMessages({
      ...{ db, clock, log, secrets, channels },
      baseUrl: settings.BASE_URL,
      speed: settings.WEBHOOK_SPEED,
    }),
    ...startCleanup(needs),
  )
  if (needs.work.cell)
    loops.push(
      startDeliveries(deliveries),
      ...startCardWorkers(settings, {
        ...{ db, clock, log, gatewayFor, wake },
        issueReceipt: openReceipts({ db, clock, secrets, baseUrl: settings.BASE_URL }),
      }),
      startLoop(log, { name: 'release of card money', idleMs: 2_000 }, () =>
        releaseDueMovements({ db, clock, log }),
      ),
      startLoop(log, { name: 'scheduled payouts', idleMs: 5_000 }, () =>
        runPayoutSchedules({ db, clock, log, rules: payoutRules(settings), wake }),
      ),
      ...startInvoices(needs),
      startLoop(log, { name: 'adding up of counts', idleMs: 1_000 }, () => addUpCounts(db)),
    )
  if (needs.work.control)
    loops.push(
      startDisputeReports(settings, { cells: needs.cells, clock, log, gatewayFor, wake }),
      startLoop(log, { name: 'reminders of expiring papers', idleMs: 600_000 }, () =>
        remindOfExpiry({ db, clock }),
      ),
      startLoop(log, { name: 'removal of unfinished files', idleMs: 60_000 }, () =>
        removeUnfinishedFiles({ db, clock }),
      ),
      startLoop(log, { name: 'expiry of approvals', idleMs: 30_000 }, () => expireApprovals({ db, clock })),
      ...startBankMatching(needs),
      ...startAdminAlerts(needs),
    )
  return {
    loops,
    wake,
    wakeAll() {
      for (const loop of loops) loop.wake()
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
      await outbound.close()
      await Promise.all(Object.values(channels).map((channel) => channel.close()))
    },
  }
}

/** Starts the workers that match bank lines whose import was interrupted, and sum up what the gateway should pay. */
function startBankMatching({ settings, cells, clock, log, gatewayFor }: WorkerNeeds): Loop[] {
  const rules = bankRules(settings)
  const environments = (['sandbox', 'production'] as const).filter((each) => settings.gateways[each])
  const readReports = openSettlementReports({ cells, clock, gatewayFor, environments })
  return [
    startLoop(log, { name: 'matching of bank lines', idleMs: 20_000 }, () =>
      matchNewLine({ cells, clock, rules }),
    ),
    startLoop(log, { name: 'settlements of the gateway', idleMs: 600_000 }, async () => {
      await recordSettlements({ cells, clock })
      return readReports()
    }),
  ]
}

/** Who issues test invoices if nobody is set. */
const testIssuer = { name: 'Likuta (test)', address: 'Kinshasa', rccm: 'TEST', nif: 'TEST' }

/** Starts the worker that issues fee invoices; in production only for a known issuer. */
function startInvoices({ settings, db, clock, log }: WorkerNeeds): Loop[] {
  const issuer = settings.INVOICE_ISSUER ?? (settings.production ? undefined : testIssuer)
  if (!issuer) return []
  const issuing = { db, clock, log, issuer, vatBasisPoints: settings.INVOICE_VAT_PERCENT }
  return [startLoop(log, { name: 'issue of fee invoices', idleMs: 20_000 }, () => issueDueInvoices(issuing))]
}

const forgottenEverywhere = { 'idempotency keys': forgetIdempotentRequests, messages: forgetMessages }
const forgottenInControl = {
  'prompted numbers': forgetPrompts,
  'searches of payers': forgetTries,
  'test callbacks': forgetTestCallbacks,
  'sign-ins': forgetSignIns,
  invitations: forgetInvitations,
}

/** Starts the workers that delete data past its retention. */
function startCleanup({ settings, db, clock, wallClock, log, secrets, work }: WorkerNeeds): Loop[] {
  const idleMs = 45_000
  const forgotten = {
    ...forgottenEverywhere,
    ...(work.control && forgottenInControl),
  }
  const kinds = retainedKinds(settings).filter(({ place }) => work[place])
  return [
    ...(settings.RETENTION_JOB === 'on'
      ? [
          startLoop(log, { name: 'retention', idleMs }, () =>
            continueRetention({ db, clock, secrets, log, kinds }),
          ),
        ]
      : []),
    ...Object.entries(forgotten).map(([what, forget]) =>
      startLoop(log, { name: `forgetting of ${what}`, idleMs }, () => forget({ db, clock })),
    ),
    ...(work.cell
      ? [
          startLoop(log, { name: 'forgetting of merchant requests', idleMs }, () =>
            forgetMerchantRequests({ db, wallClock }),
          ),
        ]
      : []),
  ]
}

type Needs = {
  settings: CompleteSettings
  db: Database
  cells: Cells
  clock: Clock
  log: Log
}

/** Operations are resolved by themselves, usually within minutes. */
const oldSeconds = 3_600

function startAdminAlerts({ settings, db, cells, clock, log }: Needs): Loop[] {
  const { ADMIN_ALERTS_TO: addresses, ADMIN_ALERTS_LANGUAGE: language, production } = settings
  if (!addresses) return []
  const environment = production ? 'production' : 'sandbox'
  const counts = () => countsOf({ settings, db, cells, clock })
  return [
    startLoop(log, { name: 'alerts of admins', idleMs: 30_000 }, () =>
      alertAdmins({ db, clock, environment, addresses, language, counts }),
    ),
  ]
}

async function countsOf(needs: Omit<Needs, 'log'>): Promise<Waiting> {
  const queues = queuesOf(needs)
  const { holds, exceptions_open, adjustments_pending } = await queues.remittance()
  const toFile = await queues.disputesToFile()
  const { unknown_operations, oldest_unknown_seconds } = await queues.unknownOperations()
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
