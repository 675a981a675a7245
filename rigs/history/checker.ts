// Runs the checker of `checker/`, a Go program, where Go is installed.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type Verdict = {
  /** How many orders, payments and wallets were checked. */
  partitions: Record<string, number>
  operations: number
  faults: { object: string; id: string; explanation: string[] }[]
  /** Those for which no order of the operations was found or excluded in time. */
  undecided: string[]
}

export type Checker = { decide(historyFile: string): Promise<Verdict> }

const folder = join(import.meta.dirname, 'checker')

/** Runs Go in the folder of the checker. */
export const go = (...words: string[]) =>
  promisify(execFile)('go', words, { cwd: folder, maxBuffer: 2 ** 28 })

/** Returns the checker, or the reason why this machine cannot run it: there is no Go, or no way to fetch its one module. */
export async function findChecker(): Promise<Checker | string> {
  if (!(await succeeds(go('version')))) return 'Go is not installed'
  if (!(await succeeds(go('mod', 'download')))) return 'github.com/anishathalye/porcupine cannot be fetched'
  return {
    async decide(historyFile) {
      const { stdout } = await go('run', '.', historyFile)
      return JSON.parse(stdout) as Verdict
    },
  }
}

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )
