// Builds the card payments part from the settings: the dependencies of its routes, and its workers.

import type { Approvals } from '../admin/approvals/request-approval.ts'
import { continueBatches } from '../batches/processing/continue-batches.ts'
import { openAuthenticationStore } from '../cards/authentication/authentication-store.ts'
import { openChargeStore } from '../cards/charges/charge-store.ts'
import { expireLinks, expireTransactions, expireUnderPrompts } from '../cards/charges/expiry.ts'
import { releaseIdleUses } from '../cards/charges/idle-uses.ts'
import { resolveDueOperations } from '../cards/charges/resolve-unknown.ts'
import { type CheckoutRoutes, openPaymentReader } from '../cards/checkout/show-pages.ts'
import type { CollectNeeds } from '../cards/collections/collection.ts'
import { openCollectionStore } from '../cards/collections/collection-store.ts'
import type { MicroformNeeds } from '../cards/custom-checkout/microform.ts'
import { remindOfDeadlines } from '../cards/disputes/reminders.ts'
import { readDueReports } from '../cards/disputes/report/read-report.ts'
import type { GatewayFor } from '../cards/gateway/gateway.ts'
import { type CardRoutes, openStatuses } from '../cards/orders/api.ts'
import { openOrders } from '../cards/orders/create-order.ts'
import type { LinkNeeds } from '../cards/payment-links/manage-links.ts'
import { remindPayers } from '../cards/payment-links/reminders/send-reminders.ts'
import type { LinkVisits } from '../cards/payment-links/visit.ts'
import type { ReportNeeds } from '../cards/payments/reconciliation-api.ts'
import { openAdminRefundWork } from '../cards/refund-batches/admin-work.ts'
import { openRefundWork } from '../cards/refund-batches/work.ts'
import { expireRefundRequests } from '../cards/refund-requests/queries.ts'
import type { CompleteSettings } from '../config/settings.ts'
import type { Environment } from '../kernel/environment.ts'
import { openSignedRequests } from '../merchants/identity/signed-request.ts'
import type { Cells } from '../platform/database/cells.ts'
import type { Database } from '../platform/database/database.ts'
import type { Idempotency } from '../platform/http/idempotency.ts'
import { openRateLimit, type RateLimit } from '../platform/http/rate-limit.ts'
import { type Log, silentLog } from '../platform/process/log.ts'
import { type Loop, startLoop } from '../platform/process/worker-loop.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import { type IssueReceipt, openReceipts } from '../receipts/issue-receipt.ts'
import { callbackUrl } from '../remittance/payouts/payout.ts'
import type { SampleNeeds } from '../sample/api.ts'
import type { At } from '../sample/books.ts'
import { gatewayOrigins, orderRules } from './card-gateways.ts'
import { payoutRules } from './rules.ts'

export type CardNeeds = {
  db: Database
  cells: Cells
  secrets: Secrets
  clock: Clock
  /** Real time, which the timestamps of signed requests are compared with. */
  wallClock: Clock
  log: Log
  gatewayFor: GatewayFor
  baseUrl: string
  wake: () => void
  /** The environments that this deployment serves. */
  environments: Environment[]
  /** Counts requests by merchant. */
  limit: RateLimit
  idempotency: Idempotency
  issueReceipt: IssueReceipt
  approvals: Approvals
} & Pick<CollectNeeds, 'operatorFor' | 'callbackUrlOf' | 'isPaused'>

/** The dependencies of all card routes. */
export type CardSystem = CardRoutes &
  CheckoutRoutes &
  MicroformNeeds &
  CollectNeeds &
  LinkNeeds &
  LinkVisits &
  ReportNeeds & { approvals: Approvals; cells: Cells }

export function openCards(settings: CompleteSettings, needs: CardNeeds): CardSystem {
  const { limit, environments, wallClock, idempotency, ...base } = needs
  const sales = {
    ...base,
    transactionPrefix: settings.TRANSACTION_PREFIX,
    checkoutTtlSeconds: settings.CHECKOUT_TTL_SECONDS,
    rules: orderRules(settings),
  }
  const { db } = base
  return {
    ...sales,
    environments,
    idempotency,
    signedRequests: openSignedRequests({ ...base, wallClock, environments, limit }),
    orders: openOrders(sales),
    statuses: openStatuses(base),
    chargeStore: openChargeStore(db),
    authenticationStore: openAuthenticationStore(db),
    payments: openPaymentReader(db),
    gatewayTimeoutSeconds: settings.CARD_GATEWAY_TIMEOUT_SECONDS,
    inquiryAfterSeconds: settings.INQUIRY_AFTER_SECONDS,
    settlementDays: settings.CARD_SETTLEMENT_DAYS,
    collectionStore: openCollectionStore(db),
    collectionSeconds: settings.COLLECTION_SECONDS,
    mobileMoneySettlementDays: settings.MOBILE_MONEY_SETTLEMENT_DAYS,
    operatorInquiryAfterSeconds: settings.OPERATOR_INQUIRY_AFTER_SECONDS,
    // A page opens its fields once, after each decline, and every 14 minutes.
    cardFieldsBudget: openRateLimit({ perSecond: 0.1, burst: 60 }),
    // Five attempts, and some numbers that turned out to have no wallet.
    promptBudget: openRateLimit({ perSecond: 0.02, burst: 20 }),
    gatewayOrigins: (environment) => gatewayOrigins(settings.gateways[environment]),
  }
}

