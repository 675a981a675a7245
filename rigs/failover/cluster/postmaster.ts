// The processes of a PostgreSQL server, found by its data directory.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The server that runs on a data directory. */
export function postmasterOf({
  data,
}: {
  data: string
}): { pid: number; sharedMemory: string | undefined } | undefined {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  if (!pid || !existsSync(`/proc/${pid}`)) return undefined
  return { pid, sharedMemory: lines[6]?.trim().split(/\s+/)[1] }
}

export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

export function send(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}

export function removeSharedMemory(id: string): void {
  try {
    execFileSync('ipcrm', ['--shmem-id', id], { stdio: 'ignore' })
  } catch {
    // The server that was restarted on the same directory has removed it.
  }
}
