// The ledger of payouts to banks: money on its way is in transit, and nowhere else when the payout has ended.
import { expect, test } from 'vitest'
import { postingOf, reservation } from '../record/postings.ts'
import type { PayoutEvent } from '../record/queries.ts'

const now = Temporal.Instant.from('2026-11-23T10:00:00Z')
const payout = {
  public_id: '019a0000-0000-7000-8000-000000000001',
  merchant_id: 1n,
  environment: 'sandbox',
  currency: 'USD',
  amount_minor: 10_000n,
  fee_minor: 150n,
  type: 'bank',
} as const

/** The balances of all accounts after these events, in minor units; debits are positive. */
function balancesAfter(type: 'bank' | 'wallet', ...events: PayoutEvent[]): Record<string, bigint> {
  const own = { ...payout, type }
  const postings = [reservation(own, now), ...events.map((event) => postingOf(event, own, now))]
  const balances: Record<string, bigint> = {}
  for (const { account, side, amount } of postings.flatMap((posting) => posting?.entries ?? []))
    balances[account] = (balances[account] ?? 0n) + (side === 'debit' ? amount.minor : -amount.minor)
  return Object.fromEntries(Object.entries(balances).filter(([, balance]) => balance !== 0n))
}

const held = { merchant_available: 10_150n, merchant_reserved: -10_150n }
const sent = { bank_transit: 10_000n, bank_account: -10_000n }
const paid = { merchant_available: 10_150n, service_commission: -150n }

test.each<[string, PayoutEvent[], Record<string, bigint>]>([
  ['approved', ['approved'], held],
  ['sent', ['approved', 'sent'], { ...held, ...sent }],
  ['paid', ['approved', 'sent', 'paid'], { ...paid, bank_account: -10_000n }],
  ['returned', ['approved', 'sent', 'paid', 'returned'], {}],
  ['refused', ['approved', 'sent', 'declined'], {}],
  ['cancelled', ['approved', 'cancelled'], {}],
])('the accounts of a payout to a bank that was %s', (_state, events, balances) => {
  expect(balancesAfter('bank', ...events)).toEqual(balances)
})

test('a payout to a wallet is paid from the float of the operator and never in transit', () => {
  expect(balancesAfter('wallet', 'approved', 'sent')).toEqual(held)
  expect(balancesAfter('wallet', 'approved', 'sent', 'paid')).toEqual({ ...paid, operator_float: -10_000n })
})
