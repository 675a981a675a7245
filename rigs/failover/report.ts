// The results of the drills, as a table.
import type { Drill, Release } from './drills.ts'
import type { Written } from './writes.ts'

export type Report = {
  /** The version of PostgreSQL. */
  version: string
  drills: Drill[]
  releases: Release[]
  /** Processes of Likuta that exited by themselves. */
  exited: string[]
  lost: Written[]
  faults: string[]
  written: number
}

const headings = [
  'drill',
  'primary',
  'serves again s',
  'all kinds s',
  'acknowledged',
  'lost',
  'longest s',
  'whole again s',
  'errors',
]

/**
 * `isGood` unless an acknowledged write was lost, a process exited, a request of a release failed, or the books
 * differ.
 */
export function textOf(report: Report): { text: string; isGood: boolean } {
  const { drills, releases, exited, lost, faults } = report
  const rows = drills.map((one) => [
    one.kind,
    `${one.from} to ${one.to}`,
    one.firstServedAfterSeconds.toFixed(1),
    one.allServedAfterSeconds.toFixed(1),
    String(one.acknowledged),
    String(one.lost),
    one.longestSeconds.toFixed(1),
    one.recoveredAfterSeconds.toFixed(1),
    describeErrors(one.errors),
  ])
  const failedInReleases = releases.reduce((sum, { errors }) => sum + total(errors), 0)
  const lines = [
    `PostgreSQL ${report.version}; ${report.written} requests`,
    '',
    ...table([headings, headings.map(() => '---'), ...rows]),
    '',
    ...table([
      ['release of', 'seconds', 'requests', 'failed', 'longest s'],
      ['---', '---', '---', '---', '---'],
      ...releases.map((one) => [
        one.process,
        one.seconds.toFixed(1),
        String(one.requests),
        describeErrors(one.errors) || '0',
        one.longestSeconds.toFixed(2),
      ]),
    ]),
    '',
    `acknowledged and lost: ${lost.length}`,
    `failed in releases: ${failedInReleases}`,
    `processes of Likuta that ended: ${exited.join(', ') || 'none'}`,
    `books: ${faults.join('; ') || 'agree'}`,
  ]
  const isGood = lost.length === 0 && failedInReleases === 0 && exited.length === 0 && faults.length === 0
  return { text: lines.join('\n'), isGood }
}

export const table = (rows: string[][]) => rows.map((cells) => `| ${cells.join(' | ')} |`)
export const total = (errors: Record<string, number>) =>
  Object.values(errors).reduce((sum, count) => sum + count, 0)
export const describeErrors = (errors: Record<string, number>) =>
  Object.entries(errors)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
