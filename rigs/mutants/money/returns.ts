// Mutants of money that goes back to another number than the one that paid.
import { type Mutant, without } from '../mutant.ts'

const otherNumberTests = 'server/cards/collections/returns/other-number.test.ts'

export const returns: readonly Mutant[] = [
  without(
    'other number: approved',
    ['approved-number-only', ' and approved_at is not null', ''],
    'money goes to a number that one admin alone has chosen',
    otherNumberTests,
  ),
  without(
    'other number: blocked',
    ['blacklisted-other-number', 'remove'],
    'a number that is never paid gets a refund',
    otherNumberTests,
  ),
  without(
    'other number: refund of its payment',
    ['refund-of-collection', '!refund ||', '!refund &&'],
    'a refund that was not refused is paid a second time',
    otherNumberTests,
  ),
  without(
    'other number: refused return',
    ['refused-return', 'remove'],
    'money that nobody refused goes to another number',
    otherNumberTests,
  ),
  without(
    'other number: name',
    ['other-number-name', 'remove'],
    'a refund goes to the wallet of somebody else',
    otherNumberTests,
  ),
  {
    ...without(
      'other number: amount that remains',
      [
        'reopened-refund-reservation',
        'and t.refunded_minor + t.refund_reserved_minor + t.disputed_minor + $2 <= t.amount_minor',
        '',
      ],
      'refunds return more than was paid',
      otherNumberTests,
    ),
    schema:
      'alter table card_transaction drop constraint refunds_within_amount, drop constraint card_transaction_disputed_check',
  },
  without(
    'return: pause after a refusal',
    ['return-pause', '2 ** Math.min(refused, 10)', '1'],
    'an operator is asked every ten minutes, for ever',
    otherNumberTests,
  ),
  without(
    'return: exception after refusals',
    ['refused-return-exception', 'refused + 1 >= refusalsUntilException', 'false'],
    'nobody learns of money that no wallet takes back',
    otherNumberTests,
  ),
]
