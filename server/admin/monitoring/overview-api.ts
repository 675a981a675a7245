// Admin API for the overview: queues that wait for an admin, processes, workers, operators and rates. Other modules' parts are passed in.

import { z } from 'zod'
import { adminRights, adminRoles } from '../../kernel/admin-roles.ts'
import type { Cells } from '../../platform/database/cells.ts'
import type { Listed } from '../../platform/database/over-cells.ts'
import { admins } from '../../platform/http/access.ts'
import { dataResponse, environmentName, zonelessStamp } from '../../platform/http/api.ts'
import { endpoint, endpointOfCells, succeeded } from '../../platform/http/endpoint.ts'
import { version } from '../../platform/process/version.ts'
import { type Clock, zonelessMicrosecond } from '../../platform/time/clock.ts'
import { type Admin, adminOf, type SecondAdmin } from '../access.ts'
import { databaseChecks, databaseChecksResponse, type Health } from './health.ts'
import { livingProcesses } from './process-heartbeat.ts'
import type { StuckRow } from './stuck-money.ts'

const system = { tag: 'Admin: system', method: 'GET', priority: 'list' } as const
const at = '2026-11-21T09:30:00.118204'

/** The parts that other modules contribute to the overview: a schema and an example each. */
type Shown = Record<'operators' | 'rates', { schema: z.ZodType; example: unknown }>

/** How many wait in each queue. */
const queuesSchema = z.object({
  holds: z.int(),
  exceptions_open: z.int(),
  adjustments_pending: z.int(),
  alerts_open: z.int(),
  rescreening_remaining: z.int().meta({
    description: 'Persons still to be screened again after a list changed, counted up to 10000.',
  }),
  cases_open: z.int().meta({ description: 'Compliance cases that are not closed.' }),
  cases_overdue: z.int().meta({ description: 'Those past their deadline.' }),
  go_live_pending: z.int(),
  decisions_waiting: z
    .int()
    .meta({ description: 'Everything that waits for an admin, as far as you read it.' }),
  approvals_waiting: z.int().meta({ description: 'Acts of admins that need a second admin.' }),
  refund_requests_waiting: z.int(),
  payouts_waiting: z.int(),
  balances_below_zero: z
    .int()
    .meta({ description: 'Balances from which more was taken than was available.' }),
  disputes_to_file: z.int().meta({ description: 'Disputes whose evidence is to be filed at the gateway.' }),
  disputes_to_file_by: zonelessStamp.nullable().meta({ description: 'The earliest deadline of those.' }),
  dispute_exceptions_open: z.int(),
  collections_stuck: z.int().meta({
    description: 'Payments by phone that were asked for more than an hour ago and have no outcome.',
  }),
  bank_lines_open: z.int().meta({ description: 'Lines of bank statements that an admin must look at.' }),
  bank_movements_missing: z.int().meta({
    description: 'Payouts at a bank, settlements and top-ups that no line of a bank statement shows in time.',
  }),
  dead_webhooks: z.int(),
  failing_webhooks: z.int().meta({ description: 'Tried and not delivered for ten minutes; retries go on.' }),
  unknown_operations: z.int(),
  oldest_unknown_seconds: z.int().nullable(),
})

function overviewOf(shown: Shown) {
  const overview = z.object({
    queues: queuesSchema,
    processes: z.array(
      z.object({
        role: z.string(),
        version: z.string(),
        started_at: zonelessStamp,
        seen_at: zonelessStamp,
      }),
    ),
    workers: z.array(z.object({ name: z.string(), last_run_ms: z.int(), stuck_after_ms: z.int() })),
    database: databaseChecksResponse,
    operators: shown.operators.schema,
    rates: shown.rates.schema,
    version: z.string(),
    test_inbox: z
      .string()
      .nullable()
      .meta({ description: 'The page that shows the messages of the sandbox; null in production.' }),
  })
  return dataResponse('Overview', overview, exampleOverview(shown))
}

