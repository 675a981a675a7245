// Kills every process at even steps of the work on a batch: a row counts once when it is checked, and once when it is sent.
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Scene } from '../chaos/scene.ts'

type Plan = { kills: number; rows: number; report(line: string): void }

export type Killer = {
  /** Waits until the processes run again. */
  end(): Promise<{ deaths: number; peakMiB: number }>
}

const progress = `select count(*) filter (where state <> 'UNCHECKED') + count(*) filter (where state in ('SENT', 'FAILED')) as steps
  from batch_row`

export function startKills(scene: Scene, { kills, rows, report }: Plan): Killer {
  const { processes } = scene
  let deaths = 0
  let peakMiB = 0
  let isOver = false
  const measure = () => {
    for (const { pid } of processes) peakMiB = Math.max(peakMiB, peakOf(pid))
  }

  async function work(): Promise<void> {
    for (let kill = 0; kill < kills; kill++) {
      const from = ((kill + 0.5) / kills) * 2 * rows
      for (let steps = 0; steps < from; await wait(100)) {
        if (isOver) return
        steps = Number((await scene.rows(progress))[0].steps)
      }
      measure()
      for (const process of processes) process.kill()
      deaths += processes.length
      report(`killed every process (${kill + 1} of ${kills})`)
      await Promise.all(processes.map(({ ready }) => ready()))
    }
  }

  const done = work()
  return {
    async end() {
      isOver = true
      await done
      await Promise.all(processes.map(({ ready }) => ready()))
      measure()
      return { deaths, peakMiB }
    },
  }
}

/** The most memory that a process has had; 0 once it is gone, or where the system does not show it. */
function peakOf(pid: number | undefined): number {
  try {
    const [, kib = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kib) / 1_024)
  } catch {
    return 0
  }
}
