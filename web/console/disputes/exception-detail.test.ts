import { expect, test } from 'vitest'

// The pages keep their language in the browser, which this test replaces.
Object.assign(globalThis, {
  localStorage: { getItem: () => 'en', setItem() {} },
  document: { documentElement: { lang: '' } },
})
const { chooseLanguage } = await import('../../ui/language/language.ts')
const { timeZone } = await import('../../ui/display/time.tsx')
const { exceptionDetail } = await import('./exception-detail.ts')

test.each([
  ['payment_unknown', 'payment 7000123', 'Paiement indiqué : 7000123'],
  ['payment_unknown', 'payment not named', 'Aucun paiement indiqué'],
  ['payment_differs', 'payment LKT-1', 'La ligne désigne le paiement LKT-1'],
  ['currency_differs', '1234.50 USD, paid in CDF', '1 234,50 USD contestés, mais payé en CDF'],
  [
    'exceeds_payment',
    'disputed 50.00 USD, left of the payment 20.00 USD',
    '50,00 USD contestés, reste du paiement : 20,00 USD',
  ],
  [
    'outcome_conflict',
    'won at 2026-11-23T09:30:00Z, but it is LOST',
    /^Signalé comme gagné le .*23 nov.* 10:30.*, mais son état est « Perdu »$/,
  ],
])('an exception of kind %s with "%s" is read in French', (kind, detail, french) => {
  chooseLanguage('fr', false)
  timeZone.value = 'Africa/Kinshasa'
  const said = exceptionDetail(kind, detail)?.replaceAll(/\s/g, ' ')
  if (typeof french === 'string') expect(said).toBe(french)
  else expect(said).toMatch(french)
})

test("the gateway's own words of a line that nobody understood stay as they are", () => {
  expect(exceptionDetail('line_unreadable', 'Fee, Fee Collection, 12.00 USD')).toBeUndefined()
})
