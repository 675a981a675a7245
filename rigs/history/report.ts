// The result of a run, as figures and as lines for readers.
import type { Judgement } from './load.ts'
import type { Control } from './middle.ts'
import { isDone, type Operation } from './operations.ts'

type Counts = { done: number; refused: number; open: number }

export type Report = Judgement & {
  seed: number
  minutes: number
  control?: Control
  /** Requests by object and act; `open`: their outcome is not known. */
  acts: Record<string, Counts>
  disturbances: Record<string, Readonly<Record<string, number>>>
  /** How often the network lied, for a control. */
  lies: number
  /** Whether every call of an upstream had ended before the last reads. */
  isQuiet: boolean
  /** Payments and wallets that could not be read in the end. */
  unread: number
  /** Processes that exited although nothing stopped them. */
  exits: readonly unknown[]
  errors: readonly string[]
}

export function countsOf(operations: readonly Operation[]): Record<string, Counts> {
  const byAct = Map.groupBy(operations, ({ object, input }) => `${object} ${input.act}`)
  const count = (some: readonly Operation[]): Counts => ({
    done: some.filter(({ output }) => isDone(output)).length,
    refused: some.filter(({ output }) => output?.refusal !== undefined).length,
    open: some.filter(({ output }) => output === undefined).length,
  })
  return Object.fromEntries(
    [...byAct].sort(([a], [b]) => (a < b ? -1 : 1)).map(([act, some]) => [act, count(some)]),
  )
}

/** Nothing contradicts a sequential order, and nothing acknowledged is missing. A control is good if its lies were found. */
export function isGood({ control, verdict, missing, unread, exits }: Report): boolean {
  const faults = typeof verdict === 'string' ? [] : verdict.faults
  if (control) return faults.length > 0
  const isDecided = typeof verdict === 'string' || verdict.undecided.length === 0
  return faults.length + missing.length + unread + exits.length === 0 && isDecided
}

const maxShown = 5

export function linesOf(report: Report): string[] {
  const { acts, disturbances, missing, acknowledged, verdict, errors, exits, control, lies } = report
  return [
    `seed ${report.seed}, ${report.minutes} minutes`,
    ...Object.entries(acts).map(
      ([act, { done, refused, open }]) =>
        `  ${act.padEnd(16)} ${done} done, ${refused} refused, ${open} without a result`,
    ),
    ...Object.entries(disturbances).map(([name, counts]) => `${name}: ${textOf(counts)}`),
    ...(control ? [`control: ${control}, ${lies} times`] : []),
    ...errors.map((error) => `a payment or wallet was left early: ${error}`),
    ...exits.map((exit) => `a process exited: ${JSON.stringify(exit)}`),
    ...(report.isQuiet ? [] : ['some calls of upstreams never ended']),
    ...(report.unread ? [`${report.unread} reads failed in the end`] : []),
    `${acknowledged - missing.length} of ${acknowledged} acknowledged writes are there in the end`,
    ...missing.slice(0, maxShown).map(({ what, from }) => `  missing from the ${from}: ${what}`),
    ...verdictLines(verdict),
  ]
}

function verdictLines(verdict: Report['verdict']): string[] {
  if (typeof verdict === 'string') return [`${verdict}, so only acknowledged writes were checked`]
  const { partitions, operations, faults, undecided } = verdict
  return [
    ...faults
      .slice(0, maxShown)
      .flatMap(({ object, id, explanation }) => [
        `${object} ${id} is not linearizable:`,
        ...explanation.map((line) => `  ${line}`),
      ]),
    ...undecided.slice(0, maxShown).map((name) => `not decided in time: ${name}`),
    `${operations} operations on ${textOf(partitions)}: ${faults.length} not linearizable, ${undecided.length} undecided`,
  ]
}

const textOf = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
