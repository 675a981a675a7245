import { expect, test } from 'vitest'
import { matchText } from './match-text.ts'

test.each([
  ['the same words', 'nom identique'],
  [
    'born on 1968-03-14, a slip away from 1968-03-15',
    'naissance le 1968-03-14, faute de frappe possible pour le 1968-03-15',
  ],
  ['born in 1968, not 1971', 'naissance en 1968, et non 1971'],
  ['CA, not CD, RW', 'CA, et non CD, RW'],
  ['RW', 'RW'],
  ['has the document …781', 'même numéro (…781)'],
  [
    'sosthene for sostene (spelling), kambulu, with ntirere on the list only',
    'sosthene pour sostene (orthographe), kambulu, avec ntirere sur la liste seulement',
  ],
  ['jean for j (initial), without marie on the list', 'jean pour j (initiale), sans marie sur la liste'],
])('the match detail "%s" is translated into French', (english, french) => {
  expect(matchText(english)).toBe(french)
})

test.each(['name_match 0.934 [kambulu≈kambulo, symbolic]', 'dob_day_disjoint -0.15 1968-03-14 differs'])(
  'the detail "%s" of an external screening server is not translated',
  (label) => expect(matchText(label)).toBeUndefined(),
)
