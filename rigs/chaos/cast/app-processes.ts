// The processes of the service as the system runs them: killed, stopped and restarted, and up again as a supervisor has them.
import { once } from 'node:events'
import { connect as connectTo, createServer, type Socket } from 'node:net'
import { spawnTied } from '../../../server/platform/process/child.ts'
import { freePort } from '../../../server/platform/process/free-port.ts'
import { type Run, readyUrl, runMosolo } from '../../../test/support/http/process.ts'

export type AppProcess = {
  name: string
  port: number
  readonly state: 'starting' | 'up' | 'stopped' | 'ending'
  /** Ends it as the kernel or a lack of memory would, and has it started again. */
  kill(): void
  /** Where the balancer may send new connections. */
  readonly isServing: boolean
  /**
   * Asks it to end, waits for that, and has it started again.
   * @param drainMs how long before that the balancer sends it nothing new, as a platform does.
   */
  restart(drainMs?: number): Promise<void>
  /** Freezes it: its connections stay, and nobody answers on them. */
  freeze(): void
  thaw(): void
  ready(): Promise<void>
  end(): Promise<void>
}

export type Ended = { process: string; code: number | null; words: string }

/** So long a start may take, on a machine that has other work too. */
const patienceMs = 60_000

type Options = {
  name: string
  role: 'api' | 'worker'
  settings: Record<string, string>
  /** It ended, and nobody had asked it to. */
  onOwnEnd(ended: Ended): void
}

export async function startAppProcess({ name, role, settings, onOwnEnd }: Options): Promise<AppProcess> {
  const port = await freePort()
  let state: AppProcess['state'] = 'starting'
  let isOver = false
  let isDraining = false
  let run: Run

  function start(): void {
    state = 'starting'
    const mine = runMosolo(['start', '--role', role], { ...settings, PORT: String(port) }, undefined, spawnTied)
    run = mine
    const patience = setTimeout(() => {
      onOwnEnd({ process: name, code: null, words: `not ready after ${patienceMs / 1_000} s: ${mine.stderr().slice(-2_000)}` })
      mine.child.kill('SIGKILL')
    }, patienceMs)
    readyUrl(mine).then(
      () => {
        clearTimeout(patience)
        if (state === 'starting') state = 'up'
        isDraining = false
      },
      () => {},
    )
    void mine.exited.then((code) => {
      clearTimeout(patience)
      // Also where it could not start, because the database is down: then it is tried again.
      if (state === 'up' || state === 'stopped') onOwnEnd({ process: name, code, words: mine.stderr().slice(-2_000) })
      if (!isOver) setTimeout(() => !isOver && start(), state === 'starting' ? 500 : 50)
    })
  } // biome-ignore format: its endings in a row

  const signal = (name: NodeJS.Signals) => run.child.kill(name)
  start()
  return {
    name,
    port,
    get state() {
      return state
    },
    kill() {
      state = 'ending'
      signal('SIGKILL')
    },
    get isServing() {
      return !isDraining
    },
    async restart(drainMs = 0) {
      const { exited } = run
      isDraining = drainMs > 0
      if (isDraining) await new Promise((resolve) => setTimeout(resolve, drainMs))
      state = 'ending'
      signal('SIGTERM')
      await exited
    },
    freeze() {
      state = 'stopped'
      signal('SIGSTOP')
    },
    thaw() {
      if (state === 'stopped') state = 'up'
      signal('SIGCONT')
    },
    async ready() {
      while (state !== 'up' && !isOver) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    async end() {
      isOver = true
      state = 'ending'
      signal('SIGCONT')
      signal('SIGTERM')
      const timer = setTimeout(() => signal('SIGKILL'), 20_000)
      await run.exited
      clearTimeout(timer)
    },
  }
}

const nobodyThere = 'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'

export type Balancer = { url: string; close(): Promise<void> }

/** Hands each connection to the next process that takes it; knows nothing of what is said on it. */
export async function openBalancer(ports: () => readonly number[]): Promise<Balancer> {
  const sockets = new Set<Socket>()
  let next = 0
  const server = createServer({ allowHalfOpen: true }, (client) => {
    keep(client)
    const from = next++
    const all = ports()
    hand(client, all.map((_, index) => all[(from + index) % all.length]!))
  }) // biome-ignore format: one thing a line

  function keep(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }

  function hand(client: Socket, [port, ...others]: readonly number[]): void {
    if (port === undefined) return void client.end(nobodyThere)
    const server = connectTo({ host: '127.0.0.1', port, allowHalfOpen: true })
    let isConnected = false
    keep(server)
    server.once('connect', () => {
      isConnected = true
      client.pipe(server).pipe(client)
    })
    server.once('close', () => (isConnected ? client.destroy() : hand(client, others)))
    client.once('close', () => isConnected && server.destroy())
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
