import { defineConfig } from 'vitest/config'

// Runs only the rules of the code base, which need no database and no browser.
export default defineConfig({
  test: {
    include: [
      'test/rules/{house,tidy,log-lines,migrations,licences,deploy,dependencies,unit-tests,tables,citus-forms,named-in-documents}.test.ts',
    ],
    hookTimeout: 300_000,
    testTimeout: 60_000,
  },
})
