import { expect, test } from 'vitest'
import type { Outcome } from './outcome-facts.ts'

// The pages keep their language in the browser, which this test replaces.
Object.assign(globalThis, {
  localStorage: { getItem: () => 'en', setItem() {} },
  document: { documentElement: { lang: '' } },
})
const { chooseLanguage } = await import('../language/language.ts')
const { outcomeFacts } = await import('./outcome-facts.ts')

const reserved = { kind: 'RESERVE', amount: -1.1 }
const released = { kind: 'RELEASE', amount: 1.1 }
const debited = [
  { kind: 'DEBIT', amount: -1 },
  { kind: 'FEE', amount: -0.1 },
]
const factsOf = (
  status: Outcome['status'],
  wallet_lines: Outcome['wallet_lines'],
  receiver_amount: number | null = 1,
) => outcomeFacts({ status, wallet_lines, receiver_amount }, 'merchant')

chooseLanguage('en', false)

test('a transfer that failed never says that the beneficiary receives money', () => {
  expect(factsOf('Failed', [reserved, released])).toEqual([
    ['Beneficiary', 'received nothing'],
    ['Returned to your wallet', '1.10\u00a0USD'],
  ])
})

test('a transfer rejected before its reservation returned nothing to the wallet', () => {
  expect(factsOf('Failed', [], null)).toEqual([['Beneficiary', 'received nothing']])
})

test('a reversed transfer says what was taken back and what the wallet got', () => {
  expect(factsOf('Reversed', [reserved, released, ...debited, { kind: 'REVERSAL', amount: 1 }])).toEqual([
    ['Taken back from the beneficiary', '1.00\u00a0USD'],
    ['Returned to your wallet', '1.00\u00a0USD'],
  ])
})

test('a transfer underway will be received, and a delivered one was', () => {
  expect(factsOf('Submitted', [reserved])).toEqual([['Beneficiary will receive', '1.00\u00a0USD']])
  expect(factsOf('Hold', [], null)).toEqual([])
  expect(factsOf('Successful', [reserved, released, ...debited])).toEqual([
    ['Beneficiary received', '1.00\u00a0USD'],
  ])
})
