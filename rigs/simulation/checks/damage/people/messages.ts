// Planted faults: messages to people.
import { lose, repeat, set } from '../statements.ts'

const message = (kind: string, changes: string) => set('message', `kind = '${kind}'`, changes)

export const messageFaults = {
  'I-56': {
    'failed, and nobody knows': lose('message', `dedupe_key like 'payout:%:FAILED %'`),
    'returned, and nobody knows': lose('message', `dedupe_key like 'payout:%:RETURNED %'`),
    'reported twice': repeat('message', `kind = 'payout_failed'`),
    'reported to another merchant': message('payout_failed', 'merchant_id = 0'),
    'reported in another environment': message('payout_failed', `environment = 'production'`),
    'reported as something else': message('payout_failed', `kind = 'dispute_opened'`),
  },
  'I-56b': {
    'opened, and nobody knows': lose('message', `kind = 'dispute_opened'`),
    'reported twice': repeat('message', `kind = 'dispute_opened'`),
    'reported to another merchant': message('dispute_opened', 'merchant_id = 0'),
    'reported in another environment': message('dispute_opened', `environment = 'production'`),
    'reported as something else': message('dispute_opened', `kind = 'payout_failed'`),
  },
  'I-56c': {
    'a payout that did not fail': set('merchant_payout', `state = 'FAILED'`, `state = 'PAID'`),
    'a receipt for what was not paid': `update card_transaction set status = 'FAILED' where status = 'SUCCESS'`,
    'a receipt to somebody else': message('payment_receipt', `address = 'other@example.com'`),
    'a dispute that was not opened': lose('card_dispute_move', `event = 'opened'`),
  },
  'I-56d': {
    'refunded, and the payer does not know': lose('message', `kind = 'payment_refund'`),
    'reported twice': repeat('message', `kind = 'payment_refund'`),
    'reported to somebody else': message('payment_refund', `address = 'other@example.com'`),
    'reported, and not refunded': set('message', `kind = 'payment_receipt'`, `kind = 'payment_refund'`),
  },
  'I-56e': {
    'voided, and the payer does not know': lose('message', `kind = 'payment_void'`),
    'reported twice': repeat('message', `kind = 'payment_void'`),
    'reported to somebody else': message('payment_void', `address = 'other@example.com'`),
    'reported, and not voided': set('message', `kind = 'payment_receipt'`, `kind = 'payment_void'`),
  },
  'I-57': {
    forgotten: set('message', 'true', `state = 'QUEUED', next_attempt_at = created_at`),
    'claimed by no worker': set(
      'message',
      'true',
      `state = 'QUEUED', next_attempt_at = 'infinity', lease_until = created_at`,
    ),
  },
}
