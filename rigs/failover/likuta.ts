// The processes of Likuta, started as an operator would.
import { join } from 'node:path'
import { freePort } from '../../server/platform/process/ports.ts'
import {
  fetchText,
  hasExited,
  lastLines,
  type Run,
  run,
  stopRun,
  until,
  type Workspace,
} from './workspace.ts'

export type Likuta = {
  name: string
  role: 'api' | 'worker'
  port: number
  /** False once it has exited although nothing stopped it. */
  isAlive(): boolean
  /** SIGTERM and a new start, as in a release. */
  restart(): Promise<void>
  log: () => string
  stop(): Promise<void>
}

const main = join(import.meta.dirname, '../../server/main.js')

/** @param environment settings that all processes have. */
export async function startLikuta(
  place: Workspace,
  { name, role }: Pick<Likuta, 'name' | 'role'>,
  environment: Record<string, string>,
  port: number,
): Promise<Likuta> {
  const own = role === 'api' ? { PORT: String(port) } : { METRICS_PORT: String(port) }
  const start = () =>
    run(place, name, [process.execPath, main, 'start', '--role', role], {
      environment: { ...environment, ...own, LIKUTA_DATA_DIR: join(place.path, 'likuta') },
    })
  const ready = (running: Run) =>
    until(
      `${name} to be ready`,
      async () => {
        if (hasExited(running)) return 'ended'
        return (await fetchText(`http://127.0.0.1:${port}/readyz`))?.status === 200 ? 'ready' : undefined
      },
      60,
    ).then((state) => {
      if (state === 'ended') throw new Error(`${name} ended before it was ready:\n${lastLines(running)}`)
    })
  let running = start()
  const stop = () => stopRun(running)
  try {
    await ready(running)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    name,
    role,
    port,
    isAlive: () => !hasExited(running),
    async restart() {
      await stop()
      running = start()
      await ready(running)
    },
    log: () => lastLines(running, 30),
    stop,
  }
}

/** Free ports for processes whose ports must be known before they start. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}
