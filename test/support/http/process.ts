// The program as its users run it: a process with an environment and a standard output.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { testCells } from '../database/database.setup.ts'

export type Run = {
  child: ChildProcess
  stdout: () => string
  stderr: () => string
  exited: Promise<number | null>
}

const main = join(import.meta.dirname, '../../../server/main.js')

type Start = (program: string, parameters: string[], options: SpawnOptions) => ChildProcess

/**
 * Starts the program. Only the given environment reaches the process, plus the path, the home directory and the cells of test databases.
 * @param start how the process is started: `spawnTied` starts one that does not outlive the tests.
 */
export function runLikuta(
  parameters: string[],
  environment: Record<string, string>,
  cwd?: string,
  start: Start = spawn,
): Run {
  const { PATH = '', HOME = '' } = process.env
  const child = start(process.execPath, [main, ...parameters], {
    env: { PATH, HOME, ...(testCells > 1 && { CELLS: String(testCells) }), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd && { cwd }),
  })
  let stdout = ''
  let stderr = ''
  child.stdout!.on('data', (chunk: Buffer) => {
    stdout += chunk
  })
  child.stderr!.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const exited = once(child, 'close').then(([code]) => code as number | null)
  return { child, stdout: () => stdout, stderr: () => stderr, exited }
}

/** Resolves with the base URL of the ready line. @throws Error when the process exits first. */
export function readyUrl(run: Run): Promise<string> {
  return printed(run, /^ready (\S+)$/m)
}

/** Resolves with the group of `pattern` once standard output matches it. @throws Error when the process exits first. */
export async function printed(run: Run, pattern: RegExp): Promise<string> {
  const hasEnded = run.exited.then((code) => {
    throw new Error(`exit ${code}: ${run.stderr()}`)
  })
  const match = (async () => {
    for (;;) {
      const found = pattern.exec(run.stdout())
      if (found) return found[1] as string
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  return Promise.race([match, hasEnded])
}
