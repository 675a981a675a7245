import { defineConfig } from 'vitest/config'

// Alone, so that it disturbs itself least: not part of `npm test`.
export default defineConfig({
  test: { include: ['test/security/timing.ts'], fileParallelism: false, testTimeout: 300_000 },
})
