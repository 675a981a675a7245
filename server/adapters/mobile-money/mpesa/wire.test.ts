import { expect, test } from 'vitest'
import { newId } from '../../../kernel/id.ts'
import { conversationOf, referenceOf, transactionReferenceOf } from './wire.ts'

test('a reference goes out without dashes, as the gateway wants it, and is found again', () => {
  for (let i = 0; i < 50; i++) {
    const reference = newId()
    expect(conversationOf(reference)).toMatch(/^\w{1,40}$/)
    expect(referenceOf(conversationOf(reference))).toBe(reference)
    expect(referenceOf(conversationOf(reference).toUpperCase())).toBe(reference)
  }
})

test('a conversation that is no UUID of ours has no reference', () => {
  for (const text of [undefined, '', 'a'.repeat(31), 'g'.repeat(32), `${'a'.repeat(32)}a`, newId()]) {
    expect(referenceOf(text)).toBeUndefined()
  }
})

test('what people look for fits the twenty characters of a transaction reference', () => {
  expect(transactionReferenceOf('IMT-IN-ABCD2345EFGH6789')).toBe('ABCD2345EFGH6789')
})
