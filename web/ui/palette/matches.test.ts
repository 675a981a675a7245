import { expect, test } from 'vitest'
import { fits } from './matches.ts'

test.each([
  ['Règlements', 'regl', true],
  ['Liens de paiement', 'pai li', true],
  ['Liens de paiement', 'aie', false],
  ['PAGNE-12 Pagne wax bleu', '12', true],
  ['Clés et accès', '', true],
  ['Rembourser un paiement remboursement', 'remboursements', true],
  ['Changer le mot de passe', 'mon mot de passe', true],
  ['Créer un lien de paiement nouveau lien', 'nouveau lien', true],
  ['Changer le logo et la couleur', 'le', true],
])('in the palette, %s for "%s": %s', (text, typed, isFound) => {
  expect(fits(text, typed)).toBe(isFound)
})
