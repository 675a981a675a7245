import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './test/support/order/slowest-first.ts'

/** Run a second time with three cells, where the merchants of tests are in the second: what crosses from a request to the rows of its merchant. */
const alsoInCells = [
  'test/journeys/charge.test.ts',
  'test/journeys/link.test.ts',
  'test/journeys/self-service.test.ts',
  'test/journeys/transfer.test.ts',
]

export default defineConfig({
  test: {
    reporters: [
      'default',
      './test/support/specification/specification-reporter.ts',
      './test/support/specification/count-reporter.ts',
    ],
    pool: 'forks',
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    maxWorkers: 5,
    projects: [
      {
        extends: true,
        test: {
          name: 'one cell',
          include: ['{server,sandbox,web,sdk,scripts,test,rigs,examples}/**/*.test.ts'],
          globalSetup: [
            'test/support/database/database.setup.ts',
            'test/support/http/web.setup.ts',
            'test/support/browser/chrome.setup.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'three cells',
          include: alsoInCells,
          globalSetup: ['test/support/database/database.setup.ts'],
          env: { LIKUTA_TEST_CELLS: '3' },
        },
      },
    ],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Waits end with the event; on a busy machine that may take long.
    expect: { poll: { timeout: 60_000 } },
  },
})
