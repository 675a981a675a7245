// Mutants of payouts that are held, top-ups of one person, refunds below zero, and disputes where people look.
import { type Mutant, without } from '../mutant.ts'

const distrusted = 'server/merchant-payouts/destinations/distrusted-payouts.test.ts'
const cover = 'server/cards/refund-requests/refund-cover.test.ts'
const underWay = 'server/merchant-payouts/payouts/refunds-under-way.test.ts'
const disputes = 'server/cards/disputes/disputes.test.ts'

export const held: readonly Mutant[] = [
  without(
    'held payout: approval',
    ['payout-to-inactive', "=== 'active'", "!== ''"],
    'an admin approves a payout to a destination that its owner distrusts',
    distrusted,
  ),
  without(
    'held payout: what was approved',
    ['payouts-to-unconfirmed', "payout.state === 'APPROVED'", "payout.state === 'PAID'"],
    'a thief is paid although the owner changed the password',
    distrusted,
  ),
  without(
    'held payout: call',
    ['call-to-inactive', 'remove'],
    'an operator is called for a payout whose destination is not active',
    distrusted,
  ),
  without(
    'held payout: alert',
    ['held-payout-alert', 'remove'],
    'nobody hears that a payout is held',
    distrusted,
  ),
  without(
    'held payout: batch',
    ['batch-of-debtor', ' and ${isToActive}', ''],
    'the file of a batch names an account that its owner distrusts',
    distrusted,
  ),
  without(
    'batch: places of other merchants',
    ['payout-turns', 'order by turn, id', 'order by id'],
    'the many payouts of one merchant keep those of the others out of every batch',
    'server/merchant-payouts/batches/batches.test.ts',
  ),
  without(
    'batch: refund under way',
    ['batch-debtors', 'await lockDebt(sql, payout)', 'false'],
    'a batch pays a merchant who will owe us money once a refund is made',
    'server/merchant-payouts/batches/batches.test.ts',
  ),
  without(
    'destinations: fair lock',
    ['fair-destination-lock', '${placeLock(', '${sharedPlaceLock('],
    'a flood of payouts keeps the owner from removing a destination',
    distrusted,
  ),
  without(
    'destinations: each once',
    ['destination-once', 'remove'],
    'a wallet is a destination twice, and its removal leaves one of them',
    distrusted,
  ),
  without(
    'payout below its fee',
    ['payout-below-fee', 'remove'],
    'a payout of one cent costs its merchant fifty',
    'server/merchant-payouts/payouts/payout.test.ts',
  ),
  without(
    'limit per person: all wallets',
    ['top-up-limit-of-person', '(ofPerson?.minor ?? 0n) +', ''],
    'one person credits any number of wallets in a day',
    'server/remittance/wallets/top-up.test.ts',
  ),
  without(
    'limit per person: all cells',
    ['top-up-of-person-counts', 'remove'],
    'one person credits a wallet in each cell up to the limit of one wallet',
    'server/remittance/wallets/top-up-of-cells.test.ts',
  ),
  without(
    'refund below zero',
    ['refund-below-zero', 'left - amount', 'left + amount'],
    'money that was paid out is refunded again without an admin',
    cover,
  ),
  without(
    'refunds under way',
    ['refunds-under-way', ' - returning.available', ''],
    'refunds at the same time take more than the balance has',
    cover,
  ),
  without(
    'refunds under way: payouts',
    ['refunds-under-way', ' - returning.available', ''],
    'a payout takes money that a refund is about to return',
    underWay,
  ),
  without(
    'voids under way: payouts',
    ['voids-under-way', "'refund', 'void'", "'refund'"],
    'a payout takes money that a void is about to return',
    underWay,
  ),
  without(
    'simultaneous refund requests',
    ['simultaneous-refund-requests', 'remove'],
    'several calls report one refund as their own',
    cover,
  ),
  without(
    'net amount of a payment',
    ['net-amount', 'refunded_minor - disputed', '(refunded_minor + disputed) * 0n'],
    'a refunded payment seems to bring what it did at first',
    disputes,
  ),
  without(
    'net amount of a list',
    ['net-of-sums', 'feesOnly(sum.dispute_fees_minor)', 'null'],
    'the totals of a list leave out what disputes cost',
    'server/portal/lists/lists.test.ts',
  ),
  without(
    'totals: transfers that failed',
    ['debit-of-failed-transfers', "status !== 'Failed' &&", ''],
    'transfers that failed are said to have been debited',
    'server/portal/lists/lists.test.ts',
  ),
  without(
    'customer of a payment: owner',
    ['customer-payment-owner', 'merchant_id = $1 and', '$1::bigint is not null and'],
    'a merchant reads who paid another one',
    'server/portal/lists/customer.test.ts',
  ),
  without(
    'payments of a customer: owner',
    ['customer-owner', 'k.merchant_id = $1 and t.merchant_id = $1 and', ''],
    'a merchant reads what a wallet paid to others',
    'server/portal/lists/customer.test.ts',
  ),
  without(
    'receipt of a disputed payment',
    ['disputed-receipt', 'open_disputes > 0', 'open_disputes < 0'],
    'a receipt says paid while the cardholder takes the money back',
    disputes,
  ),
  without(
    'dispute: filed',
    ['dispute-filed-alert', 'remove'],
    'a merchant never hears that its evidence was filed',
    disputes,
  ),
  without(
    'overview: disputes of its merchant',
    [
      'overview-disputes-owner',
      'merchant_id = $1 and environment = $2',
      '$1::bigint is not null and $2::text is not null',
    ],
    "a merchant counts another merchant's disputes",
    disputes,
  ),
]
