// The product compared with its controls: turns measurements into lines, tables and levels.
import { type Cost, costs, type Measure, type Measurement, ratiosOf, valuesOf, wasMeasured } from './costs.ts'
import { type Figure, figure, number, spread } from './figures.ts'
import { hasDatabase, type Subject, subjects } from './harness/servers.ts'
import { level } from './level.ts'
import type { RequestLevel } from './levels.ts'
import type { Level, Section } from './suite.ts'

type Line = Record<Cost, Figure> & {
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
        subject === 'product'
          ? undefined
          : figure(ratiosOf(measurements, 'perSecond', [product(row), { row, subject }]))
      const failed = own.reduce((sum, one) => sum + one.failed, 0)
      return [
        { row, subject, productIsTimes, failed, ...(Object.fromEntries(figures) as Record<Cost, Figure>) },
      ]
    }),
  )
}

const ofDatabase = (line: Line, cost: Cost, digits: number) =>
  hasDatabase(line.subject) ? number(line[cost].median, digits) : ''

const columns: [title: string, cell: (line: Line) => string][] = [
  ['workload', (line) => line.row],
  ['server', (line) => line.subject],
  ['requests/s', (line) => spread(line.perSecond, 0)],
  ['product is', (line) => (line.productIsTimes ? `x${spread(line.productIsTimes, 2)}` : '')],
  ['p50 ms', (line) => number(line.p50.median, 2)],
  ['p99 ms', (line) => number(line.p99.median, 2)],
  ['CPU us', (line) => number(line.cpuMicroseconds.median, 0)],
  ['PostgreSQL us', (line) => ofDatabase(line, 'postgresMicroseconds', 0)],
  ['load us', (line) => number(line.loadMicroseconds.median, 0)],
  ['statements', (line) => ofDatabase(line, 'statements', 3)],
  ['commits', (line) => ofDatabase(line, 'commits', 3)],
  ['WAL bytes', (line) => ofDatabase(line, 'walBytes', 0)],
  ['fsyncs', (line) => ofDatabase(line, 'fsyncs', 3)],
  ['failed', (line) => String(line.failed)],
]

export function tableOf(lines: readonly Line[]): Pick<Section, 'columns' | 'rows'> {
  return {
    columns: columns.map(([title]) => title),
    rows: lines.map((line) => columns.map(([, cell]) => cell(line))),
  }
}

const ratioColumns: [title: string, measure: Measure][] = [
  ['requests/s', 'perSecond'],
  ['p50', 'p50'],
  ['p99', 'p99'],
  ['CPU', 'cpuMicroseconds'],
  ['CPU beside the gateway', 'ownMicroseconds'],
  ['PostgreSQL CPU', 'postgresMicroseconds'],
  ['both', 'productMicroseconds'],
  ['statements', 'statements'],
  ['commits', 'commits'],
  ['WAL bytes', 'walBytes'],
]

/** The product divided by another server, for every workload that was measured on both. */
export function ratioTable(
  measurements: readonly Measurement[],
  subject: Subject,
): Pick<Section, 'columns' | 'rows'> {
  const rows = [...new Set(measurements.map(({ row }) => row))].filter((row) =>
    wasMeasured(measurements, { row, subject }),
  )
  const cell = (row: string, measure: Measure) => {
    const ratios = figure(ratiosOf(measurements, measure, [product(row), { row, subject }]))
    return Number.isFinite(ratios.median) ? `x${spread(ratios, 2)}` : ''
  }
  return {
    columns: ['workload', ...ratioColumns.map(([title]) => title)],
    rows: rows.map((row) => [row, ...ratioColumns.map(([, measure]) => cell(row, measure))]),
  }
}

const names: Record<Measure, { name: string; unit?: string; digits: number }> = {
  perSecond: { name: 'requests a second', unit: 'a second', digits: 0 },
  p50: { name: 'p50', unit: 'ms', digits: 1 },
  p99: { name: 'p99', unit: 'ms', digits: 1 },
  cpuMicroseconds: { name: 'CPU', unit: 'us', digits: 0 },
  postgresMicroseconds: { name: 'CPU of PostgreSQL', unit: 'us', digits: 0 },
  loadMicroseconds: { name: 'CPU of the load', unit: 'us', digits: 0 },
  productMicroseconds: { name: 'CPU of server and PostgreSQL', unit: 'us', digits: 0 },
  ownMicroseconds: { name: 'CPU beside the gateway', unit: 'us', digits: 0 },
  statements: { name: 'statements', digits: 1 },
  commits: { name: 'commits', digits: 1 },
  walBytes: { name: 'log', unit: 'bytes', digits: 0 },
  fsyncs: { name: 'fsyncs', digits: 1 },
}

/** Returns no level for a row that was not measured, or whose other side was not. */
export function levelOf(measurements: readonly Measurement[], wanted: RequestLevel): Level[] {
  const { row, measure, against } = wanted
  const { name: what, unit, digits } = names[measure]
  const name = `${row}, ${what}`
  const own = product(row)
  if (!wasMeasured(measurements, own)) return []
  if (!against) {
    const reached = figure(valuesOf(measurements, own, measure).map(({ value }) => value))
    return [level(name, reached, { digits, ...(unit && { unit }), ...wanted })]
  }
  const other = 'row' in against ? product(against.row) : { row, subject: against.subject }
  if (!wasMeasured(measurements, other)) return []
  const of = 'row' in against ? against.row : against.subject
  return [level(name, figure(ratiosOf(measurements, measure, [own, other])), { ...wanted, of })]
}
