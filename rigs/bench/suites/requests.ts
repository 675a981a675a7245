// Measures the product against its controls on this machine. Absolute figures depend on it; rely on the ratios.
import { levelOf, ratioTable, summarise, tableOf } from '../comparison.ts'
import type { Measurement } from '../costs.ts'
import { openCheckout } from '../harness/checkout.ts'
import { type Side, sidesOf } from '../harness/sides.ts'
import { requestLevels } from '../levels.ts'
import { type Parts, withParts } from '../parts.ts'
import type { Options, Section, Suite } from '../suite.ts'
import { workloads } from '../workloads/all.ts'
import type { Workload } from '../workloads/workload.ts'
import { measure, rowName } from './requests-measure.ts'

export const suite: Suite = {
  name: 'requests',
  parts: workloads.flatMap((workload) => workload.concurrency.map((each) => rowName(workload, each))),
  measure: (options) =>
    withParts(async (parts) => sectionsOf(await measureAll(parts, options), options.against)),
}

const about =
  '"row by row" is the same program without batches. "bare Fastify" checks signature and schema of the same order, and stores ' +
  'nothing. "gateway alone" makes the two calls of a charge to the gateway, and stores nothing. The number after a name is how ' +
  'many requests are in flight; a hosted payment is four requests. "product is" is the number of requests that the product ' +
  'serves for one of that server, paired by round. Medians [least-most]. Costs are per request; load is the processor time of ' +
  'the load generator and of the simulators, and commits are transactions that write or lock.'

function sectionsOf(measurements: readonly Measurement[], against: string | undefined): Section[] {
  const lines = summarise(measurements)
  const requests: Section = {
    title: 'Requests a second',
    about: `The product and its controls. ${about}`,
    ...tableOf(lines),
    // The levels have what is compared with an earlier commit.
    pageRows: tableOf(lines.filter(({ subject }) => subject !== 'before')).rows,
    levels: requestLevels.flatMap((wanted) => levelOf(measurements, wanted)),
    failed: lines.reduce((sum, line) => sum + line.failed, 0),
    figures: { lines, measurements },
  }
  if (against === undefined) return [requests]
  const { commit } = openCheckout(against)
  const compared: Section = {
    suite: 'against',
    title: `The product divided by commit ${commit}`,
    about:
      'The server of an earlier checkout ("before" in the table of requests) with its own tables in its own PostgreSQL, ' +
      "under the same load in turns, and the same simulated gateway. Each figure is the product's divided by that of " +
      'the earlier one, paired by round, median [least-most]. "CPU beside the gateway" is the CPU of a charge less that ' +
      'of "gateway alone": the database side, with the rules around it.',
    ...ratioTable(measurements, 'before'),
    pageRows: [],
    levels: [],
    figures: { commit },
  }
  return [requests, compared]
}

/** A workload at one concurrency: a row of the table. */
type Row = { name: string; concurrency: number; workload: Workload }

const rowsOf = ({ only }: Options): Row[] =>
  workloads
    .flatMap((workload) =>
      workload.concurrency.map((concurrency) => ({
        name: rowName(workload, concurrency),
        concurrency,
        workload,
      })),
    )
    .filter(({ name }) => only.length === 0 || only.some((part) => name.startsWith(part)))

/** Paired by round, so that a slowdown of the machine affects all alike; each round starts with another server. */
async function measureAll(parts: Parts, options: Options): Promise<Measurement[]> {
  const rows = rowsOf(options)
  const sides = await sidesOf(parts, { ...options, workloads: rows.map(({ workload }) => workload) })
  const measurements: Measurement[] = []
  for (let round = 1; round <= options.rounds; round++) {
    for (const row of rows) {
      const own = sides.filter((side) => side.prepared.has(row.workload))
      const index = round % own.length
      for (const side of [...own.slice(index), ...own.slice(0, index)]) {
        options.print(`round ${round} of ${options.rounds}: ${row.name}, ${side.server.subject}`)
        measurements.push(await measureRow(side, row, round, options.seconds))
      }
    }
  }
  return measurements
}

async function measureRow(side: Side, row: Row, round: number, seconds: number): Promise<Measurement> {
  const { name, concurrency, workload } = row
  const measured = await measure(side, side.prepared.get(workload)!, {
    concurrency,
    seconds,
    isFirst: round === 1,
  })
  return { row: name, subject: side.server.subject, round, ...measured }
}
