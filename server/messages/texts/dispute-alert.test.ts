// What the message about a disputed payment says of the merchant's money.
import { expect, test } from 'vitest'
import { money } from '../../kernel/money.ts'
import { alertContent } from './alerts.ts'

const dispute = {
  disputeId: '019aa9a4-7c1e-7b52-9d0f-3f6f0d2c5a11',
  reference: 'INV-2041',
  amount: money(5_000n, 'USD'),
  reason: { en: 'Goods or services not received', fr: 'Biens ou services non reçus' },
  respondBy: null,
}
const written = (taken: bigint, language: 'fr' | 'en') =>
  alertContent(
    'dispute_opened',
    { ...dispute, taken: money(taken, 'USD') },
    { language, timeZone: 'Africa/Kinshasa', isTest: false },
  )

test.each([
  ['fr', '45,00\u00a0USD ont quitté votre solde'],
  ['en', 'USD\u00a045.00 has left your balance'],
] as const)(
  'an alert of a dispute names what it has taken, not what is disputed (%s)',
  (language, sentence) => {
    const { paragraphs, facts } = written(4_500n, language)
    expect(paragraphs[0]?.replace(/45\.00\s?USD/, 'USD\u00a045.00')).toContain(sentence)
    expect(facts).toHaveLength(3)
  },
)

test.each([
  ['fr', 'Rien n’est retiré de votre solde.'],
  ['en', 'Nothing is taken from your balance.'],
] as const)('an alert of a dispute that takes nothing says so (%s)', (language, sentence) => {
  const { paragraphs, facts } = written(0n, language)
  expect(paragraphs[0]).toContain(sentence)
  expect(facts).toHaveLength(2)
})

test.each([
  ['fr', 'Après le 14 décembre 2026 à 17:41 (Kinshasa), la banque décidera sans eux.'],
  ['en', 'After 14 December 2026 at 17:41 (Kinshasa), the bank decides without it.'],
] as const)('a deadline in a message says in which zone its hour is (%s)', (language, sentence) => {
  const respondBy = Temporal.Instant.from('2026-12-14T16:41:00Z')
  const { paragraphs } = alertContent(
    'dispute_reminder',
    { ...dispute, taken: money(0n, 'USD'), respondBy, daysLeft: 3 },
    { language, timeZone: 'Africa/Kinshasa', isTest: false },
  )
  expect(paragraphs[1]).toBe(sentence)
})
