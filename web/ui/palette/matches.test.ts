import { expect, test } from 'vitest'
import { fits } from './matches.ts'

test.each([
  ['Règlements', 'regl', true],
  ['Liens de paiement', 'pai li', true],
  ['Liens de paiement', 'aie', false],
  ['PAGNE-12 Pagne wax bleu', '12', true],
  ['Clés et accès', '', true],
])('in the palette, %s for "%s": %s', (text, typed, isFound) => {
  expect(fits(text, typed)).toBe(isFound)
})