/** Starts the workers that resolve unknown outcomes and expire unpaid transactions and links. */
export function startCardWorkers(
  settings: CompleteSettings,
  needs: Pick<CardNeeds, 'db' | 'clock' | 'log' | 'gatewayFor' | 'wake' | 'issueReceipt'>,
): Loop[] {
  const { db, clock, log, gatewayFor, wake, issueReceipt } = needs
  const unknown = {
    db,
    clock,
    log,
    gatewayFor,
    wake,
    chargeStore: openChargeStore(db),
    gatewayTimeoutSeconds: settings.CARD_GATEWAY_TIMEOUT_SECONDS,
    inquiryAfterSeconds: settings.INQUIRY_AFTER_SECONDS,
    inquiryHorizonSeconds: settings.INQUIRY_HORIZON_SECONDS,
    settlementDays: settings.CARD_SETTLEMENT_DAYS,
    issueReceipt,
  }
  return [
    startLoop(log, { name: 'settling of operations', idleMs: 1_000, isPrompt: true }, () =>
      resolveDueOperations(unknown),
    ),
    startLoop(log, { name: 'expiry of transactions', idleMs: 2_000 }, () =>
      expireTransactions({ db, clock }),
    ),
    startLoop(log, { name: 'expiry of transactions under prompts', idleMs: 2_000 }, () =>
      expireUnderPrompts({ db, clock, collectionSeconds: settings.COLLECTION_SECONDS }),
    ),
    startLoop(log, { name: 'release of idle link uses', idleMs: 10_000 }, () =>
      releaseIdleUses({ db, clock }),
    ),
    startLoop(log, { name: 'expiry of refund requests', idleMs: 30_000 }, () =>
      expireRefundRequests({ db, clock }),
    ),
    startLoop(log, { name: 'reminders of disputes', idleMs: 30_000 }, () =>
      remindOfDeadlines({ db, clock, wake }),
    ),
    startLoop(log, { name: 'reminders to payers', idleMs: 30_000 }, () => remindPayers({ db, clock, wake })),
    startLoop(log, { name: 'expiry of payment links', idleMs: 2_000 }, () => expireLinks({ db, clock })),
  ]
}

/** Starts what checks and sends the rows of batches of refunds: of merchants, and of admins. */
export function startRefundBatches(
  settings: CompleteSettings,
  { db, clock, log, secrets }: Pick<CardNeeds, 'db' | 'clock' | 'log' | 'secrets'>,
  cards: CardSystem,
): Loop[] {
  const works = [openRefundWork({ ...cards, db }), openAdminRefundWork({ ...cards, db })]
  const batches = { db, clock, secrets, rowsPerSecond: settings.BATCH_ROWS_PER_SECOND }
  return works.map((work) =>
    startLoop(
      log,
      {
        name: `batches of refunds${work.kind.isOfAdmins ? ' of admins' : ''}`,
        idleMs: 1_000,
        isPrompt: true,
      },
      () => continueBatches({ ...batches, work }),
    ),
  )
}

/** Starts the worker that reads the gateway's report of disputes: one for all cells, because nobody knows a line's cell before. */
export function startDisputeReports(
  settings: CompleteSettings,
  needs: Pick<CardNeeds, 'clock' | 'log' | 'gatewayFor' | 'wake'> & { cells: Cells },
): Loop {
  const intervalSeconds = settings.DISPUTE_REPORT_SECONDS
  const environments = Object.keys(settings.gateways) as Environment[]
  const report = { ...needs, environments, fees: settings.CARD_DISPUTE_FEE ?? {}, intervalSeconds }
  const idleMs = Math.min(intervalSeconds * 1_000, 30_000)
  return startLoop(needs.log, { name: 'reading of dispute reports', idleMs }, () => readDueReports(report))
}

// What the samples of a sandbox need: the use cases of payments, opened anew for each day of the past.

type SampleBase = Omit<
  CardNeeds,
  'idempotency' | 'issueReceipt' | 'isPaused' | 'callbackUrlOf' | 'operatorFor'
>

export function sampleNeedsOf(settings: CompleteSettings, base: SampleBase): SampleNeeds {
  const log = quiet(base.log)
  return {
    ...base,
    log,
    merchantPrefix: settings.MERCHANT_PREFIX,
    payoutRules: payoutRules(settings),
    openCards: (at) => openCards(settings, cardNeedsAt(base, log, at)),
  }
}

/** Nothing waits for an admin, and nothing is paused in the past. */
function cardNeedsAt(base: SampleBase, log: Log, at: At): CardNeeds {
  const { secrets, baseUrl, approvals } = base
  const needs = { ...base, ...at, wallClock: at.clock, log, wake: () => {} }
  return {
    ...needs,
    approvals: { ...approvals, rules: {} },
    idempotency: { db: at.db, clock: at.clock, secrets },
    issueReceipt: openReceipts(needs),
    isPaused: async () => false,
    callbackUrlOf: (environment: Environment, operator) =>
      callbackUrl({ secrets, baseUrl }, environment, operator),
  }
}

/** Each of its calls would be logged as if it were made now. */
const quiet = ({ warn, error }: Log): Log => ({ ...silentLog, warn, error })
