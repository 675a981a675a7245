// Guards of running the service: health, load, password resets, outbound addresses, card testing on payment links.
import { type Mutant, without } from './mutant.ts'

const loop = 'server/platform/loop.ts'
const loopTests = 'server/platform/loop.test.ts'

export const running: readonly Mutant[] = [
  without('interval of a worker', [loop, 'Math.max(leastStuckAfterMs, 3 * intervalMs)', 'leastStuckAfterMs'], 'an idle system says that it is not ready', loopTests),
] // biome-ignore format: a guard a line
