// The Prometheus endpoint, open to the admin networks without a token, and the gauges it reads from the database.

import type { Database } from '../../platform/database/database.ts'
import { adminNetworks } from '../../platform/http/access.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import type { Load } from '../../platform/http/load-shedding.ts'
import type { Loop } from '../../platform/process/worker-loop.ts'
import { accessProblems } from '../access.ts'
import { databaseChecks } from './health.ts'
import { type Level, type Metrics, openMetrics } from './metrics.ts'
import type { OverviewNeeds } from './overview-api.ts'

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
  const { db, queues } = overview
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
        const { holds, exceptions_open, adjustments_pending } = await queues.remittance()
        const cases = await queues.cases()
        return {
          holds,
          exceptions: exceptions_open,
          adjustments: adjustments_pending,
          approvals: await queues.approvals(),
          alerts: await queues.alerts(),
          cases: cases.open,
          cases_overdue: cases.overdue,
          go_live: await queues.goLive(),
          dead_webhooks: await queues.deadDeliveries(),
        }
      },
    },
    {
      name: 'likuta_rescreening_remaining',
      help: 'Persons still to be screened again after a list changed, counted up to 10000.',
      read: queues.rescreening,
    },
    ...unknownLevels(queues),
    ...webhookLevels(queues),
    ...messageLevels(queues),
  ]
}

const unknownLevels = ({ unknownOperations }: OverviewNeeds['queues']): Level[] =>
  levels(unknownOperations, {
    likuta_unknown_operations: [
      'Operations that move money and have an unknown outcome.',
      (found) => found.unknown_operations,
    ],
    likuta_unknown_operations_oldest_seconds: [
      'Age of the oldest operation with an unknown outcome.',
      (found) => found.oldest_unknown_seconds ?? 0,
    ],
  })

const webhookLevels = ({ waitingDeliveries }: OverviewNeeds['queues']): Level[] =>
  levels(waitingDeliveries, {
    likuta_webhooks_due: ['Webhooks that are due, counted up to 10000.', ({ due }) => due],
    likuta_webhooks_lag_seconds: [
      'How long the oldest due webhook is overdue.',
      ({ lagSeconds }) => lagSeconds,
    ],
  })

const messageLevels = ({ messages }: OverviewNeeds['queues']): Level[] =>
  levels(messages, {
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
