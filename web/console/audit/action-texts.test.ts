// Every action that the server records in the audit log has a name on the page.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The pages keep their language in the browser, which this test replaces.
Object.assign(globalThis, {
  localStorage: { getItem: () => 'en', setItem() {} },
  document: { documentElement: { lang: '' } },
})
const { actionTexts } = await import('./action-texts.ts')

/** Actions are written where they are recorded: 'merchant.suspended', and those of cases as arguments of `audited`. */
const recorded = globSync('server/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .filter((source) => /\baudit(?:ed)?\(/.test(source))
  .flatMap((source) => [
    ...source.matchAll(/\baction(?:: | = )'([a-z_]+\.[a-z_]+)'/g),
    ...source.matchAll(/\baudited\([^']*'([a-z_]+\.[a-z_]+)'/g),
  ])
  .map(([, action = '']) => action)

test('every action of the audit log that is written out in the server has a name', () => {
  const named = Object.keys(actionTexts().actions)
  expect(recorded.length).toBeGreaterThan(15)
  expect(recorded.filter((action) => !named.includes(action))).toEqual([])
})
