// npm run mutants: takes one guard after the other away and sees whether its tests notice.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { mutants } from './all.ts'
import { type Mutant, needsDatabase } from './mutant.ts'

const { values: asked } = parseArgs({
  options: {
    /** Those whose name has this in it. */
    only: { type: 'string', default: '' },
    json: { type: 'string' },
    /** How many at once. */
    parallel: { type: 'string', default: '2' },
    /** What stands before each test run, such as `nice`. */
    before: { type: 'string', default: '' },
  },
})

type Verdict = { name: string; verdict: 'caught' | 'survived' | 'not tried'; by: string; seconds: number }
type Told = {
  numFailedTests: number
  numPassedTests: number
  testResults: { assertionResults: { status: string; fullName: string; failureMessages?: string[] }[] }[]
}

const folder = mkdtempSync(join(tmpdir(), 'mosolo-mutants-'))

async function tryMutant(mutant: Mutant, place: number): Promise<Verdict> {
  const started = performance.now()
  const [report, mark] = [join(folder, `${place}.json`), join(folder, `${place}.mark`)]
  writeFileSync(mark, '')
  const parameters = ['run', '--config', 'test/mutants/config.ts', '--reporter', 'json', '--outputFile', report, ...mutant.tests]
  const [program = '', ...rest] = [...asked.before.split(' ').filter(Boolean), 'node_modules/.bin/vitest', ...parameters, ...(mutant.title === undefined ? [] : ['-t', mutant.title])]
  const child = spawn(program, rest, { env: { ...process.env, MUTANT: mutant.name, MUTANT_MARK: mark }, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk
  })
  await once(child, 'close')
  const seconds = Math.round((performance.now() - started) / 1_000)
  return { name: mutant.name, seconds, ...judged(report, readFileSync(mark, 'utf8'), complaint) }
} // biome-ignore format: one step a line

/** Caught where a test says what is wrong: one that only waits in vain may have met a slow machine or a broken program. */
function judged(file: string, mark: string, complaint: string): Pick<Verdict, 'verdict' | 'by'> {
  let report: Told
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Told
  } catch {
    return { verdict: 'not tried', by: complaint.slice(-400) }
  }
  const { numFailedTests, numPassedTests, testResults } = report
  if (mark === '') return { verdict: 'not tried', by: 'no test loads the file' }
  const failed = testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'failed')
  const failures = failed.map(({ fullName, failureMessages = [] }) => `${fullName}: ${failureMessages[0]?.split('\n')[0]?.slice(0, 160)}`)
  const told = failures.find((words) => !/timed out|timeout exceeded|Hook|SyntaxError/.test(words))
  if (told !== undefined) return { verdict: 'caught', by: `${numFailedTests} of ${numFailedTests + numPassedTests}: ${told}` }
  if (numFailedTests > 0) return { verdict: 'not tried', by: `by no word of theirs: ${failures[0]}` }
  return { verdict: numPassedTests > 0 ? 'survived' : 'not tried', by: `${numPassedTests} tests passed` }
} // biome-ignore format: one verdict a line

/** The quick ones first: they tell early, and much. */
const cost = (mutant: Mutant) =>
  (needsDatabase(mutant) ? 1 : 0) + mutant.tests.filter((file) => file.includes('journeys')).length
const chosen = mutants.filter(({ name }) => name.includes(asked.only)).sort((a, b) => cost(a) - cost(b))
const verdicts: Verdict[] = []
const queue = [...chosen.entries()]
try {
  await Promise.all(
    Array.from({ length: Number(asked.parallel) }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [place, mutant] = next
        const verdict = await tryMutant(mutant, place)
        verdicts.push(verdict)
        process.stdout.write(
          `${verdict.verdict.padEnd(9)} ${verdict.name} (${verdict.seconds} s) ${verdict.by}\n`,
        )
      }
    }),
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const caught = verdicts.filter(({ verdict }) => verdict === 'caught').length
process.stdout.write(`${caught} of ${verdicts.length} mutants were caught\n`)
if (asked.json)
  writeFileSync(asked.json, `${JSON.stringify({ planted: verdicts.length, caught, verdicts })}\n`)
if (caught < verdicts.length) process.exitCode = 1
