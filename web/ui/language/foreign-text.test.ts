import assert from 'node:assert/strict'
import { test } from 'vitest'
import { visibleText } from './foreign-text.ts'

test('a character that changes the direction of a text is shown as its code point', () => {
  assert.equal(visibleText('Jean\u202eiludnukuM'), 'Jean[U+202E]iludnukuM')
  assert.equal(visibleText('a\u2066b\u2069c\u200fd\u061ce'), 'a[U+2066]b[U+2069]c[U+200F]d[U+061C]e')
})

test('an invisible character that makes two names look alike is shown as its code point', () => {
  assert.equal(visibleText('Muk\u200bendi'), 'Muk[U+200B]endi')
})

test('letters, joiners and the spaces in amounts are shown as they are', () => {
  const text = 'Grâce محمد نيما\u200cيي 👩\u200d👧 1\u202f025,50\u00a0USD'
  assert.equal(visibleText(text), text)
})
