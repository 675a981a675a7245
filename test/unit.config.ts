import { defineConfig } from 'vitest/config'
import { unitTests } from '../scripts/house/unit-tests.ts'
import { SlowestFirst } from './support/order/slowest-first.ts'

// Runs the tests that need nothing outside their thread, without a global set-up. None waits for anything, so the time-outs only end
// what hangs.
export default defineConfig({
  test: {
    include: unitTests(),
    pool: 'threads',
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    setupFiles: ['test/support/no-sockets.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
