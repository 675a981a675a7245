import { defineConfig } from 'vitest/config'

// The timing test runs alone, because other tests would disturb the measurement, so it is not part of `npm test`.
export default defineConfig({
  test: { include: ['test/security/timing.ts'], fileParallelism: false, testTimeout: 300_000 },
})
