import { expect, test } from 'vitest'

// The pages keep their language in the browser, which this test replaces.
Object.assign(globalThis, {
  localStorage: { getItem: () => 'fr', setItem() {} },
  document: { documentElement: { lang: '' } },
})
const { chooseLanguage } = await import('../language/language.ts')
const { formatAgo, formatDuration, formatMilliseconds } = await import('./duration.ts')

const minute = 60_000
const day = 1440 * minute

/** With ordinary spaces, which differ between versions of the formats. */
const plain = (text: string) => text.replace(/\s/g, ' ')

test.each([
  ['fr', ['87 ms', '1 204 ms', '36 h', '3 jours', 'il y a 12 min', 'il y a 3 jours', 'il y a 0 s']],
  ['en', ['87 ms', '1,204 ms', '36 hrs', '3 days', '12 min ago', '3 days ago', '0 sec ago']],
] as const)('durations and relative times are written as people do in %s', (language, expected) => {
  chooseLanguage(language, false)
  const written = [
    formatMilliseconds(87),
    formatMilliseconds(1_204),
    formatDuration(1.5 * day),
    formatDuration(3 * day),
    formatAgo(12 * minute),
    formatAgo(3 * day),
    formatAgo(-5),
  ]
  expect(written.map(plain)).toEqual(expected)
})
