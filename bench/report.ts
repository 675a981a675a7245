// From measurements to a table: medians over the rounds, with the least and the most.
import type { Loaded } from './load.ts'
import { type Subject, subjects } from './servers.ts'

/** One workload on one server in one round. The costs are per request. */
export type Measurement = Omit<Loaded, 'sent'> & {
  row: string
  subject: Subject
  round: number
  cpuMicroseconds: number
  statements: number
  walBytes: number
  fsyncs: number
}

type Figure = { median: number; least: number; most: number }
type Cost = 'perSecond' | 'p50' | 'p99' | 'cpuMicroseconds' | 'statements' | 'walBytes' | 'fsyncs'

export type Line = Record<Cost, Figure> & {
  row: string
  subject: Subject
  /** Requests a second of the product for one of this server, round by round; none for the product itself. */
  productIsTimes: Figure | undefined
  failed: number
}

export function summarise(measurements: Measurement[]): Line[] {
  const rows = [...new Set(measurements.map(({ row }) => row))]
  return rows.flatMap((row) =>
    subjects.map((subject) => {
      const own = measurements.filter((one) => one.row === row && one.subject === subject)
      const product = measurements.filter((one) => one.row === row && one.subject === 'product')
      const figureOf = (cost: Cost) => figure(own.map((one) => one[cost]))
      const ratios = own.map((one) => {
        const same = product.find(({ round }) => round === one.round)
        return (same?.perSecond ?? Number.NaN) / one.perSecond
      })
      return {
        row,
        subject,
        perSecond: figureOf('perSecond'),
        productIsTimes: subject === 'product' ? undefined : figure(ratios),
        p50: figureOf('p50'),
        p99: figureOf('p99'),
        cpuMicroseconds: figureOf('cpuMicroseconds'),
        statements: figureOf('statements'),
        walBytes: figureOf('walBytes'),
        fsyncs: figureOf('fsyncs'),
        failed: own.reduce((sum, one) => sum + one.failed, 0),
      }
    }),
  )
}

function figure(values: number[]): Figure {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const median = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2
  return { median, least: sorted[0]!, most: sorted.at(-1)! }
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
  ['WAL bytes', (line) => number(line.walBytes.median, 0)],
  ['fsyncs', (line) => number(line.fsyncs.median, 3)],
  ['failed', (line) => String(line.failed)],
]

/** CPU (of the server process), statements, WAL and fsyncs are per request. */
export function table(lines: Line[]): string {
  const cells = [
    columns.map(([title]) => title),
    ...lines.map((line) => columns.map(([, cell]) => cell(line))),
  ]
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => row[i]!.length)))
  const text = cells.map((row) =>
    row
      .map((cell, i) => pad(cell, widths[i]!, i))
      .join('  ')
      .trimEnd(),
  )
  return text.join('\n')
}

const pad = (cell: string, width: number, column: number) =>
  column < 4 ? cell.padEnd(width) : cell.padStart(width)

const number = (value: number, digits: number) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

const spread = ({ median, least, most }: Figure, digits: number) =>
  `${number(median, digits)} [${number(least, digits)}-${number(most, digits)}]`
