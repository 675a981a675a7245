// The performance levels of the project, as ratios within one run where possible: a ratio holds on a machine half as
// fast. A level is judged by the median as it is shown.
import type { Measure } from './costs.ts'
import type { Subject } from './harness/servers.ts'
import type { Bound } from './level.ts'

/** A ratio is paired by round. Levels against `before` need `--against`. */
export type RequestLevel = Bound & {
  /** A workload and its concurrency, such as `charge-16`. */
  row: string
  measure: Measure
  /** Another server under the same load, or the product under the load of another row. */
  against?: { subject: Subject } | { row: string }
  /** Decimals shown. Counts of one request at a time are shown whole: the rest is what a process does regularly. */
  digits?: number
}

const before = { subject: 'before' } as const
const rowByRow = { subject: 'row by row' } as const

export const requestLevels: readonly RequestLevel[] = [
  { row: 'orders-64', measure: 'cpuMicroseconds', against: before, atMost: 0.6 },
  { row: 'orders-64', measure: 'cpuMicroseconds', against: { subject: 'bare Fastify' }, atMost: 3.5 },
  { row: 'orders-64', measure: 'perSecond', against: rowByRow, atLeast: 2 },
  { row: 'orders-64', measure: 'p99', against: rowByRow, atMost: 0.5 },
  // A single request has nothing to wait for, so it takes as long as one insert.
  { row: 'orders-1', measure: 'p50', against: rowByRow, atMost: 1.3 },
  { row: 'status-64', measure: 'perSecond', against: rowByRow, atLeast: 2.5 },
  { row: 'inbound-one-wallet-64', measure: 'perSecond', against: before, atLeast: 2 },
  { row: 'inbound-one-wallet-64', measure: 'perSecond', against: rowByRow, atLeast: 6 },
  {
    row: 'inbound-one-wallet-64',
    measure: 'perSecond',
    against: { row: 'inbound-many-wallets-64' },
    atLeast: 0.8,
  },
  { row: 'charge-1', measure: 'statements', atMost: 4, digits: 0 },
  { row: 'charge-1', measure: 'commits', atMost: 3, digits: 0 },
  { row: 'charge-1', measure: 'walBytes', atMost: 10_000 },
  { row: 'charge-16', measure: 'statements', atMost: 2 },
  { row: 'charge-16', measure: 'perSecond', against: before, atLeast: 1.6 },
  { row: 'charge-16', measure: 'ownMicroseconds', against: before, atMost: 0.35 },
  { row: 'charge-16', measure: 'postgresMicroseconds', against: before, atMost: 0.55 },
  { row: 'collection-1', measure: 'statements', atMost: 5, digits: 0 },
  { row: 'collection-1', measure: 'commits', atMost: 4, digits: 0 },
  { row: 'collection-16', measure: 'perSecond', against: { row: 'charge-16' }, atLeast: 0.9 },
  { row: 'hosted-payment-1', measure: 'statements', atMost: 9, digits: 0 },
  { row: 'hosted-payment-16', measure: 'perSecond', against: before, atLeast: 1.5 },
  // Half of the processor time of a hosted payment is that of the payer and of the simulated gateway.
  { row: 'hosted-payment-16', measure: 'productMicroseconds', against: before, atMost: 0.67 },
  // The workload refunds each payment many times; the first refund of one takes a statement less.
  { row: 'refund-1', measure: 'statements', atMost: 12, digits: 0 },
  { row: 'refund-1', measure: 'productMicroseconds', against: before, atMost: 0.8 },
  { row: 'void-1', measure: 'statements', atMost: 11, digits: 0 },
  { row: 'void-1', measure: 'productMicroseconds', against: before, atMost: 0.8 },
  { row: 'callback-64', measure: 'statements', atMost: 0.5, digits: 2 },
]

/** Requests per second of two processes, of one. */
export const processLevels = {
  'inbound-one-wallet-64': 1.2,
  'inbound-many-wallets-64': 1.2,
  'orders-64': 1.4,
}

/** Processor time per request with four cells, of that with one. */
export const cellsLevel = 1.1

/** Each workload with full tables, of empty ones. */
export const growthLevel = 0.9

/** Transfers per second on one wallet with limit rules, of those without rules. */
export const limitLevel = 0.9

/** Pages of every list: the median in milliseconds, and the growth from the smallest to the largest table. */
export const listLevels = { milliseconds: 10, growth: 2 }

/** Seconds until a warm process is ready, and MiB of resident memory. */
export const startLevels = { apiSeconds: 0.6, sandboxSeconds: 1.7, restMiB: 125, loadedMiB: 220 }

/** Deliveries of a backlog, of the same without a database; and the lag of healthy endpoints beside hanging ones. */
export const webhookLevels = { drained: 0.7, lag: 1.2 }
