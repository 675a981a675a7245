// npm run rig -- batch: pays a file of many rows while every process is killed again and again. It exits with 1 where a row was not paid
// once, by the operators' books, or an invariant is violated.

import { readOptions } from '../options.ts'
import { runBeside } from './beside.ts'
import { runBatch } from './run.ts'

const { values: asked } = readOptions({
  name: 'batch',
  does: 'a batch of transfers is paid once, row by row, while every process is killed',
  options: {
    rows: { type: 'string', default: '5000', means: 'rows of the file' },
    kills: { type: 'string', default: '10', means: 'how often every process is killed' },
    beside: {
      type: 'string',
      default: '0',
      means: 'instead: rounds that compare the transfers of another merchant with and without the batch',
    },
    pace: { type: 'string', default: '50', means: 'rows that are checked or sent in a second' },
  },
})

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interruption.abort(new Error(signal)))

const common = {
  pace: Number(asked.pace),
  print: (line: string) => void process.stdout.write(`${line}\n`),
  signal: interruption.signal,
}
const wrong =
  Number(asked.beside) > 0
    ? await runBeside({ ...common, rounds: Number(asked.beside) })
    : await runBatch({ ...common, rows: Number(asked.rows), kills: Number(asked.kills) })
process.exit(wrong === 0 ? 0 : 1)
