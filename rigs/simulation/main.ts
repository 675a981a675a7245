// npm run rig -- simulate: seeds, their replay, crash points. It exits with 1 where an invariant was violated.

import { writeFileSync } from 'node:fs'
import { readOptions } from '../options.ts'
import { lineOf, runControl } from './controls.ts'
import { crashPoints } from './crashes/crash-points.ts'
import { standIn } from './kernel/stand-ins.ts'
import { linesOf, reportOf } from './report.ts'
import { runSeed, type SeedResult } from './run.ts'
import { namedSeeds, optionsOf, seedOf } from './seeds.ts'
import { smallRun, smallRunOfCells } from './small.ts'
import { openStore } from './world/store.ts'

const { values: asked } = readOptions({
  name: 'simulate',
  does: 'the whole product on virtual time, from one seed each; exits with 1 where an invariant was violated',
  options: {
    seeds: { type: 'string', means: 'how many, from the first on: 10; one where the first has a name' },
    seed: {
      type: 'string',
      default: '1',
      means: 'the first, by its number or its name in rigs/simulation/seeds.ts',
    },
    minutes: { type: 'string', default: '1000000', means: 'no seed is started after this many minutes' },
    acts: { type: 'string', default: '40', means: 'acts of a seed' },
    days: {
      type: 'string',
      means: 'spreads acts over so many days instead, and reads every statement and invoice of them',
    },
    cells: { type: 'string', default: '1', means: 'over how many cells the merchants are spread' },
    named: { type: 'boolean', default: false, means: 'runs every named seed once' },
    replay: { type: 'boolean', default: false, means: 'runs each seed twice and compares' },
    control: { type: 'string', means: 'plants the fault of this name, which the checks have to find' },
    small: {
      type: 'boolean',
      default: false,
      means: 'a small part of everything as one JSON line, for the test run',
    },
    'crash-points': {
      type: 'boolean',
      default: false,
      means: 'kills the process at every statement, call and delivery of each operation',
    },
    pairs: { type: 'boolean', default: false, means: 'kills it a second time as well' },
    share: { type: 'string', default: '1', means: 'the share of crash points or pairs that is tried' },
    only: { type: 'string', means: 'the operation of this name alone' },
    at: { type: 'string', default: '', means: 'the crash point alone, as it was printed' },
    json: { type: 'string', means: 'the file for the whole report' },
    verbose: { type: 'boolean', default: false, means: 'prints the end of each log' },
  },
})
const { seed: first, named } = seedOf(asked.seed)
const seeds = Number(asked.seeds ?? (named || asked.days ? 1 : 10))
const realNow = performance.now.bind(performance)
const started = realNow()
const cells = Number(asked.cells)
const store = await openStore(cells)
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
  const run = cells === 1 ? smallRun : smallRunOfCells
  console.log(JSON.stringify(await run(store, () => realNow() - started), plain))
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
  ...reportOf(results, realNow() - started, cells),
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
