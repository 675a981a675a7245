import { defineConfig } from 'vitest/config'

// Only the rules of the code base: no database, no browser.
export default defineConfig({
  test: {
    include: ['test/rules/{house,tidy,log-lines,migrations,licences,deploy,dependencies,unit-tests}.test.ts'],
  },
})
