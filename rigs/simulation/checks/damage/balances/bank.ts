// Planted faults: payouts to banks and their batches.
import { withoutPayout } from '../../invariants/balances/bank.ts'
import { each, repeat, set } from '../statements.ts'

const toBank = `destination_id in (select id from payout_destination where type = 'bank')`
/** A cent more in an entry of this account that a payout made. */
const paidOut = (code: string) =>
  set(
    'ledger_entry',
    `account_id in (select id from ledger_account where code = '${code}')
       and posting_id in (select p.id from ledger_posting p where not ${withoutPayout})`,
    'amount_minor = amount_minor + 1',
  )
const payout = (state: string, changes: string) =>
  set('merchant_payout', `state = '${state}' and ${toBank}`, changes)
const batch = (state: string, changes: string) => set('payout_batch', `state = '${state}'`, changes)

export const bankFaults = {
  'I-54': {
    'a payout in transit that has ended': payout('SENT', `state = 'FAILED'`),
    'money in transit for nothing': paidOut('bank_transit'),
  },
  'I-54b': {
    'a payout given back that our account has paid': payout('PAID', `state = 'FAILED'`),
    'money that left for nothing': paidOut('bank_account'),
  },
  'I-54c': {
    'sent, and never in transit': set(
      'ledger_posting',
      `key in (select 'payout_transit:' || public_id from merchant_payout where state = 'SENT')`,
      `key = 'lost'`,
    ),
    'in transit, and never sent': payout('PAID', 'sent_at = null'),
  },
  'I-54d': {
    'sent without a batch': payout('SENT', 'batch_id = null'),
    'sent in a batch that waits': `update payout_batch set state = 'WAITING'
       where id = (select min(batch_id) from merchant_payout where state = 'SENT')`,
    'a wallet in a batch': set(
      'merchant_payout',
      `state = 'PAID' and not ${toBank}`,
      'batch_id = (select min(id) from payout_batch)',
    ),
    'in a batch of another currency': `update payout_batch set currency = 'EUR'
       where id = (select min(batch_id) from merchant_payout)`,
  },
  'I-54e': {
    ...each(
      [
        'payouts = payouts + 1',
        'total_minor = total_minor + 1',
        `file = replace(file, 'EndToEndId', 'InstrId')`,
      ],
      (changes) => batch('APPROVED', changes),
    ),
  },
  'I-54f': { 'approved by its maker': batch('APPROVED', 'decided_owner = created_owner') },
  'I-54h': {
    'paid without a line': set('bank_line', `expected_kind = 'payout'`, `state = 'UNKNOWN'`),
    'returned without a line': set('bank_line', `expected_kind = 'payout_return'`, `state = 'UNKNOWN'`),
    'paid by a line that brought money': set(
      'bank_line',
      `expected_kind = 'payout'`,
      'amount_minor = -amount_minor',
    ),
    'paid by a line in another currency': set('bank_line', `expected_kind = 'payout'`, `currency = 'CDF'`),
  },
  'I-54i': {
    'a cost that no file names': `with made as (
       insert into ledger_account (id, code, environment, currency) values (0, 'operator_cost', 'sandbox', 'USD') returning id)
       insert into ledger_entry (id, posting_id, account_id, currency, amount_minor) select 0, 0, id, 'USD', 51 from made`,
  },
  'I-54j': {
    'paid without a bank line': `insert into ledger_posting (id, key, posted_at) values (0, 'sweep:0', now())`,
    'a line of a settlement that was not posted': set(
      'bank_line',
      `expected_kind = 'payout'`,
      `expected_kind = 'settlement', expected_key = 'sandbox 2026-11-21 USD airtel'`,
    ),
  },
  'I-54g': {
    'a call for a payout to a bank': repeat(
      'operation',
      `kind = 'merchant_payout'`,
      `'merchant_payout_id', (select min(id) from merchant_payout where ${toBank})`,
    ),
  },
}
