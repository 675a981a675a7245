import { defineConfig } from 'vitest/config'
import { unitTests } from '../scripts/house/unit-tests.ts'
import { SlowestFirst } from './support/order/slowest-first.ts'

// Runs the tests that need no database, browser, built pages or child processes, without a global set-up.
export default defineConfig({
  test: {
    include: unitTests(),
    pool: 'threads',
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    // Many tests wait for a time-out or a retry, so more of them run at once than there are cores.
    maxWorkers: 8,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
