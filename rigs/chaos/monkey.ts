// Breaks something at random every few seconds: processes of the service, the database, sessions, upstreams.
import type { Chance } from '../simulation/kernel/chance.ts'
import type { AppProcess } from './cast/app-processes.ts'
import type { Scene } from './scene.ts'

export const harms = [
  'kill -9 a process',
  'SIGSTOP a process',
  'restart a process',
  'kill -9 PostgreSQL',
  'end sessions',
] as const
export type Harm = (typeof harms)[number]

export type Hit = { harm: Harm; whom: string; at: number }

export type Monkey = {
  readonly hits: readonly Hit[]
  /** Resolves once the faults in progress are over. */
  stop(): Promise<void>
}

const weights: Record<Harm, number> = {
  'kill -9 a process': 5,
  'SIGSTOP a process': 2,
  'restart a process': 2,
  'kill -9 PostgreSQL': 2,
  'end sessions': 2,
}
const bag = harms.flatMap((harm) => Array<Harm>(weights[harm]).fill(harm))

type Needs = { scene: Scene; chance: Chance; onError(error: unknown): void }

/** @param share of the sessions, chosen by the database. */
async function endSessions(scene: Scene, share: number): Promise<void> {
  await scene.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid() and random() < $1`,
    [share],
  )
}

export function startMonkey({ scene, chance, onError }: Needs): Monkey {
  const hits: Hit[] = []
  const begun = new Set<Promise<unknown>>()
  const stopped = Promise.withResolvers<void>()
  let hasEnded = false
  const wait = (ms: number) =>
    Promise.race([stopped.promise, new Promise((resolve) => setTimeout(resolve, ms))])
  const upOnes = () => scene.processes.filter(({ state }) => state === 'up')

  function begin(work: Promise<unknown>): void {
    const watched = work.catch(onError).finally(() => begun.delete(watched))
    begun.add(watched)
  }

  async function freeze(process: AppProcess, ms: number): Promise<void> {
    process.freeze()
    await wait(ms)
    process.thaw()
  }

  const acts: Record<Harm, (whom: AppProcess | undefined) => void> = {
    'kill -9 a process': (process) => process?.kill(),
    'SIGSTOP a process': (process) => process && begin(freeze(process, chance.spread(5_000, 20_000))),
    'restart a process': (process) => process && begin(process.restart()),
    'kill -9 PostgreSQL': () => scene.killPostgres(),
    'end sessions': () => begin(endSessions(scene, chance.pick([0.2, 0.5, 1]))),
  }

  async function go(): Promise<void> {
    for (;;) {
      await wait(chance.spread(1_500, 7_000))
      if (hasEnded) return
      const harm = chance.pick(bag)
      const isOfProcess = harm.endsWith('a process')
      const some = upOnes()
      // On a slow machine a start takes time, so the last running processes are spared; otherwise nothing would be
      // served.
      if (isOfProcess && some.length < 2) continue
      const whom = isOfProcess ? chance.pick(some) : undefined
      hits.push({ harm, whom: whom?.name ?? 'PostgreSQL', at: performance.now() })
      acts[harm](whom)
    }
  }

  const going = go().catch(onError)
  return {
    hits,
    async stop() {
      hasEnded = true
      stopped.resolve()
      await going
      await Promise.all(begun)
    },
  }
}
