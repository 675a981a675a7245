import { defineConfig } from 'vitest/config'
import { unitTests } from '../scripts/house/unit-tests.ts'

// Tests that need no database, browser, built pages or child processes: nothing is started before them.
export default defineConfig({
  test: {
    include: unitTests(),
    pool: 'threads',
    isolate: false,
    // Many wait for a timeout or a retry: meanwhile the others work.
    maxWorkers: 8,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
