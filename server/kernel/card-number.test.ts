import assert from 'node:assert/strict'
import { test } from 'vitest'
import { withoutCardNumbers } from './card-number.ts'

test.each([
  ['paid with 4242424242424242', 'paid with ***'],
  ['4242 4242 4242 4242, twice', '***, twice'],
  ['card 4000-0000-0000-0002.', 'card ***.'],
  ['{"reason":"378282246310005"}', '{"reason":"***"}'],
  ['4242424242424242 and 5555555555554444', '*** and ***'],
])('[S-55] the number of a card is taken out of a text: %j', (text, without) => {
  assert.equal(withoutCardNumbers(text), without)
})

test.each([
  '4242424242424241',
  '+243 81 000 0001',
  '7123456789012345678901',
  'MSL-20261121-093000-7K2M9QXA-CD',
  '1234567890.50',
  '01a20033-92e0-74cf-a263-f635a5b0ac01',
])('what is none stays: %j', (text) => {
  assert.equal(withoutCardNumbers(text), text)
})
