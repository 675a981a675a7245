import { defineConfig } from 'vitest/config'

// The rules of the house alone: no database, no browser.
export default defineConfig({
  test: { include: ['test/rules/{house,tidy,log-lines,migrations,licences,deploy,dependencies}.test.ts'] },
})
