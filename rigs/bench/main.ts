// npm run bench [-- name …] measures and prints one report; docs/performance.md explains the options.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Chosen, choose } from './choose.ts'
import { writeDocuments } from './documents.ts'
import { commitHere, machineHere } from './machine.ts'
import { jsonOf, type Measured, merged, type Report, textOf } from './report.ts'
import type { Options } from './suite.ts'
import { suites } from './suites.ts'

// The portal suite parses its own options.
if (process.argv[2] === 'portal') {
  await import('./suites/portal/portal.ts')
  process.exit()
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    rows: { type: 'string', default: '1000000' },
    all: { type: 'boolean', default: false },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
    from: { type: 'string', multiple: true, default: [] },
  },
})
const [seconds, rounds, rows] = [Number(values.seconds), Number(values.rounds), Number(values.rows)]
if (!(seconds > 0) || !Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(rows) || rows < 1)
  throw new Error('--seconds takes a number above 0, --rounds and --rows a whole one')

let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    interrupted = true
  })

const print = (line: string) => void process.stderr.write(`${line}\n`)

async function measure({ suite, only }: Chosen): Promise<Measured | undefined> {
  const options: Options = { seconds, rounds, rows, only, print: (line) => print(`${suite.name}: ${line}`) }
  const started = performance.now()
  try {
    const section = await suite.measure(options)
    const tookSeconds = (performance.now() - started) / 1_000
    return {
      suite: suite.name,
      date: new Date().toISOString(),
      commit,
      seconds,
      rounds,
      tookSeconds,
      ...section,
    }
  } catch (error) {
    // A run interrupted by Ctrl-C fails in many expected ways.
    if (!interrupted) console.error(`${suite.name} could not be measured:`, error)
    process.exitCode = 1
    return undefined
  }
}

async function measureAll(): Promise<Report> {
  const machine = await machineHere()
  const sections: Measured[] = []
  for (const chosen of choose(suites, positionals, values)) {
    const section = interrupted ? undefined : await measure(chosen)
    if (section) sections.push(section)
    if (section?.failed) process.exitCode = 1
  }
  return { machine, sections }
}

const commit = commitHere()
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Report
const report = values.from.length > 0 ? merged(values.from.map(read)) : await measureAll()
if (!interrupted) {
  if (values.json === '-') process.stdout.write(jsonOf(report))
  else process.stdout.write(`\n${textOf(report)}`)
  if (values.json && values.json !== '-') writeFileSync(values.json, jsonOf(report))
  if (values.write) writeDocuments(report)
}
