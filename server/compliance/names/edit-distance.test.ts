import { expect, test } from 'vitest'
import { damerauLevenshtein, jaroWinkler } from './edit-distance.ts'

// Values from Winkler, "String Comparator Metrics and Enhanced Decision Rules in the Fellegi-Sunter Model of Record
// Linkage" (1990), and from his later name tables at the US Census Bureau.
test.each([
  ['MARTHA', 'MARHTA', 0.961],
  ['DWAYNE', 'DUANE', 0.84],
  ['DIXON', 'DICKSONX', 0.813],
  ['SHACKLEFORD', 'SHACKELFORD', 0.982],
  ['DUNNINGHAM', 'CUNNIGHAM', 0.896],
  ['NICHLESON', 'NICHULSON', 0.956],
  ['JONES', 'JOHNSON', 0.832],
  ['MASSEY', 'MASSIE', 0.933],
  ['ABROMS', 'ABRAMS', 0.922],
  ['HARDIN', 'MARTINEZ', 0.722],
  ['ITMAN', 'SMITH', 0.467],
  ['JERALDINE', 'GERALDINE', 0.926],
  ['MICHELLE', 'MICHAEL', 0.921],
  ['JULIES', 'JULIUS', 0.933],
  ['SEAN', 'SUSAN', 0.805],
  ['JON', 'JOHN', 0.933],
  ['JON', 'JAN', 0.8],
  ['SAME', 'SAME', 1],
  ['ABC', 'XYZ', 0],
  ['', 'ABC', 0],
])('the Jaro-Winkler similarity of %s and %s is %d', (a, b, wanted) => {
  expect(jaroWinkler(a, b)).toBeCloseTo(wanted, 2)
  expect(jaroWinkler(b, a)).toBeCloseTo(wanted, 2)
})

// The textbook examples: kitten and sitting for Levenshtein, ca and abc for the restricted form with swaps.
test.each([
  ['kitten', 'sitting', 3],
  ['saturday', 'sunday', 3],
  ['ca', 'abc', 3],
  ['mukendi', 'mukedni', 1],
  ['a cat', 'an abct', 4],
  ['', 'abc', 3],
  ['same', 'same', 0],
])('the edit distance between %s and %s is %d', (a, b, edits) => {
  expect(damerauLevenshtein(a, b)).toBe(edits)
  expect(damerauLevenshtein(b, a)).toBe(edits)
})

test('texts longer than any word have the greatest possible edit distance', () => {
  expect(damerauLevenshtein('x'.repeat(61), 'x'.repeat(61))).toBe(61)
})
