import { defineConfig } from 'vitest/config'

// This test installs packages from the npm registry and must run as root to switch to the image's user, so it is not part of
// `npm test`.
export default defineConfig({
  test: {
    include: ['deploy/image.test.ts'],
    globalSetup: ['test/support/database/database.setup.ts'],
    testTimeout: 120_000,
  },
})
