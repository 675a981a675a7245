// Planted faults: what one or two admins add to wallets.
import { lose, repeat, set } from './statements.ts'

export const topUpFaults = {
  'I-41': {
    'a dollar too much': set(
      'audit_log',
      `action = 'wallet.topped_up'`,
      `detail = jsonb_set(detail::jsonb, '{amount}', '"10001.00"')::text`,
    ),
    'by another token': `with more as (${set('audit_log', `action = 'wallet.topped_up'`, `detail = jsonb_set(detail::jsonb, '{amount}', '"9999.00"')::text`)})
      ${repeat('audit_log', `action = 'wallet.topped_up'`, `'actor', 'phone@amina'`)}`,
  },
  'I-42': {
    'not booked': lose('wallet_entry', `posting_key like 'adjustment:%'`),
    'booked twice': repeat('wallet_entry', `posting_key like 'adjustment:%'`),
    'booked though rejected': set('wallet_adjustment', `state = 'APPROVED'`, `state = 'REJECTED'`),
    'another amount': set('wallet_adjustment', `state = 'APPROVED'`, 'amount_minor = amount_minor + 1'),
    'another kind': set('wallet_adjustment', `state = 'APPROVED' and kind = 'TOPUP'`, `kind = 'ADJUSTMENT'`),
    'by one person': set('wallet_adjustment', `state = 'APPROVED'`, 'decided_owner = requested_owner'),
  },
  'I-43': {
    'booked as well': set(
      'wallet_adjustment',
      'requested_key is not null',
      `requested_key = (select substr(min(posting_key), 7) from wallet_entry where top_up_owner is not null)`,
    ),
  },
}
