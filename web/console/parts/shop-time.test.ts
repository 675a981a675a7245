import { expect, test } from 'vitest'

// The pages keep their language in the browser, which this test replaces.
Object.assign(globalThis, {
  localStorage: { getItem: () => 'en', setItem() {} },
  document: { documentElement: { lang: '' } },
})
const { chooseLanguage } = await import('../../ui/language/language.ts')
const { deviceTimeZone } = await import('../../ui/display/time.tsx')
const { shopTime } = await import('./shop-time.ts')

test('the hour of a shop in another zone is named with its zone, and no hour twice', () => {
  chooseLanguage('fr', false)
  const [fact] = shopTime('2026-11-23T23:30:00Z', 'Pacific/Auckland')
  expect(String(fact?.[1]).replaceAll(/\s/g, ' ')).toBe('24 nov. 2026, 12:30:00, Auckland (UTC+13)')
  expect(shopTime('2026-11-23T23:30:00Z', deviceTimeZone())).toEqual([])
  expect(shopTime(null, 'Pacific/Auckland')).toEqual([])
  const [both] = shopTime(
    '2026-11-23T23:30:00Z',
    deviceTimeZone(),
    'Pacific/Auckland',
    'Asia/Tokyo',
    'Asia/Tokyo',
  )
  expect(String(both?.[1]).replaceAll(/\s/g, ' ')).toBe(
    '24 nov. 2026, 12:30:00, Auckland (UTC+13) · 24 nov. 2026, 08:30:00, Tokyo (UTC+9)',
  )
})