function exampleOverview({ operators, rates }: Shown) {
  return {
    queues: {
      holds: 1,
      exceptions_open: 0,
      adjustments_pending: 0,
      alerts_open: 0,
      rescreening_remaining: 0,
      cases_open: 2,
      cases_overdue: 0,
      go_live_pending: 1,
      decisions_waiting: 5,
      approvals_waiting: 1,
      refund_requests_waiting: 2,
      payouts_waiting: 1,
      balances_below_zero: 0,
      disputes_to_file: 1,
      disputes_to_file_by: '2026-12-07T09:30:00.000000',
      dispute_exceptions_open: 0,
      collections_stuck: 0,
      bank_lines_open: 0,
      bank_movements_missing: 0,
      dead_webhooks: 0,
      failing_webhooks: 0,
      unknown_operations: 0,
      oldest_unknown_seconds: null,
    },
    processes: [{ role: 'all', version: '0.1.0', started_at: at, seen_at: at }],
    workers: [{ name: 'webhook deliveries', last_run_ms: 212, stuck_after_ms: 60_000 }],
    database: { database: 'ok', migrations: 'ok', clock: 'ok' } as const,
    operators: operators.example,
    rates: rates.example,
    version: '0.1.0',
    test_inbox: 'https://sandbox.likuta.example/inbox',
  }
}

/** How much waits, queue by queue. */
export type Queues = {
  remittance(): Promise<{ holds: number; exceptions_open: number; adjustments_pending: number }>
  alerts(): Promise<number>
  rescreening(): Promise<number>
  cases(): Promise<{ open: number; overdue: number }>
  goLive(): Promise<number>
  /** Without an admin, all that wait; with one, those that the admin reads. */
  approvals(admin?: Admin): Promise<number>
  decisions(admin: Admin): Promise<number>
  refundRequests(): Promise<number>
  balancesBelowZero(): Promise<readonly string[]>
  payouts(): Promise<number>
  disputesToFile(): Promise<{ waiting: number; urgent: number; earliest: Temporal.Instant | null }>
  disputeExceptions(): Promise<number>
  stuckCollections(): Promise<number>
  bankLines(): Promise<number>
  missingBankMovements(): Promise<number>
  deadDeliveries(): Promise<number>
  failingDeliveries(): Promise<number>
  unknownOperations(): Promise<{ unknown_operations: number; oldest_unknown_seconds: number | null }>
  waitingDeliveries(): Promise<{ due: number; lagSeconds: number }>
  messages(): Promise<{ waiting: number; oldestSeconds: number; unsent: number }>
}

export type OverviewNeeds = Health & {
  /** Real time, which process heartbeats are dated with. */
  wallClock: Clock
  environment: 'sandbox' | 'production'
  /** The cells that get no new merchants. */
  closedCells(): Promise<ReadonlySet<number>>
  /** How many merchants each cell has, by environment. */
  merchantsByCell(): Promise<readonly { cell: number; environment: string; merchants: bigint }[]>
  /** The page that shows the messages of the sandbox. */
  testInbox: string | null
  secondAdmin: SecondAdmin
  /** What waits, in these cells and in control. */
  queues: (cells: Cells) => Queues
  /** Movements that no line of a bank statement shows in time. */
  missingMovements(cells: Listed, now: Temporal.Instant): Promise<StuckRow[]>
  operators(cells: Cells): Promise<object[]>
  rates(): Promise<object>
  /** Schemas and examples of the operators and rates parts, for the API document. */
  shown: Shown
}

