import { expect, test, vi } from 'vitest'

// The pages keep their language in the browser, and read their session from its tab.
const stored = { getItem: () => null, setItem() {}, removeItem() {} }
vi.stubGlobal('localStorage', stored)
vi.stubGlobal('sessionStorage', stored)
vi.stubGlobal('document', { documentElement: { lang: '' } })
const { fitting } = await import('../../ui/palette/matches.ts')
const { ownSettings } = await import('./settings.ts')

test.each([
  ['rembours', 'refund'],
  ['refund', 'refund'],
  ['logo', 'logo'],
  ['mot de passe', 'password'],
  ['password', 'password'],
  ['exporter', 'exportPayments'],
  ['export', 'exportPayments'],
  ['iban', 'destination'],
  ['caissier', 'invite'],
  ['téléphone perdu', 'sessions'],
  ['fuseau', 'zone'],
  ['mobile money', 'methods'],
  ['chargeback', 'disputes'],
  ['tarif', 'pricing'],
  ['adresse ip', 'addresses'],
])('the palette finds a setting by "%s"', (typed, name) => {
  expect(fitting(ownSettings(), typed).map(({ key }) => key)).toContain(`setting ${name}`)
})
