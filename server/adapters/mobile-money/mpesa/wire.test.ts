import { expect, test } from 'vitest'
import { newId } from '../../../kernel/id.ts'
import { conversationOf, subjectOf, transactionReferenceOf } from './wire.ts'

test('a reference is sent without dashes, as the gateway requires, and can be restored', () => {
  for (let i = 0; i < 50; i++) {
    const reference = newId()
    expect(conversationOf(reference)).toMatch(/^\w{1,39}$/)
    expect(subjectOf(conversationOf(reference))).toEqual({
      reference,
      subject: 'payout',
      conversation: conversationOf(reference),
    })
    expect(subjectOf(conversationOf(reference).toUpperCase())).toEqual({
      reference,
      subject: 'payout',
      conversation: conversationOf(reference),
    })
    for (const subject of ['reversal', 'collection', 'refund'] as const) {
      const conversation = conversationOf(reference, subject)
      expect(subjectOf(conversation)).toEqual({ reference, subject, conversation })
    }
  }
})

test('a conversation id that is not one of our UUIDs has no reference', () => {
  for (const text of [undefined, '', 'a'.repeat(31), 'g'.repeat(32), `${'a'.repeat(32)}a`, newId()]) {
    expect(subjectOf(text)).toBeUndefined()
  }
})

test('the searchable id fits the twenty characters of a transaction reference', () => {
  expect(transactionReferenceOf('IMT-IN-ABCD2345EFGH6789')).toBe('ABCD2345EFGH6789')
})
