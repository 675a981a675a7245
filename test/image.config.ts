import { defineConfig } from 'vitest/config'

// Installs from the npm registry, and must be root to become the user of the image: not part of `npm test`.
export default defineConfig({
  test: {
    include: ['deploy/image.test.ts'],
    globalSetup: ['test/support/database/database.setup.ts'],
    testTimeout: 120_000,
  },
})
