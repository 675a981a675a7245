// Starts the background work of remittance: payouts, callbacks, probes, wallet checks, rescreening, settlements and exchange
// rates.

import type { Approvals } from '../admin/approvals/request-approval.ts'
import { continueBatches } from '../batches/processing/continue-batches.ts'
import { openCollectionCalls, openCollectionReader } from '../cards/collections/collection-calls.ts'
import { openCollectionStore } from '../cards/collections/collection-store.ts'
import { recheckCollections } from '../cards/collections/recheck-collections.ts'
import { rescreen } from '../compliance/ongoing/rescreen.ts'
import type { ScreeningNeeds } from '../compliance/screening/screening.ts'
import type { CompleteSettings } from '../config/settings.ts'
import type { Environment } from '../kernel/environment.ts'
import { type OperatorCode, operatorCodes } from '../kernel/operators.ts'
import { openMerchantPayoutCalls } from '../merchant-payouts/dispatch/process-payout.ts'
import type { BasicAuthentication } from '../merchants/identity/basic-auth.ts'
import type { OperatorFor } from '../operator-calls/operator.ts'
import type { Cells } from '../platform/database/cells.ts'
import type { Database } from '../platform/database/database.ts'
import type { Idempotency } from '../platform/http/idempotency.ts'
import type { Simulators } from '../platform/network/upstream.ts'
import type { Log } from '../platform/process/log.ts'
import { type Loop, startLoop } from '../platform/process/worker-loop.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { IssueReceipt } from '../receipts/issue-receipt.ts'
import type { Inbound, InboundNeeds } from '../remittance/acceptance/inbound.ts'
import { openTransferWork } from '../remittance/batches/kind.ts'
import { escalateCases, gatherCases } from '../remittance/cases/gather.ts'
import { removeUnfinishedUploads } from '../remittance/cases/papers/upload.ts'
import type { RateProvider } from '../remittance/exchange-rates/provider.ts'
import { refreshRates } from '../remittance/exchange-rates/refresh.ts'
import { startProbes } from '../remittance/operators/health.ts'
import { applyCallbacks } from '../remittance/payouts/apply-callbacks.ts'
import { openOutcomeApplier } from '../remittance/payouts/apply-outcome.ts'
import { startCallbackInquiries } from '../remittance/payouts/callback-inquiry.ts'
import { startDispatcher } from '../remittance/payouts/dispatch.ts'
import { callbackUrl } from '../remittance/payouts/payout.ts'
import { startQuoteExpiry } from '../remittance/quotes/expire-quotes.ts'
import { checkWallets, watchBalances } from '../remittance/wallets/check.ts'
import { closeSettlements } from '../remittance/wallets/settlement.ts'
import type { Operators } from './operators.ts'

/** Whether a place is a cell, control, or both, as in a deployment with one cell: which background work is done for it. */
export type Work = Readonly<{ cell: boolean; control: boolean }>

type WorkerNeeds = {
  operators: Operators
  rateProvider: RateProvider | undefined
  screening: ScreeningNeeds
  inbound: Inbound
  work: Work
}

/** Starts every remittance worker, on the workers' database pool. */
export function startRemittanceWorkers(
  needs: RemittanceNeeds,
  { operators, rateProvider, screening, inbound, work }: WorkerNeeds,
): Loop[] {
  const { settings, workDb: db, clock, log, secrets, simulators, wake } = needs
  const applyOutcome = openOutcomeApplier({ db, clock, log })
  const { find: operatorFor } = operators
  const payouts = {
    ...{ db, clock, log, secrets, operatorFor, applyOutcome, wake, baseUrl: settings.BASE_URL },
    operatorTimeoutSeconds: settings.OPERATOR_TIMEOUT_SECONDS,
    inquiryAfterSeconds: settings.OPERATOR_INQUIRY_AFTER_SECONDS,
    inquiryHorizonSeconds: settings.OPERATOR_INQUIRY_HORIZON_SECONDS,
  }
  const merchantPayouts = openMerchantPayoutCalls({
    ...payouts,
    callbackUrlOf: (environment, operator) => callbackUrl(payouts, environment, operator),
  })
  const collected = collectionNeeds(needs, { operatorFor, db })
  const calls = { ...payouts, merchantPayouts, collections: openCollectionCalls(collected) }
  const cases = { db, clock, log, secrets, deadlineDays: settings.CASE_DEADLINE_DAYS }
  const ofCells = () => [
    ...operators.accounts.map(({ environment, operator }) => startDispatcher(calls, environment, operator)),
    startLoop(log, { name: 'callbacks of operators', idleMs: 1_000, isPrompt: true }, () =>
      applyCallbacks({ db, clock, log, applyOutcome, operatorFor, merchantPayouts, wake }),
    ),
    ...operators.accounts.map(({ environment, operator }) =>
      startCallbackInquiries(calls, environment, operator),
    ),
    startLoop(log, { name: 'checking of ended collections', idleMs: 1_000, isPrompt: true }, () =>
      recheckCollections(collected),
    ),
    ...startQuoteExpiry({ db, clock, log }),
    startLoop(log, { name: 'comparison of wallets with the ledger', idleMs: 5_000 }, () =>
      checkWallets({ db, clock, log }),
    ),
    startLoop(log, { name: 'alerts of low wallets', idleMs: 10_000 }, () => watchBalances({ db, clock })),
    startBatches(needs, inbound),
    startLoop(log, { name: 'gathering of cases', idleMs: 2_000, isPrompt: true }, () => gatherCases(cases)),
    startLoop(log, { name: 'closing of settlements', idleMs: 30_000 }, () =>
      closeSettlements({ db, clock, log }),
    ),
  ]
  const ofControl = () => [
    startProbes({ db, clock, log }, operators),
    ...startScreening(needs, screening),
    startLoop(log, { name: 'escalation of cases', idleMs: 2_000 }, () => escalateCases(cases)),
    startLoop(log, { name: 'removal of unfinished uploads', idleMs: 60_000 }, () =>
      removeUnfinishedUploads({ db, clock }),
    ),
    ...(rateProvider
      ? [
          startLoop(log, { name: 'refresh of exchange rates', idleMs: 5_000 }, () =>
            refreshRates({ db, clock, log, provider: rateProvider }),
          ),
        ]
      : []),
    ...(simulators ? [startPortalSetup(needs, simulators, operatorFor)] : []),
  ]
  return [...(work.cell ? ofCells() : []), ...(work.control ? ofControl() : [])]
}

