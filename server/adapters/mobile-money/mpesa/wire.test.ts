import { expect, test } from 'vitest'
import { newId } from '../../../kernel/id.ts'
import { conversationOf, reversalConversationOf, subjectOf, transactionReferenceOf } from './wire.ts'

test('a reference goes out without dashes, as the gateway wants it, and is found again', () => {
  for (let i = 0; i < 50; i++) {
    const reference = newId()
    expect(conversationOf(reference)).toMatch(/^\w{1,39}$/)
    expect(subjectOf(conversationOf(reference))).toEqual({
      reference,
      isReversal: false,
      conversation: conversationOf(reference),
    })
    expect(subjectOf(conversationOf(reference).toUpperCase())).toEqual({
      reference,
      isReversal: false,
      conversation: conversationOf(reference),
    })
    const conversation = reversalConversationOf(reference)
    expect(subjectOf(conversation)).toEqual({ reference, isReversal: true, conversation })
  }
})

test('a conversation that is no UUID of ours has no reference', () => {
  for (const text of [undefined, '', 'a'.repeat(31), 'g'.repeat(32), `${'a'.repeat(32)}a`, newId()]) {
    expect(subjectOf(text)).toBeUndefined()
  }
})

test('what people look for fits the twenty characters of a transaction reference', () => {
  expect(transactionReferenceOf('IMT-IN-ABCD2345EFGH6789')).toBe('ABCD2345EFGH6789')
})
