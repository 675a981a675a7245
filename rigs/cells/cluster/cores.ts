// A limit on the processor time of a server, so that a node and not this machine is what is full. Of control groups, both versions.
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MissingTool } from '../../failover/cluster/tools.ts'

export type CoreLimit = {
  /** Processes that these start are limited, too. */
  add(pids: readonly number[]): void
  /** @throws Error while one of them runs. */
  remove(): true
}

const root = '/sys/fs/cgroup'
/** Short, so that a server that has used its share waits only briefly. */
const periodMicroseconds = 10_000

/** @throws MissingTool where control groups cannot be made. */
export function limitCores(name: string, share: number): CoreLimit {
  const isSecond = existsSync(join(root, 'cgroup.controllers'))
  const folder = join(root, isSecond ? '' : 'cpu', `likuta-${name}`)
  const quota = Math.round(share * periodMicroseconds)
  try {
    mkdirSync(folder)
    if (isSecond) writeFileSync(join(folder, 'cpu.max'), `${quota} ${periodMicroseconds}`)
    else {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodMicroseconds))
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quota))
    }
  } catch (error) {
    throw new MissingTool(
      `cells: --core-share needs control groups that we may write: ${(error as Error).message}`,
    )
  }
  return {
    add(pids) {
      for (const pid of pids)
        try {
          writeFileSync(join(folder, 'cgroup.procs'), String(pid))
        } catch (error) {
          // It has just ended.
          if ((error as { code?: string }).code !== 'ESRCH') throw error
        }
    },
    remove() {
      rmdirSync(folder)
      return true
    },
  }
}
