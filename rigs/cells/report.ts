// The results of the drills, as tables.
import { describeErrors, table, total } from '../failover/report.ts'
import type { Drill } from './drills.ts'
import type { Others, Own } from './experience.ts'
import type { Move } from './move.ts'

export type Report = {
  /** Of PostgreSQL and Citus. */
  version: string
  cells: number
  nodes: number
  drills: readonly Drill[]
  moves: readonly Move[]
  /** Processes of Likuta that exited by themselves. */
  exited: readonly string[]
}

const headings = [
  'drill',
  'cells',
  'away s',
  'requests to others',
  'failed',
  'p99 before ms',
  'p99 ms',
  'first 503 s',
  'Retry-After',
  'longest s',
  'served again s',
  'acknowledged',
  'lost',
]
const headingsOfMoves = [
  'move',
  'cell',
  'MiB',
  'seconds',
  'longest pause s',
  'failed once',
  'failed twice',
  'requests to others',
  'failed',
  'p99 before ms',
  'p99 ms',
  'acknowledged',
  'lost',
]

/** `isGood` unless something acknowledged is missing, a request to another cell failed, the books disagree, or a process exited. */
export function textOf(report: Report): { text: string; isGood: boolean } {
  const { drills, moves, exited, version, nodes, cells } = report
  const both = [...drills, ...moves]
  const faults = both.flatMap((each) => each.faults)
  const lines = [
    `PostgreSQL ${version}; ${nodes} nodes, ${cells} cells`,
    '',
    ...tableOf(headings, drills.map(rowOf)),
    ...tableOf(headingsOfMoves, moves.map(rowOfMove)),
    ...both.flatMap(notesOf),
    `acknowledged and lost: ${sumOf(both, ({ lost }) => lost)} of ${sumOf(both, ({ acknowledged }) => acknowledged)}`,
    `failed requests to other cells: ${sumOf(both, ({ others }) => others.failed)} of ${sumOf(both, ({ others }) => others.requests)}`,
    `processes of Likuta that ended: ${exited.join(', ') || 'none'}`,
    `books: ${faults.join('; ') || 'agree'}`,
  ]
  const isGood = faults.length + exited.length + sumOf(both, ({ lost, others }) => lost + others.failed) === 0
  return { text: lines.join('\n'), isGood }
}

const sumOf = <One>(all: readonly One[], value: (one: One) => number) =>
  all.reduce((sum, one) => sum + value(one), 0)

function tableOf(head: string[], rows: string[][]): string[] {
  return rows.length === 0 ? [] : [...table([head, head.map(() => '---'), ...rows]), '']
}

function rowOf({ kind, server, cells, secondsAway, others, own, acknowledged, lost }: Drill): string[] {
  return [
    `${kind} ${server}`,
    cells.join(', ') || '-',
    secondsAway.toFixed(1),
    ...ofOthers(others),
    seconds(own.firstRefusalAfterSeconds),
    own.retryAfterSeconds === undefined ? '-' : String(own.retryAfterSeconds),
    seconds(own.longestSeconds),
    seconds(own.servedAfterSeconds),
    String(acknowledged),
    String(lost),
  ]
}

function rowOfMove(move: Move): string[] {
  const { own, others } = move
  return [
    `${move.mode}, ${move.from} to ${move.to}`,
    String(move.cell),
    (move.bytes / 1024 / 1024).toFixed(0),
    move.seconds.toFixed(1),
    move.longestPauseSeconds.toFixed(1),
    String(total(own.errors) - own.failedTwice),
    String(own.failedTwice),
    ...ofOthers(others),
    String(move.acknowledged),
    String(move.lost),
  ]
}

const ofOthers = ({ requests, failed, p99BeforeMs, p99Ms }: Others) => [
  String(requests),
  String(failed),
  p99BeforeMs.toFixed(0),
  p99Ms.toFixed(0),
]
const seconds = (count: number | undefined) => (count === undefined ? '-' : count.toFixed(1))

/** What failed, by kind of request. */
function notesOf(done: (Drill | Move) & { others: Others; own: Own }): string[] {
  const name = 'kind' in done ? `${done.kind} ${done.server}` : done.mode
  const lines = [
    [`${name}, other cells`, describeErrors(done.others.errors)],
    [`${name}, its own cells`, describeErrors(done.own.errors)],
  ].filter(([, errors]) => errors !== '')
  return lines.length === 0 ? [] : [...lines.map((line) => line.join(': ')), '']
}
