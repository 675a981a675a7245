import { defineConfig } from 'vitest/config'

// Installs code generators from the registries of three languages, so it is not part of `npm test`, which only uses loopback.
export default defineConfig({
  test: {
    include: ['test/journeys/{generated-clients,python-client,php-client.test}.ts'],
    globalSetup: ['test/support/database/database.setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
})