const adminRoute = endpoint({
  ...system,
  id: 'readAdmin',
  path: '/api/v1/admin/me',
  access: admins('account'),
  summary: 'Retrieve the admin of the token or session',
  responses: {
    200: dataResponse(
      'Admin',
      z.object({
        name: z.string(),
        environment: environmentName,
        second_admin: z.boolean(),
        user: z
          .object({ user_id: z.string(), email: z.string(), name: z.string(), role: z.enum(adminRoles) })
          .meta({ id: 'AdminSelf' })
          .nullable()
          .meta({ description: 'The signed-in admin user; null for a token.' }),
        rights: z
          .array(z.enum(adminRights))
          .meta({ description: 'The groups of routes that may be called.' }),
      }),
      {
        name: 'amina',
        environment: 'sandbox',
        second_admin: true,
        user: null,
        rights: ['account', 'read'],
      },
    ),
  },
  handle: async (needs: OverviewNeeds, { request }) => {
    const admin = adminOf(request)
    const { name, session, rights } = admin
    const { environment, secondAdmin } = needs
    return succeeded({
      name,
      environment,
      second_admin: await secondAdmin(needs.db, admin, 'decide'),
      user: session
        ? { user_id: session.userId, email: session.email, name: session.name, role: session.role }
        : null,
      rights: rights ? [...rights] : [...adminRights],
    })
  },
})

/** @param shown the parts of other modules. */
export const overviewRoutes = (shown: Shown) => [
  endpointOfCells({
    ...system,
    id: 'readOverview',
    path: '/api/v1/admin/overview',
    access: admins('read'),
    summary: 'Retrieve the overview of queues and system health',
    responses: { 200: overviewOf(shown) },
    handle: async (needs: OverviewNeeds, { request }) => succeeded(await overview(needs, adminOf(request))),
  }),
  adminRoute,
]

async function overview(needs: OverviewNeeds, admin: Admin) {
  const { processes, workers } = await livingProcesses(needs.db, needs.wallClock.now())
  return {
    queues: await countQueues(needs, admin),
    processes: processes.map(renderProcess),
    workers,
    database: await databaseChecks(needs),
    operators: await needs.operators(needs.cells),
    rates: await needs.rates(),
    version,
    test_inbox: needs.testInbox,
  }
}

async function countQueues(needs: OverviewNeeds, admin: Admin) {
  const queues = needs.queues(needs.cells)
  const counts = await inParallel({
    cases: queues.cases(),
    remittance: queues.remittance(),
    unknown: queues.unknownOperations(),
    alerts_open: queues.alerts(),
    rescreening_remaining: queues.rescreening(),
    go_live_pending: queues.goLive(),
    decisions_waiting: queues.decisions(admin),
    approvals_waiting: queues.approvals(admin),
    refund_requests_waiting: queues.refundRequests(),
    payouts_waiting: queues.payouts(),
    belowZero: queues.balancesBelowZero(),
    toFile: queues.disputesToFile(),
    dispute_exceptions_open: queues.disputeExceptions(),
    collections_stuck: queues.stuckCollections(),
    bank_lines_open: queues.bankLines(),
    bank_movements_missing: queues.missingBankMovements(),
    dead_webhooks: queues.deadDeliveries(),
    failing_webhooks: queues.failingDeliveries(),
  })
  const { cases, remittance, unknown, toFile, belowZero, ...rest } = counts
  const { open: cases_open, overdue: cases_overdue } = cases
  const disputes = {
    disputes_to_file: toFile.waiting,
    disputes_to_file_by: toFile.earliest && zonelessMicrosecond(toFile.earliest),
  }
  const balances_below_zero = belowZero.length
  return { ...remittance, cases_open, cases_overdue, balances_below_zero, ...disputes, ...rest, ...unknown }
}

/** The results of calls that run at the same time, by name. */
async function inParallel<Calls extends Record<string, Promise<unknown>>>(calls: Calls) {
  const results = await Promise.all(Object.values(calls))
  const names = Object.keys(calls)
  return Object.fromEntries(names.map((name, n) => [name, results[n]])) as {
    [Name in keyof Calls]: Awaited<Calls[Name]>
  }
}

type Process = Awaited<ReturnType<typeof livingProcesses>>['processes'][number]

function renderProcess({ started_at, beat_at, ...process }: Process) {
  return { ...process, started_at: zonelessMicrosecond(started_at), seen_at: zonelessMicrosecond(beat_at) }
}