/** What finds out how collections ended, and gives late money back. */
export function collectionNeeds(
  {
    settings,
    clock,
    log,
    secrets,
    issueReceipt,
    wake,
  }: Pick<RemittanceNeeds, 'settings' | 'clock' | 'log' | 'secrets' | 'issueReceipt' | 'wake'>,
  { operatorFor, db }: { operatorFor: OperatorFor; db: Database },
) {
  return {
    ...{ db, clock, log, secrets, operatorFor, issueReceipt, wake },
    callbackUrlOf: (environment: Environment, operator: OperatorCode) =>
      callbackUrl({ secrets, baseUrl: settings.BASE_URL }, environment, operator),
    collectionStore: openCollectionStore(db),
    mobileMoneySettlementDays: settings.MOBILE_MONEY_SETTLEMENT_DAYS,
    readCollection: openCollectionReader(db),
    inquiryAfterSeconds: settings.OPERATOR_INQUIRY_AFTER_SECONDS,
    inquiryHorizonSeconds: settings.OPERATOR_INQUIRY_HORIZON_SECONDS,
    // Ten minutes; a sandbox is ten times as fast.
    recheckSeconds: settings.production ? 600 : 60,
    sendsSms: settings.messages.sms !== undefined || !settings.production,
  }
}

/** Starts what checks and sends the rows of batches. */
function startBatches(
  { settings, workDb: db, clock, log, secrets }: RemittanceNeeds,
  inbound: Inbound,
): Loop {
  const work = openTransferWork(inbound)
  const batches = { db, clock, secrets, work, rowsPerSecond: settings.BATCH_ROWS_PER_SECOND }
  return startLoop(log, { name: 'batches of transfers', idleMs: 1_000, isPrompt: true }, () =>
    continueBatches(batches),
  )
}

/** Starts ongoing screening. */
function startScreening(
  { settings, workDb: db, clock, log, environments }: RemittanceNeeds,
  screening: ScreeningNeeds,
): Loop[] {
  const relationshipDays = settings.SCREENING_RELATIONSHIP_DAYS
  return [
    startLoop(log, { name: 'screening again', idleMs: 5_000 }, () =>
      rescreen({ ...screening, db, clock, environments, relationshipDays }),
    ),
  ]
}

/** Sets callback URLs at the simulators, as an admin would in an operator's portal; repeated, because simulators may restart. */
function startPortalSetup(
  { settings, secrets, log }: RemittanceNeeds,
  simulators: Simulators,
  operatorFor: OperatorFor,
): Loop {
  const urls: Record<string, string> = {}
  for (const code of operatorCodes) {
    const protocol = operatorFor('sandbox', code)?.protocol
    if (protocol && protocol !== 'gsma')
      urls[protocol] ??= callbackUrl({ secrets, baseUrl: settings.BASE_URL }, 'sandbox', code)
  }
  return startLoop(log, { name: 'portal of the simulated operators', idleMs: 5_000 }, async () => {
    if (Object.keys(urls).length > 0) await simulators.setPortal(urls)
    return false
  })
}

export type RemittanceNeeds = {
  settings: CompleteSettings
  db: Database
  cells: Cells
  workDb: Database
  clock: Clock
  /** Real time, for timestamps that operators check. */
  wallClock: Clock
  log: Log
  secrets: Secrets
  approvals: Approvals
  basic: BasicAuthentication
  idempotency: Idempotency
  simulators: Simulators | undefined
  issueReceipt: IssueReceipt
  acceptsUrl: InboundNeeds['acceptsUrl']
  /** The environments that this deployment serves. */
  environments: readonly Environment[]
  wake: () => void
}
