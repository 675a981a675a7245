import { expect, test, vi } from 'vitest'

// The pages keep their language in the browser, and read their session from its tab.
const stored = { getItem: () => null, setItem() {}, removeItem() {} }
vi.stubGlobal('localStorage', stored)
vi.stubGlobal('sessionStorage', stored)
vi.stubGlobal('document', { documentElement: { lang: '' } })
const { chooseLanguage } = await import('../../ui/language/language.ts')
const { shopName } = await import('../access/session.ts')
const { invitation } = await import('./invitation.ts')

test('the message with a payment link names the shop, the article and the amount', () => {
  const link = { amount: '12.00', currency: 'USD', description: ' Pagne wax ' } as const
  const read = (language: 'fr' | 'en') => {
    chooseLanguage(language, false)
    return invitation(link).replaceAll(/\s/g, ' ')
  }
  shopName.value = 'Pagnes Maman Furaha'
  expect(read('fr')).toBe('Pagnes Maman Furaha – Pagne wax : 12,00 USD. Payez par carte ici :')
  expect(read('en')).toBe('Pagnes Maman Furaha – Pagne wax: 12.00 USD. Pay by card here:')
  // Until the shop's name is known.
  shopName.value = ''
  expect(read('en')).toBe('Pagne wax: 12.00 USD. Pay by card here:')
})
