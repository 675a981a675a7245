import { expect, test } from 'vitest'
import { frenchReason, reasonOfCode } from './dispute-reasons.ts'

test.each([
  ['10.4', 'Other fraud, card absent', 'Autre fraude, carte absente'],
  ['13.1', 'Goods or services not received', 'Biens ou services non reçus'],
  ['13.2', 'Cancelled recurring transaction', 'Abonnement résilié'],
  ['4837', 'No cardholder authorization', 'Sans autorisation du titulaire de la carte'],
])('the reason code %s is named in English and in French', (reason_code, english, french) => {
  expect(reasonOfCode(reason_code)).toBe(english)
  expect(reasonOfCode(reason_code, 'fr')).toBe(french)
  expect(frenchReason({ reason_code, reason: english })).toBe(french)
})

test('a reason that the bank wrote itself, and an unknown code, are not translated', () => {
  const written = 'Parcel arrived empty'
  expect(frenchReason({ reason_code: '13.1', reason: written })).toBe(written)
  expect(reasonOfCode('99.9')).toBe('')
  expect(frenchReason({ reason_code: '99.9', reason: '' })).toBe('')
})
