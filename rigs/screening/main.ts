// npm run rig -- screening measures list screening and the name check on the evaluation set.
import { readOptions } from '../options.ts'
import { blindSet, unseenSet } from './blind/set.ts'
import { type EvaluationSet, evaluationSet, type Half, halfOf, usualSeed } from './evaluation-set.ts'
import { figuresOf } from './figures.ts'
import { realShapeSet } from './real-shape/set.ts'
import { missesOf, reportOf, summaryOf } from './report.ts'
import { countsOf, faultsOf } from './set-check.ts'

const { values } = readOptions({
  name: 'screening',
  does: 'how many listed persons are found, and how many others are held by mistake',
  options: {
    misses: { type: 'boolean', default: false, means: 'lists every wrong decision' },
    json: { type: 'boolean', default: false, means: 'the figures as JSON, with the wrong decisions' },
    kind: { type: 'string', default: '', means: 'only the kinds whose names contain this text' },
    half: { type: 'string', means: 'a or b: half of the persons; tune on one, judge on the other' },
    set: {
      type: 'string',
      default: 'own',
      means:
        'own; blind, whose persons and rules differ; unseen, on which nothing is tuned; real, against a list as long as those of OFAC and the UN',
    },
    seed: { type: 'string', default: usualSeed, means: 'other names, dates and errors by the same rules' },
  },
})

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const isHalf = (half: string): half is Half => half === 'a' || half === 'b'
const print = (text: string) => void process.stdout.write(`${text}\n`)

function setNamed(name: string, seed: string): EvaluationSet {
  if (name === 'own') return evaluationSet(seed)
  if (name === 'real') return realShapeSet(seed)
  return { ...(name === 'blind' ? blindSet(seed) : unseenSet(seed)), nameChecks: [] }
}

async function main(): Promise<void> {
  if (values.half !== undefined && !isHalf(values.half)) {
    process.exitCode = 2
    return print('--half takes a or b')
  }
  const whole = setNamed(values.set, values.seed)
  const faults = values.set === 'own' ? faultsOf(whole) : []
  const half = values.half === undefined ? whole : halfOf(whole, values.half)
  const isAsked = ({ kind }: { kind: string }) => kind.toLowerCase().includes(values.kind.toLowerCase())
  const { entries, evasive, honest, nameChecks } = half
  const set = {
    entries,
    evasive: evasive.filter(isAsked),
    honest: honest.filter(isAsked),
    nameChecks: nameChecks.filter(isAsked),
  }
  const figures = await figuresOf(set)
  if (values.json)
    return print(
      JSON.stringify(
        { ...summaryOf(figures), seed: values.seed, half: values.half ?? null, faults, figures },
        null,
        2,
      ),
    )
  print(reportOf(figures))
  if (values.misses) print(missesOf(figures))
  print(countsOf(whole))
  for (const fault of faults) print(`Error in the evaluation set: ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}

await main()
