// npm run bench [-- name …] measures and prints one report; docs/performance.md explains the options.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Chosen, choose } from './choose.ts'
import { commitOf, machineHere } from './machine.ts'
import { writeDocuments } from './report/documents.ts'
import { jsonOf, type Measured, merged, type Report, textOf } from './report/report.ts'
import type { Options, Section } from './suite.ts'
import { suites } from './suites.ts'

// The portal suite parses its own options.
if (process.argv[2] === 'portal') {
  await import('./suites/portal/portal.ts')
  process.exit()
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    rows: { type: 'string' },
    all: { type: 'boolean', default: false },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    against: { type: 'string' },
    'kill-bill': { type: 'string', default: '/opt/peers/kill-bill' },
    formance: { type: 'string', default: '/opt/peers/formance/ledger' },
    from: { type: 'string', multiple: true, default: [] },
  },
})
/** `--quick` shows whether everything runs; its figures say little. */
const usual = values.quick
  ? { seconds: 1, rounds: 2, rows: 20_000 }
  : { seconds: 3, rounds: 5, rows: 1_000_000 }
const [seconds, rounds, rows] = [
  Number(values.seconds ?? usual.seconds),
  Number(values.rounds ?? usual.rounds),
  Number(values.rows ?? usual.rows),
]
if (!(seconds > 0) || !Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(rows) || rows < 1)
  throw new Error('--seconds takes a number above 0, --rounds and --rows a whole one')

let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    interrupted = true
  })

const print = (line: string) => void process.stderr.write(`${line}\n`)

async function measure({ suite, only }: Chosen): Promise<readonly Measured[]> {
  const options: Options = {
    seconds,
    rounds,
    rows,
    only,
    peers: { killBill: values['kill-bill'], formance: values.formance },
    ...(values.against !== undefined && { against: values.against }),
    print: (line) => print(`${suite.name}: ${line}`),
  }
  const started = performance.now()
  try {
    const sections = [await suite.measure(options)].flat() as Section[]
    const tookSeconds = (performance.now() - started) / 1_000
    const run = { date: new Date().toISOString(), commit, seconds, rounds, tookSeconds }
    return sections.map((section) => ({ ...section, suite: section.suite ?? suite.name, ...run }))
  } catch (error) {
    // A run interrupted by Ctrl-C fails in many expected ways.
    if (!interrupted) console.error(`${suite.name} could not be measured:`, error)
    process.exitCode = 1
    return []
  }
}

async function measureAll(): Promise<Report> {
  const machine = await machineHere()
  const sections: Measured[] = []
  for (const chosen of choose(suites, positionals, values))
    if (!interrupted) sections.push(...(await measure(chosen)))
  if (sections.some(({ failed }) => failed)) process.exitCode = 1
  return { machine, sections }
}

const commit = commitOf()
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Report
const report = values.from.length > 0 ? merged(values.from.map(read)) : await measureAll()
if (!interrupted) {
  if (values.json === '-') process.stdout.write(jsonOf(report))
  else process.stdout.write(`\n${textOf(report)}`)
  if (values.json && values.json !== '-') writeFileSync(values.json, jsonOf(report))
  if (values.write) writeDocuments(report)
}
