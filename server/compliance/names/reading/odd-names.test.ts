import { expect, test } from 'vitest'
import { oddnessOf } from './odd-names.ts'

test.each([
  ['a Cyrillic letter in a Latin word', 'Bоris Zoubarov', 'mixed_scripts', ['2 U+043E о']],
  ['a Latin letter in a Cyrillic word', 'Вoрис', 'mixed_scripts', ['2 U+006F o']],
  ['digits', 'B0ris Zoubarov 2', 'digits_or_signs', ['2 U+0030 0', '16 U+0032 2']],
  ['an invisible character', 'Bo\u200bris', 'invisible_characters', ['3 U+200B ']],
  [
    'a character outside the Basic Multilingual Plane',
    '\u{1F600} Bo\u{E0061}ris',
    'invisible_characters',
    ['5 U+E0061 '],
  ],
  ['an override of the direction', '\u202Evorabuoz', 'invisible_characters', ['1 U+202E ']],
  ['a letter no name is written with', 'Bᴏris', 'unusual_letters', ['2 U+1D0F ᴏ']],
  [
    'single letters',
    'B.o.r.i Zoubarov',
    'single_letters',
    ['1 U+0042 B', '3 U+006F o', '5 U+0072 r', '7 U+0069 i'],
  ],
  ['a digit after combining accents', 'Ame\u0301lie\u0301 Z0e', 'digits_or_signs', ['11 U+0030 0']],
  ['its length', 'Boris Zoubarov'.padEnd(120, '.'), 'too_long', []],
  ['its number of words', 'de la de la de la de la de la Boris', 'too_many_words', []],
  ['a lack of letters', '123 456', 'no_letters', []],
])('an odd name is explained by %s', (_, name, rule, wanted) => {
  const oddness = oddnessOf(name)
  expect(oddness?.rule).toBe(rule)
  const characters = oddness?.characters.map((each) => `${each.position} ${each.codePoint} ${each.character}`)
  expect(characters).toEqual(wanted)
})

test('an ordinary name is not reported as odd', () => {
  expect(oddnessOf('Jean-Pierre N’Sele')).toBeUndefined()
})

test('at most ten characters of an odd name are shown', () => {
  expect(oddnessOf('1'.repeat(50).concat('a'))?.characters).toHaveLength(10)
})
