// The product compared with its controls: turns measurements into lines, a table and levels.
import { type Figure, figure, number, spread } from './figures.ts'
import type { Loaded } from './harness/load.ts'
import { type Subject, subjects } from './harness/servers.ts'
import { level } from './levels.ts'
import type { Level } from './suite.ts'
import type { WantedLevel } from './workloads/workload.ts'

/** One workload on one server in one round. Costs are per request. */
export type Measurement = Omit<Loaded, 'sent'> & {
  row: string
  subject: Subject
  round: number
  cpuMicroseconds: number
  statements: number
  commits: number
  walBytes: number
  fsyncs: number
}

const costs = [
  'perSecond',
  'p50',
  'p99',
  'cpuMicroseconds',
  'statements',
  'commits',
  'walBytes',
  'fsyncs',
] as const
type Cost = (typeof costs)[number]

export type Line = Record<Cost, Figure> & {
  row: string
  subject: Subject
  /**
   * The product's requests per second divided by this server's, paired by round; undefined for the product itself.
   */
  productIsTimes: Figure | undefined
  failed: number
}

type Of = { row: string; subject: Subject }
const product = (row: string): Of => ({ row, subject: 'product' })

export function summarise(measurements: readonly Measurement[]): Line[] {
  const rows = [...new Set(measurements.map(({ row }) => row))]
  return rows.flatMap((row) =>
    subjects.flatMap((subject) => {
      const own = measurements.filter((one) => one.row === row && one.subject === subject)
      if (own.length === 0) return []
      const figures = costs.map((cost) => [cost, figure(own.map((one) => one[cost]))])
      const productIsTimes =
        subject === 'product' ? undefined : ratio(measurements, 'perSecond', product(row), { row, subject })
      const failed = own.reduce((sum, one) => sum + one.failed, 0)
      return [
        { row, subject, productIsTimes, failed, ...(Object.fromEntries(figures) as Record<Cost, Figure>) },
      ]
    }),
  )
}

/** Paired by round, so that a temporary slowdown of the machine affects both sides. */
function ratio(measurements: readonly Measurement[], cost: Cost, one: Of, other: Of): Figure {
  const of = ({ row, subject }: Of) =>
    measurements.filter((each) => each.row === row && each.subject === subject)
  const others = of(other)
  return figure(
    of(one).map(
      (each) => each[cost] / (others.find(({ round }) => round === each.round)?.[cost] ?? Number.NaN),
    ),
  )
}

const columns: [title: string, cell: (line: Line) => string][] = [
  ['workload', (line) => line.row],
  ['server', (line) => line.subject],
  ['requests/s', (line) => spread(line.perSecond, 0)],
  ['product is', (line) => (line.productIsTimes ? `x${spread(line.productIsTimes, 2)}` : '')],
  ['p50 ms', (line) => number(line.p50.median, 2)],
  ['p99 ms', (line) => number(line.p99.median, 2)],
  ['CPU us', (line) => number(line.cpuMicroseconds.median, 0)],
  ['statements', (line) => number(line.statements.median, 3)],
  ['commits', (line) => number(line.commits.median, 3)],
  ['WAL bytes', (line) => number(line.walBytes.median, 0)],
  ['fsyncs', (line) => number(line.fsyncs.median, 3)],
  ['failed', (line) => String(line.failed)],
]

export function tableOf(lines: readonly Line[]): { columns: string[]; rows: string[][] } {
  return {
    columns: columns.map(([title]) => title),
    rows: lines.map((line) => columns.map(([, cell]) => cell(line))),
  }
}

const names = { perSecond: 'requests a second', p50: 'p50', p99: 'p99' }

/** Returns no level for a row that was not measured, or whose other side was not. */
export function levelOf(measurements: readonly Measurement[], row: string, wanted: WantedLevel): Level[] {
  const wasMeasured = (of: Of) =>
    measurements.some((each) => each.row === of.row && each.subject === of.subject)
  const name = `${row}, ${names[wanted.figure]}`
  const own = product(row)
  if (!wasMeasured(own)) return []
  if (!wanted.against) {
    const reached = figure(
      measurements
        .filter((each) => each.row === row && each.subject === 'product')
        .map((each) => each[wanted.figure]),
    )
    return [
      level(name, reached, { ...wanted, unit: wanted.figure === 'perSecond' ? 'a second' : 'ms', digits: 1 }),
    ]
  }
  const { against } = wanted
  const other = 'row' in against ? product(against.row) : { row, subject: against.subject }
  if (!wasMeasured(other)) return []
  const of = 'row' in against ? against.row : against.subject
  return [level(name, ratio(measurements, wanted.figure, own, other), { ...wanted, of })]
}
