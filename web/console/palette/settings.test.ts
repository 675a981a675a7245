import { afterEach, expect, test, vi } from 'vitest'
import { adminRights } from '../../../server/kernel/admin-roles.ts'
import type { Right } from '../frame/rights.ts'

// The pages keep their language in the browser.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { documentElement: { lang: '' } })
const { fitting } = await import('../../ui/palette/matches.ts')
const { chooseLanguage, languages } = await import('../../ui/language/language.ts')
const { session } = await import('../frame/session.ts')
const { ownSettings } = await import('./settings.ts')

function signIn(rights: readonly Right[], user: object | null = {}) {
  session.value = { headers: {}, me: { rights, user } } as typeof session.value
}

const found = (typed: string) => fitting(ownSettings(), typed).map(({ key }) => key)

afterEach(() => {
  session.value = undefined
})

test.each([
  ['rembours', 'refund'],
  ['money back', 'refund'],
  ['droit de rembourser', 'refundRight'],
  ['tarif', 'pricing'],
  ['fees', 'pricing'],
  ['chargeback', 'evidence'],
  ['liste noire', 'block'],
  ['taux de change', 'rates'],
  ['exchange rate', 'rates'],
  ['relevé', 'importFile'],
  ['camt', 'importFile'],
  ['mot de passe', 'password'],
  ['password', 'resetLink'],
  ['téléphone perdu', 'resetApp'],
  ['lost phone', 'sessions'],
  ['relancer', 'resend'],
  ['seuil', 'limits'],
])('the palette of the console finds an action by "%s", whichever language is chosen', (typed, name) => {
  signIn(adminRights)
  for (const language of languages) {
    chooseLanguage(language, false)
    expect(found(typed)).toContain(`setting ${name}`)
  }
})

test('the palette of the console offers only what the role may do, and no account to a token', () => {
  signIn(['account', 'read', 'webhooks', 'passwords'], null)
  expect(ownSettings().map(({ key }) => key)).toEqual(['setting resetLink', 'setting resend'])
})
