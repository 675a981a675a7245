// npm run rig -- chaos: breaks the real service on purpose for some minutes. It exits with 1 where anything was violated.

import { writeFileSync } from 'node:fs'
import { readOptions } from '../options.ts'
import { pageOf } from './page.ts'
import { isGood, linesOf, plain } from './report.ts'
import { runChaos } from './run.ts'

const { values: asked } = readOptions({
  name: 'chaos',
  does: 'real processes and a real PostgreSQL survive kills, stops and restarts under load',
  options: {
    minutes: { type: 'string', default: '3', means: 'how long the load runs' },
    seed: { type: 'string', default: '1', means: 'of the order of events' },
    customers: { type: 'string', default: '24', means: 'how many act at once' },
    rounds: { type: 'string', default: '3', means: 'rounds of the races' },
    callers: { type: 'string', default: '64', means: 'callers of a race' },
    json: { type: 'string', means: 'the file for the whole report' },
    html: { type: 'string', means: 'the file for a page of it' },
  },
})

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interruption.abort(new Error(signal)))

try {
  const report = await runChaos({
    minutes: Number(asked.minutes),
    seed: Number(asked.seed),
    customers: Number(asked.customers),
    rounds: Number(asked.rounds),
    callers: Number(asked.callers),
    print: (line) => console.log(line),
    signal: interruption.signal,
  })
  for (const line of linesOf(report)) console.log(line)
  if (asked.json) writeFileSync(asked.json, `${JSON.stringify(report, plain)}\n`)
  if (asked.html) writeFileSync(asked.html, pageOf(report))
  process.exit(isGood(report) ? 0 : 1)
} catch (error) {
  if (!interruption.signal.aborted) throw error
  console.log('interrupted; everything is stopped and removed')
  process.exit(130)
}
