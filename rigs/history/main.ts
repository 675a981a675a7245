// npm run rig -- history: what concurrent clients saw of real processes has a sequential explanation. Exits with 1 if not.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptions, WrongOption } from '../options.ts'
import { findChecker } from './checker.ts'
import { disturbances } from './disturbances.ts'
import { type Control, controls } from './middle.ts'
import { isGood, linesOf } from './report.ts'
import { runHistory } from './run.ts'

const { values: asked } = readOptions({
  name: 'history',
  does: 'what concurrent clients saw of payments and wallets is linearizable, while processes die and replies get lost',
  options: {
    minutes: { type: 'string', default: '20', means: 'how long clients act' },
    seed: { type: 'string', default: '1', means: 'of what they do and what happens' },
    payments: { type: 'string', default: '6', means: 'how many are in use at once, each by several clients' },
    wallets: { type: 'string', default: '3', means: 'the same' },
    disturb: {
      type: 'string',
      default: Object.keys(disturbances).join(),
      means: 'what happens meanwhile, separated by commas; none for nothing',
    },
    control: {
      type: 'string',
      means: `a planted fault that must be found: ${Object.keys(controls).join(', ')}`,
    },
    history: { type: 'string', means: 'the file for the operations, a line of JSON each' },
    json: { type: 'string', means: 'the file for the whole report' },
  },
})

const { control } = asked
const isControl = (name: string | undefined): name is Control | undefined =>
  name === undefined || Object.hasOwn(controls, name)
if (!isControl(control)) throw new WrongOption(`--control takes one of: ${Object.keys(controls).join(', ')}`)
const disturbed = asked.disturb === 'none' ? [] : asked.disturb.split(',')
if (!disturbed.every((name) => Object.hasOwn(disturbances, name)))
  throw new WrongOption(`--disturb takes some of: ${Object.keys(disturbances).join(', ')}`)

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interruption.abort(new Error(signal)))

const folder = mkdtempSync(join(tmpdir(), 'likuta-history-'))
try {
  const checker = await findChecker()
  if (typeof checker === 'string') console.log(`${checker}, so only acknowledged writes will be checked`)
  const report = await runHistory({
    minutes: Number(asked.minutes),
    seed: Number(asked.seed),
    payments: Number(asked.payments),
    wallets: Number(asked.wallets),
    ...{ disturbed, control, checker },
    file: asked.history ?? join(folder, 'history.jsonl'),
    print: (line) => console.log(line),
    signal: interruption.signal,
  })
  for (const line of linesOf(report)) console.log(line)
  if (asked.json) writeFileSync(asked.json, `${JSON.stringify(report)}\n`)
  process.exitCode = isGood(report) ? 0 : 1
} catch (error) {
  if (!interruption.signal.aborted) throw error
  console.log('interrupted; everything is stopped and removed')
  process.exitCode = 130
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
