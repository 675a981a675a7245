// Names that advertise a web address or a telephone number.
import { expect, test } from 'vitest'
import { hasContact } from './characters.ts'

test.each([
  'Gagnez 1000 USD sur www.evil-prize.com',
  'Votre compte est bloqué, appelez le 0991234567',
  'Appelez +243 99-123-45-67',
  'evil.cd',
  'grace@example.com',
  't.me/evil',
  'https://x',
  'ｅｖｉｌ．ｃｏｍ',
  '٠٩٩١٢٣٤٥٦٧',
])('the name %j holds an address or a number', (name) => {
  expect(hasContact(name)).toBe(true)
})

test.each([
  'Chez Ntemba S.P.R.L.',
  'Ets.Mukendi',
  'St.Joseph',
  'Dr. Ilunga',
  'Boutique 24/7',
  'Maison Kabongo 1960-2020',
  'No. 12 Av. Kasa-Vubu',
])('the name %j holds neither', (name) => {
  expect(hasContact(name)).toBe(false)
})
