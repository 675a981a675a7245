// The ledger postings of payouts. While a payout is open, its amount and fee are in the merchant's reserved balance. Once a bank has
// been instructed to pay it, the amount has left our account there and is in transit until the bank's statement shows it.
import { type Money, money } from '../../kernel/money.ts'
import type { AccountCode, Entry, Posting } from '../../ledger/post.ts'
import type { PayoutEvent, PayoutRow } from './queries.ts'

type Paid = Pick<
  PayoutRow,
  'public_id' | 'merchant_id' | 'environment' | 'currency' | 'amount_minor' | 'fee_minor' | 'type'
>

/** Takes amount and fee from the available balance. */
export function reservation(payout: Paid, now: Temporal.Instant): Posting {
  const { cost, own } = partsOf(payout)
  return posting(payout, 'payout_reserve', now, [
    own('merchant_available', 'debit', cost),
    own('merchant_reserved', 'credit', cost),
  ])
}

/** The posting that belongs to an event; undefined if it moves no money. */
export function postingOf(event: PayoutEvent, payout: Paid, now: Temporal.Instant): Posting | undefined {
  const { amount, fee, cost, own } = partsOf(payout)
  const isBank = payout.type === 'bank'
  switch (event) {
    case 'sent':
      return isBank ? posting(payout, 'payout_transit', now, intoTransit(amount)) : undefined
    case 'rejected':
    case 'cancelled':
    case 'refused':
    case 'declined':
      // guard: transit-of-failed-payout
      return posting(payout, 'payout_release', now, [
        own('merchant_reserved', 'debit', cost),
        own('merchant_available', 'credit', cost),
        ...(isBank && event === 'declined' ? outOfTransit(amount) : []),
      ])
    case 'paid':
      // guard: transit-of-paid-payout
      return posting(payout, 'payout', now, [
        own('merchant_reserved', 'debit', cost),
        { account: isBank ? 'bank_transit' : 'operator_float', side: 'credit', amount },
        { account: 'service_commission', side: 'credit', amount: fee },
      ])
    case 'returned':
      return posting(payout, 'payout_return', now, [
        { account: isBank ? 'bank_account' : 'operator_float', side: 'debit', amount },
        { account: 'service_commission', side: 'debit', amount: fee },
        own('merchant_available', 'credit', cost),
      ])
    default:
      return undefined
  }
}

const intoTransit = (amount: Money): Entry[] => [
  { account: 'bank_transit', side: 'debit', amount },
  { account: 'bank_account', side: 'credit', amount },
]
const outOfTransit = (amount: Money): Entry[] => [
  { account: 'bank_account', side: 'debit', amount },
  { account: 'bank_transit', side: 'credit', amount },
]

function partsOf({ merchant_id: merchantId, currency, amount_minor, fee_minor }: Paid) {
  const own = (account: AccountCode, side: 'debit' | 'credit', amount: Money): Entry => ({
    account,
    merchantId,
    side,
    amount,
  })
  return {
    amount: money(amount_minor, currency),
    fee: money(fee_minor, currency),
    cost: money(amount_minor + fee_minor, currency),
    own,
  }
}

function posting(
  { public_id, environment }: Paid,
  kind: string,
  now: Temporal.Instant,
  entries: readonly Entry[],
): Posting {
  return { key: `${kind}:${public_id}`, environment, entries, now }
}
