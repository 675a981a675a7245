import { expect, test } from 'vitest'

// The pages keep their language in the browser, which this test replaces.
Object.assign(globalThis, {
  localStorage: { getItem: () => 'en', setItem() {} },
  document: { documentElement: { lang: '' } },
})
const { chooseLanguage } = await import('../language/language.ts')
const { formatChange, formatMoney } = await import('./amount.tsx')

test('a negative amount has a true minus sign in both languages, as a change has', () => {
  chooseLanguage('en', false)
  expect(formatMoney('-1234.50', 'USD')).toBe('−1,234.50\u00a0USD')
  expect(formatMoney(-43.75, 'USD')).toBe(formatChange('-43.75', 'USD'))
  chooseLanguage('fr', false)
  expect(formatMoney('-5000.00', 'CDF').replaceAll(/\s/g, ' ')).toBe('−5 000 CDF')
})
