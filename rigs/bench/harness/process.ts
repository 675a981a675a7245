// A process beside this one for a measurement: it receives one request after another and replies to each.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type Subprocess<Question> = {
  /** @throws Error when the process exits before it replies. */
  request<Reply>(question: Question): Promise<Reply>
  stop(): Promise<void>
}

export type ProcessSource = { module: URL; environment: Record<string, string>; profiled?: boolean }

/** Starts a module; its first message means that it is ready. */
export async function startProcess<Question extends object>(
  start: ProcessSource,
): Promise<Subprocess<Question>> {
  const { PATH = '', HOME = '' } = process.env
  const child = fork(start.module, {
    execArgv: ['--disable-warning=ExperimentalWarning', ...(start.profiled ? profiling() : [])],
    env: { PATH, HOME, ...start.environment },
  })
  const removed = once(child, 'exit')
  const onReceived = () => receivedFrom(child, removed, fileURLToPath(start.module))
  await onReceived()
  return {
    async request<Reply>(question: Question) {
      child.send(question)
      return (await onReceived()) as Reply
    },
    async stop() {
      if (child.connected) child.disconnect()
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await removed
      clearTimeout(timer)
    },
  }
}

async function receivedFrom(
  child: ChildProcess,
  removed: Promise<unknown[]>,
  module: string,
): Promise<unknown> {
  const died = removed.then(([code]) => {
    throw new Error(`${module} ended: exit ${code}`)
  })
  const [message] = await Promise.race([once(child, 'message'), died])
  return message
}

/** `BENCH_PROFILE=<folder>` writes a CPU profile there. */
function profiling(): string[] {
  const folder = process.env.BENCH_PROFILE
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}

/** The other end: replies to each request, and exits when its parent is gone. */
export function serveRequests<Question>(
  response: (question: Question) => Promise<object>,
  endWith: () => Promise<void>,
) {
  // Ctrl-C is for the parent; when it closes the channel or dies, this process exits.
  process.on('SIGINT', () => {})
  process.on('disconnect', () => endWith().finally(() => process.exit()))
  process.on('message', (question) => {
    response(question as Question).then(
      (responded) => process.send?.(responded),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
  process.send?.({})
}
