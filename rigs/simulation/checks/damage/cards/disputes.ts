// Planted faults: disputes of payments.
import { lose, set } from '../statements.ts'

const dispute = (state: string, changes: string) => set('card_dispute', `state = '${state}'`, changes)
const posting = (key: string, changes: string) =>
  set('balance_transaction', `id in (select id from ledger_posting where key like '${key}:%')`, changes)
/** The payment of a dispute. */
const disputed = (changes: string) => set('card_transaction', 'disputed_minor > 0', changes)

export const disputeFaults = {
  'I-53': {
    'another state than its history': `update card_dispute set state = 'LOST' where state = 'ACCEPTED'`,
    'no report': lose('card_dispute_move', `event = 'reported'`),
  },
  'I-53b': {
    'open, a cent less taken': posting(
      'dispute',
      'net_minor = net_minor + 1, amount_minor = amount_minor + 1',
    ),
    'won, a cent less given back': posting(
      'dispute_reversal',
      'net_minor = net_minor - 1, amount_minor = amount_minor - 1',
    ),
    'taken for another payment': posting('dispute', 'transaction_id = 0'),
    'taken for no payment': posting('dispute', 'transaction_id = null'),
    'another fee': dispute('LOST', 'fee_minor = fee_minor + 1'),
  },
  'I-53c': {
    'a cent more': disputed('disputed_minor = disputed_minor + 1'),
    'one more open': disputed('open_disputes = open_disputes + 1'),
    'refunded as well': disputed('refunded_minor = amount_minor'),
  },
  'I-53d': {
    'taken in part, and nobody knows': 'delete from card_dispute_exception',
  },
}
