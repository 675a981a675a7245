import { expect, test } from 'vitest'
import { freeText, paragraphs, reasonText, text } from './body.ts'

const card = '4111 1111 1111 1111'

test.each([
  ['a reason', reasonText()],
  ['a text of one line', freeText({ min: 3 })],
  ['paragraphs', paragraphs({ min: 3 })],
])('a card number in %s is masked before anything is stored', (_, schema) => {
  expect(schema.parse(`Called about ${card}, twice`)).toBe('Called about ***, twice')
  expect(schema.parse('Called about 4111111111111112, twice')).toContain('4111111111111112')
  expect(() => schema.parse('ab')).toThrow()
})

test('a field that identifies something keeps its digits', () => {
  expect(text({ max: 64 }).parse('4111111111111111')).toBe('4111111111111111')
})
