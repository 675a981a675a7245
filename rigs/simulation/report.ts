// The result of a run of seeds, as lines for readers and as one JSON line.

import { allMarks, marksOfCells } from './checks/marks.ts'
import type { Read } from './checks/statements/statements.ts'
import type { SeedResult } from './run.ts'

export type Report = {
  seeds: number
  effects: number
  simulated_hours: number
  wall_s: number
  /** Simulated time divided by elapsed time. */
  ratio: number
  deaths: number
  /** Statements, their lines and invoices that were read at the end of the seeds. */
  read: Read
  faults: Record<string, number>
  sometimes: { fired: number; defined: number; missing: string[] }
  violations: { seed: number; invariant: string; title: string; rows: number }[]
  /** With 95 % confidence at most this share of all seeds has a violation; defined only where none had. */
  bound95: number | undefined
}

export function reportOf(results: readonly SeedResult[], wallMs: number, cells = 1): Report {
  const defined = cells === 1 ? allMarks : [...allMarks, ...marksOfCells]
  const simulatedMs = results.reduce((sum, one) => sum + one.simulatedMs, 0)
  const marks = new Set(results.flatMap((one) => [...one.marks]))
  const faults: Record<string, number> = {}
  for (const { fired } of results)
    for (const [kind, times] of fired) faults[kind] = (faults[kind] ?? 0) + times
  const violations = results.flatMap(({ seed, violations: found }) =>
    found.map(({ invariant, title, rows }) => ({ seed, invariant, title, rows: rows.length })),
  )
  return {
    seeds: results.length,
    effects: results.reduce((sum, one) => sum + one.effects, 0),
    simulated_hours: round(simulatedMs / 3_600_000),
    wall_s: round(wallMs / 1_000),
    ratio: round(simulatedMs / wallMs),
    deaths: results.reduce((sum, one) => sum + one.deaths, 0),
    read: {
      statements: results.reduce((sum, { read }) => sum + read.statements, 0),
      movements: results.reduce((sum, { read }) => sum + read.movements, 0),
      invoices: results.reduce((sum, { read }) => sum + read.invoices, 0),
    },
    faults: Object.fromEntries(Object.entries(faults).sort()),
    sometimes: {
      fired: marks.size,
      defined: defined.length,
      missing: defined.filter((mark) => !marks.has(mark)),
    },
    violations,
    bound95: violations.length === 0 && results.length > 0 ? 3 / results.length : undefined,
  }
}

const round = (number: number) => Math.round(number * 10) / 10

export function linesOf(report: Report): string[] {
  const { sometimes, violations, read, bound95 } = report
  const fired = Object.entries(report.faults).map(([kind, times]) => `  ${String(times).padStart(6)} ${kind}`)
  return [
    `${report.seeds} seeds, ${report.effects} effects, ${report.simulated_hours} simulated hours in ${report.wall_s} s: ${report.ratio} times real time`,
    `${report.deaths} deaths of the process; faults:`,
    ...fired,
    `read at the end: ${read.statements} statements with ${read.movements} lines, ${read.invoices} invoices`,
    `sometimes: ${sometimes.fired} of ${sometimes.defined}${sometimes.missing.length > 0 ? `; never: ${sometimes.missing.join('; ')}` : ''}`,
    ...violations.map(
      ({ seed, invariant, title, rows }) => `seed ${seed} violates ${invariant}, ${title}: ${rows} rows`,
    ),
    bound95 === undefined
      ? `${violations.length} violations`
      : `0 violations: with 95 % confidence fewer than ${bound95.toPrecision(2)} of all seeds have one`,
  ]
}
