import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{server,sandbox,web,sdk,scripts,test,bench,examples,simulation,chaos}/**/*.test.ts'],
    globalSetup: ['test/database.setup.ts', 'test/web.setup.ts'],
    reporters: ['default', './test/specification-reporter.ts', './test/count-reporter.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
