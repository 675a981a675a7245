// Guards of running the service: health, load, password resets, outbound addresses, card testing on payment links.
import { type Mutant, without } from './mutant.ts'

const loop = 'server/platform/loop.ts'
const shedding = 'server/platform/load-shedding.ts'
const loopTests = 'server/platform/loop.test.ts'

export const running: readonly Mutant[] = [
  without('interval of a worker', [loop, 'Math.max(leastStuckAfterMs, 3 * intervalMs)', 'leastStuckAfterMs'], 'an idle system says that it is not ready', loopTests),
  without('slow readers count', [shedding, '&& bytes > smallResponseBytes &&', '&& bytes < 0 &&'], 'readers that do not read fill the memory', 'server/platform/load-shedding.test.ts'),
  without('bytes of a page of test callbacks', ['server/webhooks/test-callback.ts', 'last.length < limit && bytes <= left', 'last.length < limit'], 'the test receiver returns 30 MB to anybody', 'server/webhooks/test-callback.test.ts'),
] // biome-ignore format: a guard a line
