// The processes of the service: killed, frozen and restarted, with a supervisor that starts them again.
import { spawnTied } from '../../../server/platform/process/child-process.ts'
import { freePort } from '../../../server/platform/process/ports.ts'
import { type Run, readyUrl, runLikuta } from '../../../test/support/http/process.ts'

export type AppProcess = {
  name: string
  port: number
  readonly pid: number | undefined
  readonly state: 'starting' | 'up' | 'stopped' | 'ending'
  /** Kills it as the kernel would when out of memory, and has it started again. */
  kill(): void
  /** Whether the balancer may send new connections to it. */
  readonly isServing: boolean
  /**
   * Asks it to stop, waits for that, and has it started again.
   * @param drainMs how long before that the balancer sends it nothing new, as a platform does.
   */
  restart(drainMs?: number): Promise<void>
  /** Freezes it: its connections stay open, and nothing responds on them. */
  freeze(): void
  thaw(): void
  ready(): Promise<void>
  stop(): Promise<void>
}

export type ExitReport = { process: string; code: number | null; output: string }

/** The longest that a start may take on a busy machine. */
const patienceMs = 60_000

type Options = {
  name: string
  role: 'api' | 'worker'
  settings: Record<string, string>
  /** Called when the process exits although nothing stopped it. */
  onExit(exit: ExitReport): void
}

type Phase = { state: AppProcess['state']; isOver: boolean; isDraining: boolean; run: Run }

/** Starts the process, and again whenever it exits, until the run is over. */
function supervise({ name, role, settings, onExit }: Options, port: number): Phase {
  const phase = { state: 'starting', isOver: false, isDraining: false } as Phase

  function start(): void {
    phase.state = 'starting'
    const mine = runLikuta(
      ['start', '--role', role],
      { ...settings, PORT: String(port) },
      undefined,
      spawnTied,
    )
    phase.run = mine
    const words = () => mine.stderr().slice(-2_000)
    const patience = setTimeout(() => {
      onExit({ process: name, code: null, output: `not ready after ${patienceMs / 1_000} s: ${words()}` })
      mine.child.kill('SIGKILL')
    }, patienceMs)
    readyUrl(mine).then(
      () => {
        clearTimeout(patience)
        if (phase.state === 'starting') phase.state = 'up'
        phase.isDraining = false
      },
      () => {},
    )
    void mine.exited.then((code) => {
      clearTimeout(patience)
      // Also when it could not start because the database is down; then it is retried.
      if (phase.state === 'up' || phase.state === 'stopped') onExit({ process: name, code, output: words() })
      if (!phase.isOver) setTimeout(() => !phase.isOver && start(), phase.state === 'starting' ? 500 : 50)
    })
  }

  start()
  return phase
}

export async function startAppProcess(options: Options): Promise<AppProcess> {
  const { name } = options
  const port = await freePort()
  const phase = supervise(options, port)
  const signal = (name: NodeJS.Signals) => phase.run.child.kill(name)
  return {
    name,
    port,
    get pid() {
      return phase.run.child.pid
    },
    get state() {
      return phase.state
    },
    kill() {
      phase.state = 'ending'
      signal('SIGKILL')
    },
    get isServing() {
      return !phase.isDraining
    },
    async restart(drainMs = 0) {
      const { exited } = phase.run
      phase.isDraining = drainMs > 0
      if (phase.isDraining) await new Promise((resolve) => setTimeout(resolve, drainMs))
      phase.state = 'ending'
      signal('SIGTERM')
      await exited
    },
    freeze() {
      phase.state = 'stopped'
      signal('SIGSTOP')
    },
    thaw() {
      if (phase.state === 'stopped') phase.state = 'up'
      signal('SIGCONT')
    },
    async ready() {
      while (phase.state !== 'up' && !phase.isOver) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    async stop() {
      phase.isOver = true
      phase.state = 'ending'
      signal('SIGCONT')
      signal('SIGTERM')
      const timer = setTimeout(() => signal('SIGKILL'), 20_000)
      await phase.run.exited
      clearTimeout(timer)
    },
  }
}
