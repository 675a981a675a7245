// The Prometheus endpoint, open to the admin networks without a token, and the gauges it reads from the database.

import { answeringCells } from '../../platform/database/cells.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import { adminNetworks } from '../../platform/http/access.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import type { Load } from '../../platform/http/load-shedding.ts'
import type { Loop } from '../../platform/process/worker-loop.ts'
import { accessProblems } from '../access.ts'
import { databaseChecks } from './health.ts'
import { type Level, type Metrics, openMetrics } from './metrics.ts'
import type { OverviewNeeds, Queues } from './overview-api.ts'

export function openSystemMetrics(needs: {
  databases: Readonly<Record<string, Database>>
  loops: () => readonly Loop[]
  load: Load
  overview: OverviewNeeds
}): Metrics {
  return openMetrics({ ...needs, levels: levelsOf(needs.overview) })
}

export const metricsRoutes = [
  endpoint({
    tag: 'Health',
    id: 'readMetrics',
    method: 'GET',
    path: '/metrics',
    priority: 'always',
    access: adminNetworks,
    summary: 'Read metrics in the Prometheus format',
    description: 'Served without a token, but only to the admin networks.',
    responses: { 200: { description: 'Metrics as text.', type: 'text/plain' } },
    problems: [accessProblems.network_refused],
    handle: async ({ metrics }: { readonly metrics: Metrics }, { reply }) =>
      reply.type(metrics.contentType).send(await metrics.text()),
  }),
]

/** Gauges of queues over all processes; each process reports the same values. */
function levelsOf(overview: OverviewNeeds): Level[] {
  const { db } = overview
  // A cell that is out of reach is missing in the sums, and named by a gauge of its own.
  const queues = () => overview.queues(answeringCells(overview.cells))
  return [
    {
      name: 'likuta_database_up',
      help: '1 if the database is reachable and fully migrated.',
      read: async () => {
        const { database, migrations } = await databaseChecks({ db })
        return Number(database === 'ok' && migrations === 'ok')
      },
      otherwise: 0,
    },
    {
      name: 'likuta_waiting_for_people',
      help: 'Items that wait for an admin, by queue.',
      label: 'queue',
      read: async () => {
        const { remittance, cases: countCases, ...counts } = queues()
        const { holds, exceptions_open, adjustments_pending } = await remittance()
        const cases = await countCases()
        return {
          holds,
          exceptions: exceptions_open,
          adjustments: adjustments_pending,
          approvals: await counts.approvals(),
          alerts: await counts.alerts(),
          cases: cases.open,
          cases_overdue: cases.overdue,
          go_live: await counts.goLive(),
          dead_webhooks: await counts.deadDeliveries(),
          stuck_collections: await counts.stuckCollections(),
        }
      },
    },
    {
      name: 'likuta_rescreening_remaining',
      help: 'Persons still to be screened again after a list changed, counted up to 10000.',
      read: () => queues().rescreening(),
    },
    ...cellLevels(overview),
    ...unknownLevels(() => queues().unknownOperations()),
    ...webhookLevels(() => queues().waitingDeliveries()),
    ...messageLevels(() => queues().messages()),
  ]
}

const readReply = statement('read_reply_of_cell', 'select from day_total limit 1')

/** Of a deployment with several cells: those that respond, by their numbers. */
function cellLevels({ cells }: OverviewNeeds): Level[] {
  if (cells.all.length === 1) return []
  const read = async () => {
    const { all, missing } = answeringCells(cells)
    await Promise.all(all.map((db) => db.rows(readReply)))
    return Object.fromEntries(all.map(({ cell }) => [cell, missing.has(cell) ? 0 : 1]))
  }
  return [{ name: 'likuta_cell_up', help: '1 if the cell is reachable.', label: 'cell', read }]
}

const unknownLevels = (read: Queues['unknownOperations']): Level[] =>
  levels(read, {
    likuta_unknown_operations: [
      'Operations that move money and have an unknown outcome.',
      (found) => found.unknown_operations,
    ],
    likuta_unknown_operations_oldest_seconds: [
      'Age of the oldest operation with an unknown outcome.',
      (found) => found.oldest_unknown_seconds ?? 0,
    ],
  })

const webhookLevels = (read: Queues['waitingDeliveries']): Level[] =>
  levels(read, {
    likuta_webhooks_due: ['Webhooks that are due, counted up to 10000.', ({ due }) => due],
    likuta_webhooks_lag_seconds: [
      'How long the oldest due webhook is overdue.',
      ({ lagSeconds }) => lagSeconds,
    ],
  })

const messageLevels = (read: Queues['messages']): Level[] =>
  levels(read, {
    likuta_messages_waiting: [
      'Messages to people that are not sent yet, counted up to 10000.',
      ({ waiting }) => waiting,
    ],
    likuta_messages_oldest_seconds: [
      'Age of the oldest message that is not sent yet.',
      ({ oldestSeconds }) => oldestSeconds,
    ],
    likuta_messages_unsent: [
      'Messages that were given up within the last day, counted up to 10000.',
      ({ unsent }) => unsent,
    ],
  })

/** Gauges of one reading, by name. */
const levels = <Found>(
  read: () => Promise<Found>,
  parts: Record<string, [help: string, of: (found: Found) => number]>,
): Level[] =>
  Object.entries(parts).map(([name, [help, of]]) => ({ name, help, read: async () => of(await read()) }))
