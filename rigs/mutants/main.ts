// npm run rig -- mutants: removes or weakens one guard at a time and checks that its tests fail.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptions } from '../options.ts'
import { mutants } from './all.ts'
import { failingFiles, judged, readReport, type Verdict } from './judge.ts'
import { type Mutant, needsDatabase } from './mutant.ts'

const { values: requested } = readOptions({
  name: 'mutants',
  does: 'removes or weakens one guard at a time; its tests have to fail',
  options: {
    only: {
      type: 'string',
      multiple: true,
      default: [''],
      means: 'the mutants whose name contains this text; may be repeated',
    },
    part: {
      type: 'string',
      default: '1/1',
      means: 'a part of them, such as 2/3, for a run in several sittings',
    },
    json: { type: 'string', means: 'the file for the whole report' },
    parallel: { type: 'string', default: '2', means: 'how many run at once' },
    before: { type: 'string', default: '', means: 'a command before each test run, such as nice' },
  },
})

const [part = 1, parts = 1] = requested.part.split('/').map(Number)
const folder = mkdtempSync(join(tmpdir(), 'likuta-mutants-'))

/**
 * Runs tests and returns their report and standard error. @param environment selects a mutant; if it is empty, the code is
 * unchanged.
 */
async function runTests(
  directory: string,
  arguments_: readonly string[],
  environment: Record<string, string>,
) {
  const report = join(folder, `${directory}.json`)
  const parameters = [
    'run',
    '--config',
    'rigs/mutants/config.ts',
    '--reporter',
    'json',
    '--outputFile',
    report,
    ...arguments_,
  ]
  const [program = '', ...rest] = [
    ...requested.before.split(' ').filter(Boolean),
    'node_modules/.bin/vitest',
    ...parameters,
  ]
  const { MUTANT: _, ...ours } = process.env
  const child = spawn(program, rest, {
    env: { ...ours, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk
  })
  await once(child, 'close')
  return { report: readReport(report), complaint }
}

/** Returns the test files that already fail on unchanged code, because they prove nothing about a mutant. */
async function filesThatFail(some: readonly Mutant[]): Promise<ReadonlySet<string>> {
  const files = [...new Set(some.flatMap(({ tests }) => tests))]
  const { report, complaint } = await runTests('unchanged', files, {})
  const failing = failingFiles(report, files)
  if (!report) process.stdout.write(`${complaint.slice(-2_000)}\n`)
  for (const file of failing) process.stdout.write(`fails on unchanged code: ${file}\n`)
  return failing
}

async function tryMutant(mutant: Mutant, position: number, failing: ReadonlySet<string>): Promise<Verdict> {
  const started = performance.now()
  const broken = mutant.tests.find((file) => failing.has(file))
  if (broken !== undefined)
    return { name: mutant.name, verdict: 'not tried', by: `${broken} fails on unchanged code`, seconds: 0 }
  const mark = join(folder, `${position}.mark`)
  writeFileSync(mark, '')
  const arguments_ = [...mutant.tests, ...(mutant.title === undefined ? [] : ['-t', mutant.title])]
  const environment = { MUTANT: mutant.name, MUTANT_MARK: mark }
  const { report, complaint } = await runTests(String(position), arguments_, environment)
  const seconds = Math.round((performance.now() - started) / 1_000)
  return { name: mutant.name, seconds, ...judged(report, readFileSync(mark, 'utf8'), complaint) }
}

/** Quick mutants run first, because they give many results early. */
const cost = (mutant: Mutant) =>
  (needsDatabase(mutant) ? 1 : 0) + mutant.tests.filter((file) => file.includes('journeys')).length
const chosen = mutants
  .filter(({ name }) => requested.only.some((text) => name.includes(text)))
  .sort((a, b) => cost(a) - cost(b))
  .filter((_, position) => position % parts === part % parts)
const verdicts: Verdict[] = []
const queue = [...chosen.entries()]
try {
  const failing = chosen.length > 0 ? await filesThatFail(chosen) : new Set<string>()
  await Promise.all(
    Array.from({ length: Number(requested.parallel) }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [directory, mutant] = next
        const verdict = await tryMutant(mutant, directory, failing)
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
if (requested.json)
  writeFileSync(requested.json, `${JSON.stringify({ planted: verdicts.length, caught, verdicts })}\n`)
// If no mutant ran, the name given with --only is misspelt.
if (caught < verdicts.length || verdicts.length === 0) process.exitCode = 1
