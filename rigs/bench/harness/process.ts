// A process of a measurement beside this one: it is asked one thing after the other, and answers each.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type Asked<Question> = {
  /** @throws when the process ends before it answers. */
  ask<Answer>(question: Question): Promise<Answer>
  stop(): Promise<void>
}

export type Place = { module: URL; environment: Record<string, string>; profiled?: boolean }

/** Starts a module; what it sends first says that it is ready. */
export async function startProcess<Question extends object>(place: Place): Promise<Asked<Question>> {
  const { PATH = '', HOME = '' } = process.env
  const child = fork(place.module, {
    execArgv: ['--disable-warning=ExperimentalWarning', ...(place.profiled ? profiling() : [])],
    env: { PATH, HOME, ...place.environment },
  })
  const gone = once(child, 'exit')
  const heard = () => heardFrom(child, gone, fileURLToPath(place.module))
  await heard()
  return {
    async ask<Answer>(question: Question) {
      child.send(question)
      return (await heard()) as Answer
    },
    async stop() {
      if (child.connected) child.disconnect()
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await gone
      clearTimeout(timer)
    },
  }
}

async function heardFrom(child: ChildProcess, gone: Promise<unknown[]>, module: string): Promise<unknown> {
  const died = gone.then(([code]) => {
    throw new Error(`${module} ended: exit ${code}`)
  })
  const [message] = await Promise.race([once(child, 'message'), died])
  return message
}

/** `BENCH_PROFILE=<folder>` leaves a CPU profile there. */
function profiling(): string[] {
  const folder = process.env.BENCH_PROFILE
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}

/** The other end: answers each question, and ends when nobody is left to ask. */
export function answerAll<Question>(
  answer: (question: Question) => Promise<object>,
  end: () => Promise<void>,
) {
  // Ctrl-C is for the one who asks; when it lets go of the channel, or dies, this process ends.
  process.on('SIGINT', () => {})
  process.on('disconnect', () => end().finally(() => process.exit()))
  process.on('message', (question) => {
    answer(question as Question).then(
      (answered) => process.send?.(answered),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
  process.send?.({})
}
