// npm run rig -- bench [-- name …] measures and prints one report; docs/performance.md explains the options.

import { readFileSync, writeFileSync } from 'node:fs'
import { readOptions, WrongOption } from '../options.ts'
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

const { values, positionals } = readOptions({
  name: 'bench',
  does: 'how many requests are served, at what latency and cost; each SUITE alone, or all',
  takes: 'SUITE … ',
  options: {
    seconds: { type: 'string', means: 'of each measurement: 3' },
    rounds: { type: 'string', means: '5' },
    rows: { type: 'string', means: 'of large tables: 1,000,000' },
    all: { type: 'boolean', default: false, means: 'also the suites that take hours' },
    json: { type: 'string', means: 'the file for the whole report' },
    write: {
      type: 'boolean',
      default: false,
      means: 'writes docs/performance.json, its picture and the measured part of docs/performance.md',
    },
    quick: {
      type: 'boolean',
      default: false,
      means: 'shows whether everything runs; its figures say little',
    },
    against: { type: 'string', means: 'the folder of another checkout, whose server is a control' },
    'kill-bill': { type: 'string', default: '/opt/peers/kill-bill', means: 'the folder of Kill Bill' },
    formance: { type: 'string', default: '/opt/peers/formance/ledger', means: 'the program of Formance' },
    from: {
      type: 'string',
      multiple: true,
      default: [],
      means: 'the report of an earlier run to merge; may be repeated',
    },
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
  throw new WrongOption('--seconds takes a number above 0, --rounds and --rows a whole one')

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
