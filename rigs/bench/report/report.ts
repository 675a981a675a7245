// A report of all measurements as text, Markdown and JSON.
import type { Machine } from '../machine.ts'
import type { Level, Section } from '../suite.ts'

/** A section and the run it comes from. Sections of one report may come from different runs on one machine. */
export type Measured = Section & {
  suite: string
  date: string
  commit: string
  seconds: number
  rounds: number
  tookSeconds: number
}

export type Report = { machine: Machine; sections: Measured[] }

export const machineText = ({ cpu, cores, memoryGiB, kernel, node, postgres }: Machine) =>
  `${cpu}, ${cores} cores for the servers, PostgreSQL and the load generator together, ${memoryGiB} GiB, ${kernel}, Node ${node}, PostgreSQL ${postgres}`

export function howText({ date, commit, rounds, seconds, tookSeconds }: Measured): string {
  const day = date.slice(0, 16).replace('T', ' ')
  return `${day} UTC, commit ${commit}, rounds ${rounds}, ${seconds} s a measurement, ${Math.round(tookSeconds)} s in all`
}

export function textOf({ machine, sections }: Report): string {
  return [wrapped(machineText(machine)), ...sections.map(sectionText), ''].join('\n\n')
}

function sectionText(section: Measured): string {
  const { title, about, columns, rows, levels } = section
  const head = `${title}\n${'='.repeat(title.length)}\n${wrapped(`${about} (${howText(section)})`)}`
  const table = rows.length > 0 ? [aligned([columns, ...rows])] : []
  return [
    head,
    ...table,
    ...(levels.length > 0 ? [aligned([levelColumns, ...levels.map(levelRow)])] : []),
  ].join('\n\n')
}

const levelColumns = ['level', 'wanted', 'reached', 'result']
/** Columns that a level has on the page, where every row is one that was missed. */
const pageColumns = 3
const levelRow = ({ name, wanted, reached, met }: Level) => [name, wanted, reached, met ? 'pass' : 'below']

/** Columns of numbers are right-aligned. */
const isNumeric = (rows: readonly (readonly string[])[], column: number) =>
  rows.slice(1).every((row) => /^([x<-]?(\d|∞|NaN)|$)/.test(row[column] ?? ''))

export function aligned(rows: readonly (readonly string[])[]): string {
  const columns = rows[0]!.map((_, i) => ({
    width: Math.max(...rows.map((row) => row[i]?.length ?? 0)),
    numeric: isNumeric(rows, i),
  }))
  const line = (row: readonly string[]) =>
    columns.map(({ width, numeric }, i) =>
      numeric ? (row[i] ?? '').padStart(width) : (row[i] ?? '').padEnd(width),
    )
  return rows.map((row) => line(row).join('  ').trimEnd()).join('\n')
}

function wrapped(text: string, width = 110): string {
  const lines = ['']
  for (const word of text.split(/\s+/)) {
    if (lines.at(-1)!.length + word.length + 1 > width) lines.push('')
    lines.push(`${lines.pop()} ${word}`.trimStart())
  }
  return lines.join('\n')
}

export function markdownOf({ machine, sections }: Report): string {
  const levels = sections.flatMap((section) => section.levels)
  // The picture shows the levels that were reached.
  const missed = levels.filter(({ met }) => !met)
  const reached = levels.filter(({ numbers, met }) => numbers && met).length
  const equal = levels.filter(({ numbers, met }) => !numbers && met).length
  const parts = [
    '## Measured',
    wrapped(`On ${machineText(machine)}. Absolute figures depend on the machine; rely on the ratios.`),
    ...(levels.some(({ numbers }) => numbers) ? ['![Levels wanted and reached](performance.svg)'] : []),
    ...(reached > 0 ? [`${reached} levels were reached; the table has those that were missed.`] : []),
    ...(missed.length > 0
      ? [markdownTable([levelColumns, ...missed.map(levelRow)].map((row) => row.slice(0, pageColumns)))]
      : []),
    ...(equal > 0 ? [`${equal} counts and sums must be equal, and are.`] : []),
    ...sections.filter(({ pageRows }) => pageRows?.length !== 0).flatMap(sectionMarkdown),
  ]
  return `${parts.join('\n\n')}\n`
}

function sectionMarkdown(section: Measured): string[] {
  const { title, about, columns, rows, pageRows = rows } = section
  const table = pageRows.length > 0 ? [markdownTable([columns, ...pageRows])] : []
  return [`### ${title}`, wrapped(about), ...table, `${howText(section)}.`]
}

function markdownTable(rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const rule = rows[0]!.map((_, i) => (isNumeric(rows, i) ? '---:' : '---'))
  return [line(rows[0]!), `|${rule.join('|')}|`, ...rows.slice(1).map(line)].join('\n')
}

/** More than six digits of a figure are insignificant. */
export function jsonOf(report: Report): string {
  const plain = (_: string, value: unknown) => {
    if (typeof value === 'bigint') return String(value)
    return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value
  }
  return `${JSON.stringify(report, plain, 1)}\n`
}

/**
 * Merges reports; for a suite in more than one, the last is used.
 * @throws Error when they come from different machines.
 */
export function merged(reports: readonly Report[]): Report {
  const machines = new Set(reports.map(({ machine }) => machineText(machine)))
  if (machines.size !== 1)
    throw new Error(`reports of one machine are wanted, not: ${[...machines].join('; ')}`)
  const sections = new Map(reports.flatMap((report) => report.sections.map((each) => [each.suite, each])))
  return { machine: reports[0]!.machine, sections: [...sections.values()] }
}
