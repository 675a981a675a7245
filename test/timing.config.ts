import { defineConfig } from 'vitest/config'

// Runs alone, so that other tests do not disturb the measurement; not part of `npm test`.
export default defineConfig({
  test: { include: ['test/security/timing.ts'], fileParallelism: false, testTimeout: 300_000 },
})
