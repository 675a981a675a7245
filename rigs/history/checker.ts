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

/** The second number of the version in `go.mod`. */
const minVersion = 23

/** Returns the checker, or the reason why this machine cannot run it: there is no Go, or no way to fetch its one module. */
export async function findChecker(): Promise<Checker | string> {
  const { stdout: version } = await go('version').catch(() => ({ stdout: '' }))
  if (Number(/go1\.(\d+)/.exec(version)?.[1] ?? 0) < minVersion)
    return `Go 1.${minVersion} or newer is not installed`
  const fetched = await go('mod', 'download').catch(() => undefined)
  if (!fetched) return 'github.com/anishathalye/porcupine cannot be fetched'
  return {
    async decide(historyFile) {
      const { stdout } = await go('run', '.', historyFile)
      return JSON.parse(stdout) as Verdict
    },
  }
}
