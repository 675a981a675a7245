import { expect, test } from 'vitest'
import { compareLoosely } from './word-pair.ts'
import { toWord } from './words.ts'

test.each([
  ['krm', 'akram'],
  ['khadarawi', 'daharawi'],
  ['njr', 'nasir'],
  ['slma', 'salim'],
  ['phiri', 'farah'],
  // Korean syllables are compared over whole names only.
  ['joon', 'joun'],
])('%s is no spelling of %s', (a, b) => {
  expect(compareLoosely(toWord(a), toWord(b))).toBeUndefined()
  expect(compareLoosely(toWord(b), toWord(a))).toBeUndefined()
})

test.each([
  ['krm', 'karim'],
  ['khadarawi', 'hadarawi'],
  ['slma', 'salma'],
  ['abdelkader', 'abdelqadir'],
  ['djamel', 'jamal'],
])('%s is a spelling of %s', (a, b) => {
  expect(compareLoosely(toWord(a), toWord(b))).toBeDefined()
  expect(compareLoosely(toWord(b), toWord(a))).toBeDefined()
})
