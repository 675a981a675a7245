// What the service writes about a transfer, as a French page shows it.
import { expect, test } from 'vitest'

// The pages keep their language in the browser, which this test replaces.
Object.assign(globalThis, {
  localStorage: { getItem: () => 'fr', setItem() {} },
  document: { documentElement: { lang: '' } },
})
const { chooseLanguage } = await import('../language/language.ts')
const { eventDetail } = await import('./event-detail.ts')
chooseLanguage('fr', false)

test.each([
  ['over a limit', 'Plafond dépassé'],
  ['the payout has no outcome yet', 'Le décaissement n’a pas encore de résultat'],
  [
    'the payout was acknowledged, but the operator no longer knows it',
    'Le décaissement a été accepté par l’opérateur, qui ne le connaît plus',
  ],
  ['the reversal was sent to airtel-2', 'La restitution est parti par la connexion airtel-2'],
  [
    'a reversal was requested, but the operator reports the payout as: succeeded',
    'Une restitution a été demandée, mais l’opérateur indique le décaissement comme arrivé',
  ],
  [
    '125000 USD (minor units) reported as paid, 12500 USD expected',
    '1\u202f250,00\u00a0USD indiqués comme payés, 125,00\u00a0USD attendus',
  ],
])('a French page says of "%s": %s', (detail, shown) => {
  expect(eventDetail(detail)).toBe(shown)
})

test('a detail that the page does not know is shown as the service wrote it', () => {
  expect(eventDetail('moved by hand')).toBe('moved by hand')
})
