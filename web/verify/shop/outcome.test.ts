// What shop mode tells a seller to do with a receipt.
import { expect, test } from 'vitest'
import type { Facts } from '../verify.ts'
import type { Marking } from './hand-overs.ts'
import { outcomeOf } from './outcome.ts'

const facts: Facts = {
  code: 'K7Q2M9XW4T',
  merchant: 'Boutique Lac Kivu',
  amount: '25.50',
  currency: 'USD',
  reference: 'INV-1',
  paidAt: new Date('2026-11-30T08:00:00Z'),
  asOf: new Date('2026-11-30T08:00:00Z'),
  state: 'paid',
  zone: 'Africa/Kinshasa',
  isTest: false,
}
const shown = (changes: Partial<Facts>, marking: Marking | undefined) =>
  outcomeOf({
    verdict: { kind: 'genuine', facts: { ...facts, ...changes }, today: 'offline' },
    marking,
    now: new Date('2026-11-30T08:02:00Z'),
    language: 'fr',
  })

const unasked: (Marking | undefined)[] = [
  undefined,
  { state: 'offline' },
  { state: 'signed_out' },
  { state: 'not_allowed' },
]

test.each(unasked)(
  'a test receipt is never shown as paid while the service cannot be asked: %j',
  (marking) => {
    for (const state of ['paid', 'partially_refunded'] as const)
      expect(shown({ isTest: true, state }, marking)).toMatchObject({
        tone: 'bad',
        title: 'Reçu de test',
        canMark: false,
      })
  },
)

test.each(unasked.slice(1))(
  'a receipt that the service cannot judge names the shop that was paid: %j',
  (marking) => expect(shown({}, marking).text).toContain('Payé à Boutique Lac Kivu.'),
)

test('a test receipt that was marked as handed over still says that it is a test', () => {
  const marking = { state: 'handed_over', at: facts.paidAt, by: 'Grâce', isOurs: true } as const
  expect(shown({ isTest: true }, marking)).toMatchObject({ tone: 'wait', title: 'Reçu de test' })
  expect(shown({}, marking)).toMatchObject({ tone: 'good', title: 'Remis' })
})

test.each([
  ['disputed', 'Le client conteste'],
  ['voided', 'annulé'],
  ['refunded', 'rendu au client'],
  ['returned', 'rendu au client'],
] as const)('a receipt that is %s says what happened to the money', (state, words) => {
  const { tone, text } = shown({ state }, { state: 'waiting' })
  expect([tone, text]).toEqual(['bad', expect.stringContaining(words)])
})
