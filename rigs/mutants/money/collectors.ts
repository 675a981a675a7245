// Mutants of the adapters through which payers pay from wallets.
import { type Mutant, without } from '../mutant.ts'

const adapters = 'server/adapters/mobile-money'

export const collectors: readonly Mutant[] = [
  without(
    'amount of a debit',
    ['collection-amount', 'debited.minor === asked.minor && ', ''],
    'an order is paid by a debit of less than its amount',
    'server/operator-calls/collector.test.ts',
  ),
  without(
    'currency of a debit',
    ['collection-amount', ' && debited.currency === asked.currency', ''],
    'an order in dollars is paid by as many francs',
    'server/operator-calls/collector.test.ts',
  ),
  without(
    'reference of a merchant payment',
    ['gsma-collection-reference', 'remove'],
    'an order is paid by the payment of another',
    `${adapters}/gsma/collections.test.ts`,
  ),
  without(
    'id of a payment',
    ['airtel-collection-id', 'remove'],
    'an order is paid by a reply about another payment',
    `${adapters}/airtel/collections.test.ts`,
  ),
  without(
    'whole refunds',
    ['airtel-whole-refund', 'remove'],
    'a refund of a part returns the whole payment',
    `${adapters}/airtel/collections.test.ts`,
  ),
  without(
    'wallet of a deposit',
    ['pawapay-deposit-wallet', 'remove'],
    "an order is paid by another payer's deposit",
    `${adapters}/pawapay/collections.test.ts`,
  ),
  without(
    'deposit refunded under another id',
    ['pawapay-refunded-before', 'remove'],
    'a payer gets money back twice',
    `${adapters}/pawapay/collections.test.ts`,
  ),
]
