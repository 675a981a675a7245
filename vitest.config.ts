import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './test/support/order/slowest-first.ts'

export default defineConfig({
  test: {
    include: ['{server,sandbox,web,sdk,scripts,test,rigs,examples}/**/*.test.ts'],
    globalSetup: [
      'test/support/database/database.setup.ts',
      'test/support/http/web.setup.ts',
      'test/support/browser/chrome.setup.ts',
    ],
    reporters: [
      'default',
      './test/support/specification/specification-reporter.ts',
      './test/support/specification/count-reporter.ts',
    ],
    pool: 'forks',
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    maxWorkers: 5,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Waits end with the event; on a busy machine that may take long.
    expect: { poll: { timeout: 60_000 } },
  },
})
