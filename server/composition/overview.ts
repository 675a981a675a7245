// Collects the parts of the admin overview from the modules that provide them.
import { z } from 'zod'
import { readableApprovals } from '../admin/approvals/kinds.ts'
import { waitingApprovals } from '../admin/approvals/queries.ts'
import { countWaitingDecisions } from '../admin/approvals/waiting.ts'
import type { Health } from '../admin/monitoring/health.ts'
import type { OverviewNeeds, Queues } from '../admin/monitoring/overview-api.ts'
import type { StuckRow } from '../admin/monitoring/stuck-money.ts'
import { balancesBelowZero } from '../balances/lock-balance.ts'
import { countOpenLines } from '../bank/reconciliation/lines.ts'
import { missingMovements } from '../bank/reconciliation/movements.ts'
import { countLateMovements } from '../bank/reconciliation/work-list.ts'
import { stuckCollections } from '../cards/collections/oversight/stuck.ts'
import { disputesToFile } from '../cards/disputes/list.ts'
import { countOpenExceptions } from '../cards/disputes/report/exceptions.ts'
import { waitingRefundRequests } from '../cards/refund-requests/queries.ts'
import { openAlerts } from '../compliance/alerts.ts'
import { remainingPersons } from '../compliance/ongoing/runs.ts'
import type { CompleteSettings, Settings } from '../config/settings.ts'
import { unknownOperations } from '../ledger/operation.ts'
import { waitingPayouts } from '../merchant-payouts/payouts/lists.ts'
import { pendingGoLives } from '../merchants/go-live.ts'
import { closedCells, merchantsByCell } from '../merchants/identity/cell.ts'
import { messageCounts } from '../messages/delivery/queries.ts'
import { type Cells, inEachCell, sumOverCells } from '../platform/database/cells.ts'
import type { Database } from '../platform/database/database.ts'
import { type Listed, placesListed } from '../platform/database/over-cells.ts'
import { maxCounted } from '../platform/http/list-query.ts'
import type { Clock } from '../platform/time/clock.ts'
import { countCases } from '../remittance/cases/gather.ts'
import { exampleRatesState, ratesState } from '../remittance/exchange-rates/schemas.ts'
import { exampleOperator, operatorState } from '../remittance/operators/api.ts'
import { remittanceQueues } from '../remittance/payouts/exceptions.ts'
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
  const { operators, rates } = needs.remittance.overview
  const { db, clock } = health
  return {
    ...health,
    wallClock,
    environment: settings.production ? 'production' : 'sandbox',
    testInbox: testInboxOf(settings),
    closedCells: () => closedCells(health.db),
    merchantsByCell: () => merchantsByCell(health.db),
    secondAdmin: secondAdminOf(settings),
    queues: (cells) => queuesOf({ db, cells, clock, settings }),
    missingMovements: (cells, now) => missingAtBank({ cells, settings }, now),
    operators,
    rates,
    shown,
  }
}

/** What waits, queue by queue. */
export function queuesOf({
  db,
  cells,
  clock,
  settings,
}: {
  /** That of control. */
  db: Database
  cells: Cells
  clock: Clock
  settings: Settings
}): Queues {
  const now = () => clock.now()
  return {
    remittance: () => remittanceQueues(cells),
    alerts: () => openAlerts(db),
    rescreening: () => remainingPersons(db),
    cases: () => countCases(db),
    goLive: () => pendingGoLives(db),
    disputesToFile: async () => allToFile(await inEachCell(cells, (sql) => disputesToFile(sql, now()))),
    disputeExceptions: () => sumOverCells(cells, countOpenExceptions),
    stuckCollections: () => sumOverCells(cells, (sql) => stuckCollections(sql, now())),
    bankLines: () => countOpenLines(db),
    missingBankMovements: () => countLateMovements({ cells, clock, rules: bankRules(settings) }),
    approvals: (admin) => waitingApprovals(db, readableApprovals(admin ?? { name: '' })),
    decisions: (admin) => countWaitingDecisions(cells, admin),
    refundRequests: () => sumOverCells(cells, waitingRefundRequests),
    balancesBelowZero: async () => (await inEachCell(cells, balancesBelowZero)).flat(),
    payouts: () => sumOverCells(cells, waitingPayouts),
    deadDeliveries: () => sumOverCells(cells, deadDeliveries),
    failingDeliveries: () =>
      sumOverCells(cells, async (sql) => (await failingDeliveries(sql, now())).failing),
    waitingDeliveries: async () => allDue(await inEachCell(cells, (sql) => waitingDeliveries(sql, now()))),
    unknownOperations: async () =>
      allUnknown(await inEachCell(cells, (sql) => unknownOperations(sql, now()))),
    messages: async () =>
      allMessages(await Promise.all(placesListed(cells).all.map((sql) => messageCounts(sql, now())))),
  }
}

/** Movements that no line of a bank statement shows in time, as rows of the money that waits. */
async function missingAtBank(
  { cells, settings }: { cells: Listed; settings: Settings },
  now: Temporal.Instant,
): Promise<StuckRow[]> {
  const late = { rules: bankRules(settings), today: now.toZonedDateTimeISO('UTC').toPlainDate() }
  const movements = await missingMovements(cells, late, maxCounted + 1)
  return movements.map(({ kind, key, environment, currency, amount_minor: amount, due_on }) => ({
    ...{ kind: 'bank_movement', id: key, environment, currency, state: kind, next: 'finance', detail: null },
    ...{ merchant_code: null, merchant_name: null, operator: null },
    amount: amount < 0n ? -amount : amount,
    since: Temporal.PlainDate.from(due_on).toZonedDateTime('UTC').toInstant(),
  }))
}

/** What a queue has in each place. */
type Found<Name extends keyof Queues> = readonly Awaited<ReturnType<Queues[Name]>>[]

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

const allToFile = (found: Found<'disputesToFile'>) => ({
  waiting: sumOf(found.map(({ waiting }) => waiting)),
  urgent: sumOf(found.map(({ urgent }) => urgent)),
  earliest: found.flatMap(({ earliest }) => earliest ?? []).sort(Temporal.Instant.compare)[0] ?? null,
})

const allDue = (found: Found<'waitingDeliveries'>) => ({
  due: sumOf(found.map(({ due }) => due)),
  lagSeconds: Math.max(...found.map(({ lagSeconds }) => lagSeconds)),
})

const allMessages = (found: Found<'messages'>) => ({
  waiting: sumOf(found.map(({ waiting }) => waiting)),
  oldestSeconds: Math.max(...found.map(({ oldestSeconds }) => oldestSeconds)),
  unsent: sumOf(found.map(({ unsent }) => unsent)),
})

function allUnknown(found: Found<'unknownOperations'>) {
  const ages = found.flatMap(({ oldest_unknown_seconds: age }) => age ?? [])
  return {
    unknown_operations: sumOf(found.map(({ unknown_operations }) => unknown_operations)),
    oldest_unknown_seconds: ages.length === 0 ? null : Math.max(...ages),
  }
}
