// What happens to the service while clients act. Another one is another entry of the list.
import { startUpstreamTrouble } from '../chaos/cast/upstream-trouble.ts'
import { startMonkey } from '../chaos/monkey.ts'
import type { Scene } from '../chaos/scene.ts'
import type { Chance } from '../simulation/kernel/chance.ts'
import type { Middle } from './middle.ts'

type Ground = { scene: Scene; middle: Middle; chance: Chance; onError(error: unknown): void }

type Trouble = {
  /** How often each thing happened so far. */
  counts(): Readonly<Record<string, number>>
  /** Resolves once it is over. */
  stop(): Promise<void>
}

type Disturbance = (ground: Ground) => Trouble

const kills: Disturbance = (ground) => {
  const { hits, stop } = startMonkey(ground)
  const counts = () =>
    Object.fromEntries([...Map.groupBy(hits, ({ harm }) => harm)].map(([harm, some]) => [harm, some.length]))
  return { counts, stop }
}

const lostReplies: Disturbance = ({ middle }) => {
  middle.lostShare = 0.05
  return {
    counts: () => middle.cuts,
    async stop() {
      middle.lostShare = 0
    },
  }
}

const upstreams: Disturbance = (ground) => {
  const { chosen, stop } = startUpstreamTrouble(ground)
  return { counts: () => chosen, stop }
}

export const disturbances: Readonly<Record<string, Disturbance>> = {
  kills,
  'lost replies': lostReplies,
  upstreams,
}
