// npm run simulate: seeds, their replay, crash points. It exits with 1 where an invariant was violated.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type ControlResult, lineOf, plantedFaults, runControl } from './controls.ts'
import { crashPoints } from './crashes/crash-points.ts'
import { standIn } from './kernel/stand-ins.ts'
import { linesOf, reportOf } from './report.ts'
import { runSeed, type SeedResult } from './run.ts'
import { namedSeeds, optionsOf, seedOf } from './seeds.ts'
import { openStore } from './world/store.ts'

const { values: asked } = parseArgs({
  options: {
    /** How many, from the first on; one where the first has a name. */
    seeds: { type: 'string' },
    /** The first, by its number or by its name in seeds.ts. */
    seed: { type: 'string', default: '1' },
    /** No seed is started after this many minutes. */
    minutes: { type: 'string', default: '1000000' },
    acts: { type: 'string', default: '40' },
    /** Spreads acts over so many days instead, and reads every statement and invoice of them. */
    days: { type: 'string' },
    /** Runs every named seed once. */
    named: { type: 'boolean', default: false },
    replay: { type: 'boolean', default: false },
    control: { type: 'string' },
    /** A small part of everything as one JSON line, for the test run. */
    small: { type: 'boolean', default: false },
    'crash-points': { type: 'boolean', default: false },
    pairs: { type: 'boolean', default: false },
    share: { type: 'string', default: '1' },
    only: { type: 'string' },
    at: { type: 'string', default: '' },
    json: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})
const { seed: first, named } = seedOf(asked.seed)
const seeds = Number(asked.seeds ?? (named || asked.days ? 1 : 10))
const realNow = performance.now.bind(performance)
const started = realNow()
const store = await openStore()
standIn()

/** Converts values that JSON cannot represent. */
const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

function printResult(result: SeedResult): void {
  for (const { invariant, title, rows } of result.violations)
    console.log(
      `seed ${result.seed} violates ${invariant}, ${title}: ${JSON.stringify(rows.slice(0, 3), plain)}`,
    )
  if (asked.verbose) for (const line of result.tail) console.log(line)
}

function exitWith(report: object, lines: readonly string[], isGood: boolean): never {
  for (const line of lines) console.log(line)
  if (asked.json) writeFileSync(asked.json, `${JSON.stringify(report, plain)}\n`)
  process.exit(isGood ? 0 : 1)
}

if (asked['crash-points']) {
  const { report, lines } = await crashPoints(store, {
    pairs: asked.pairs,
    only: asked.only,
    at: asked.at,
    share: Number(asked.share),
    seed: first,
  })
  exitWith(
    { ...report, wall_s: Math.round((realNow() - started) / 1_000) },
    lines,
    report.violations.length === 0,
  )
}

if (asked.control !== undefined) {
  const size = { first, seeds, acts: Number(asked.acts) }
  const result = await runControl(store, asked.control, size)
  exitWith(result, [lineOf(result)], result.found)
}

if (asked.small) {
  // One with faults of seven kinds, and one whose process dies twice.
  const some = [await runSeed(store, 13, { acts: 6 }), await runSeed(store, 7, { acts: 6 })]
  const replayed = await runSeed(store, 13, { acts: 6 })
  const points = await crashPoints(store, { share: 0.018, seed: 1 })
  const forgotten = await crashPoints(store, {
    only: 'payment link',
    at: 'commit',
    seed: 1,
    plant: plantedFaults['forgotten key']!,
  })
  // The first seeds are the fastest that detect the fault. The control that changes the schema comes last.
  const controls: ControlResult[] = []
  for (const [control, first, acts] of [
    ['double dispatch', 4, 4],
    ['no payout', 8, 8],
    ['early release', 8, 8],
    ['naive refund', 1, 24],
  ] as const)
    controls.push(await runControl(store, control, { first, seeds: 12, acts }))
  const report = {
    seeds: reportOf(some, realNow() - started),
    same: replayed.hash === some[0]?.hash,
    crash: points.report,
    forgotten: forgotten.report,
    controls,
  }
  console.log(JSON.stringify(report, plain))
  process.exit(0)
}

const size = { acts: Number(asked.acts), ...(asked.days !== undefined && { days: Number(asked.days) }) }
const wanted = asked.named
  ? Object.keys(namedSeeds).map(seedOf)
  : Array.from({ length: seeds }, (_, i) => ({ seed: first + i, named }))
const results: SeedResult[] = []
const unequal: number[] = []
const missed: string[] = []
const isTimeUp = () => realNow() - started > Number(asked.minutes) * 60_000
for (const { seed, named } of wanted) {
  if (isTimeUp()) break
  const run = () => runSeed(store, seed, { ...size, ...(named && optionsOf(named)) })
  const result = await run()
  results.push(result)
  printResult(result)
  // Only the seed itself was chosen for what it reaches, not those after it.
  if (seed === named?.seed)
    missed.push(
      ...named.reaches
        .filter((mark) => !result.marks.has(mark))
        .map((mark) => `seed ${seed} does not reach: ${mark}`),
    )
  if (asked.replay && (await run()).hash !== result.hash) unequal.push(seed)
}
const report = {
  ...reportOf(results, realNow() - started),
  missed,
  ...(asked.replay && { replayed: results.length, unequal }),
}
const replayed = asked.replay
  ? [`${results.length} seeds replayed, ${unequal.length} differed: ${unequal.join(' ')}`]
  : []
exitWith(
  report,
  [...linesOf(report), ...replayed, ...missed],
  report.violations.length === 0 && unequal.length === 0 && missed.length === 0,
)
