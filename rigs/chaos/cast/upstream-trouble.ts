// Faults of upstreams: the card gateway and operators fail, each in one way at a time.
import type { Chance } from '../../simulation/kernel/chance.ts'
import type { Scene } from '../scene.ts'

const targets = ['gateway', 'operator'] as const
const modes = ['off', 'lost-reply', 'lost-reply', '5xx', 'timeout', 'slow', 'down'] as const

export type UpstreamTrouble = {
  /** How often each mode was chosen. */
  readonly chosen: Readonly<Record<string, number>>
  /** Ends all faults. */
  stop(): Promise<void>
}

type Needs = { scene: Pick<Scene, 'control'>; chance: Chance; onError(error: unknown): void }

export function startUpstreamTrouble({ scene, chance, onError }: Needs): UpstreamTrouble {
  const chosen: Record<string, number> = {}
  const stopped = Promise.withResolvers<void>()
  let hasEnded = false
  const seed = () => chance.below(2 ** 31)

  async function worsen(): Promise<void> {
    for (const target of targets) {
      const mode = chance.pick(modes)
      const isOutage = chance.happens(0.1)
      chosen[`${target} ${mode}`] = (chosen[`${target} ${mode}`] ?? 0) + 1
      const rate = isOutage ? 1 : chance.spread(0.02, 0.3)
      await scene.control('faults', {
        target,
        mode,
        rate,
        delay_seconds: chance.spread(0.5, 4),
        seed: seed(),
      })
    }
    const some = () => (chance.happens(0.5) ? chance.spread(0.02, 0.3) : 0)
    await scene.control('operators/callbacks', {
      duplicate_rate: some(),
      reorder_rate: some(),
      late_rate: some(),
      late_seconds: chance.spread(0.5, 8),
      forge_rate: some(),
      seed: seed(),
    })
  }

  async function go(): Promise<void> {
    while (!hasEnded) {
      await worsen().catch(onError)
      await Promise.race([
        stopped.promise,
        new Promise((resolve) => setTimeout(resolve, chance.spread(3_000, 12_000))),
      ])
    }
  }

  const going = go()
  return {
    chosen,
    async stop() {
      hasEnded = true
      stopped.resolve()
      await going
      for (const target of targets) await scene.control('faults', { target, mode: 'off' })
      await scene.control('operators/callbacks', {})
    },
  }
}
