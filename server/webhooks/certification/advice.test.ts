import { expect, test } from 'vitest'
import { acceptsAnything, genuineCause } from './advice.ts'

test.each([
  ['connect', 'unreachable'],
  ['dns', 'unreachable'],
  ['timeout', 'timeout'],
  ['HTTP 302', 'redirected'],
  ['HTTP 404', 'no_such_path'],
  ['HTTP 405', 'no_such_path'],
  ['HTTP 401', 'refused'],
  ['HTTP 422', 'refused'],
  ['HTTP 500', 'crashed'],
] as const)('a handler whose reply to a genuine payment is %s counts as %s', (received, cause) => {
  expect(genuineCause(received)).toBe(cause)
})

const replies = (altered: string, foreign: string, unsigned: string) => [
  { id: 'genuine', received: 'HTTP 200' },
  { id: 'altered_body', received: altered },
  { id: 'wrong_secret', received: foreign },
  { id: 'missing_signature', received: unsigned },
]

test('a handler that accepts every forgery checks no signature', () => {
  expect(acceptsAnything(replies('HTTP 200', 'HTTP 204', 'HTTP 200'))).toBe(true)
})

test('a handler that refuses one forgery, or received none, may check signatures', () => {
  expect(acceptsAnything(replies('HTTP 200', 'HTTP 200', 'HTTP 400'))).toBe(false)
  expect(acceptsAnything(replies('HTTP 200', 'timeout', 'HTTP 200'))).toBe(false)
  expect(acceptsAnything([{ id: 'genuine', received: 'HTTP 500' }])).toBe(false)
})
