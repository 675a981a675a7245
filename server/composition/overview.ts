// Collects the parts of the admin overview from the modules that provide them.
import { z } from 'zod'
import { readableApprovals } from '../admin/approvals/kinds.ts'
import { waitingApprovals } from '../admin/approvals/queries.ts'
import { countWaitingDecisions } from '../admin/approvals/waiting.ts'
import type { Health } from '../admin/monitoring/health.ts'
import type { OverviewNeeds } from '../admin/monitoring/overview-api.ts'
import { balancesBelowZero } from '../balances/lock-balance.ts'
import { countOpenLines } from '../bank/reconciliation/lines.ts'
import { countLateMovements } from '../bank/reconciliation/work-list.ts'
import { disputesToFile } from '../cards/disputes/list.ts'
import { countOpenExceptions } from '../cards/disputes/report/exceptions.ts'
import { waitingRefundRequests } from '../cards/refund-requests/queries.ts'
import { openAlerts } from '../compliance/alerts.ts'
import { remainingPersons } from '../compliance/ongoing/runs.ts'
import type { CompleteSettings, Settings } from '../config/settings.ts'
import { waitingPayouts } from '../merchant-payouts/payouts/lists.ts'
import { pendingGoLives } from '../merchants/go-live.ts'
import { messageCounts } from '../messages/delivery/queries.ts'
import type { Database } from '../platform/database/database.ts'
import type { Clock } from '../platform/time/clock.ts'
import { countCases } from '../remittance/cases/gather.ts'
import { exampleRatesState, ratesState } from '../remittance/exchange-rates/schemas.ts'
import { exampleOperator, operatorState } from '../remittance/operators/api.ts'
import { deadDeliveries, waitingDeliveries } from '../webhooks/delivery/admin-search.ts'
import { failingDeliveries } from '../webhooks/delivery/failing.ts'
import { secondAdminOf } from './admin-access.ts'
import type { RemittanceSystem } from './remittance-system.ts'
import { bankRules } from './rules.ts'
import { testInboxOf } from './upstreams.ts'

const shown: OverviewNeeds['shown'] = {
  operators: { schema: z.array(operatorState), example: [exampleOperator] },
  rates: { schema: ratesState, example: exampleRatesState },
}

/** @param needs.wallClock real time, which process heartbeats are dated with. */
export function overviewOf(needs: {
  settings: CompleteSettings
  remittance: RemittanceSystem
  wallClock: Clock
  health: Health
}): OverviewNeeds {
  const { settings, wallClock, health } = needs
  const { queues, operators, rates } = needs.remittance.overview
  const { db } = health
  return {
    ...health,
    wallClock,
    environment: settings.production ? 'production' : 'sandbox',
    testInbox: testInboxOf(settings),
    secondAdmin: secondAdminOf(settings),
    queues: queuesOf({ db, clock: health.clock, settings, remittance: queues }),
    operators,
    rates,
    shown,
  }
}

/** What waits, queue by queue. */
export function queuesOf({
  db,
  clock,
  settings,
  remittance,
}: {
  db: Database
  clock: Clock
  settings: Settings
  remittance: OverviewNeeds['queues']['remittance']
}): OverviewNeeds['queues'] {
  return {
    remittance,
    alerts: () => openAlerts(db),
    rescreening: () => remainingPersons(db),
    cases: () => countCases(db),
    goLive: () => pendingGoLives(db),
    disputesToFile: () => disputesToFile(db, clock.now()),
    disputeExceptions: () => countOpenExceptions(db),
    bankLines: () => countOpenLines(db),
    missingBankMovements: () => countLateMovements({ db, clock, rules: bankRules(settings) }),
    approvals: (admin) => waitingApprovals(db, readableApprovals(admin ?? { name: '' })),
    decisions: (admin) => countWaitingDecisions(db, admin),
    refundRequests: () => waitingRefundRequests(db),
    balancesBelowZero: () => balancesBelowZero(db),
    payouts: () => waitingPayouts(db),
    deadDeliveries: () => deadDeliveries(db),
    failingDeliveries: async () => (await failingDeliveries(db, clock.now())).failing,
    waitingDeliveries: () => waitingDeliveries(db, clock.now()),
    messages: () => messageCounts(db, clock.now()),
  }
}
