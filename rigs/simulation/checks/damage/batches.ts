// Planted faults: batches of transfers and of refunds, and what was sent of them.
import { each, lose, repeat, set } from './statements.ts'

type Kind = 'transfer' | 'refund'
const batchesOf = (kind: Kind) => `batch in (select id from batch where kind = '${kind}')`
const row = (state: string, changes: string, kind: Kind = 'transfer') =>
  set('batch_row', `state = '${state}' and ${batchesOf(kind)}`, changes)
const batch = (state: string, changes: string, kind: Kind = 'transfer') =>
  set('batch', `state = '${state}' and kind = '${kind}'`, changes)
const sent = (changes: string) =>
  set(
    'transfer',
    `reference in (select sent_as from batch_row where state = 'SENT') and status = 'Successful'`,
    changes,
  )
/** A row that was sent twice, because the first of its transfers failed. */
const retried = `batch_row where attempt > 1`
/** The request of a row that was refunded. */
const ofRow = `idempotency_key like 'BAT-%' and operation in (select operation from card_refund where status = 'SUCCESS')`

export const batchFaults = {
  'I-78': {
    'sent without a transfer': row('SENT', `sent_as = 'BAT-000000000000/none'`),
    'a cent more was debited': sent('receiver_minor = receiver_minor + 1'),
    'a cent more of fees': sent('fee_minor = fee_minor + 1'),
    'another amount': sent('amount_hundredths = amount_hundredths - 1'),
  },
  'I-78b': {
    'a batch that nobody confirmed': batch('DONE', 'confirmed_at = null'),
    'sent before it was confirmed': batch('DONE', `confirmed_at = confirmed_at + interval '1 day'`),
    'a row that the batch does not have': row('SENT', `reference = 'another'`),
    'an attempt that nobody made': sent(`reference = reference || '/7'`),
    ...each(['UNCHECKED', 'READY', 'FAULTY', 'CANCELLED'], (state) => row('SENT', `state = '${state}'`)),
  },
  'I-78c': {
    'a row paid twice': `update transfer set status = 'Successful'
       where reference in (select regexp_replace(sent_as, '/2$', '') from ${retried} union all select sent_as from ${retried})`,
    'a cent more than was confirmed': `update batch b set confirmed_minor = paid.minor - 1
       from (select r.batch, sum(t.receiver_minor + t.fee_minor) as minor from batch_row r join transfer t on t.reference = r.sent_as
              where t.status = 'Successful' group by 1 having count(*) > 1 or sum(t.receiver_minor) > 1) paid where b.id = paid.batch`,
  },
  'I-78d': {
    'a row less than its file': lose('batch_row', 'true'),
    'a row of another number': row('FAULTY', 'number = 99'),
    'another count than was confirmed': batch('DONE', 'confirmed_rows = confirmed_rows + 1'),
    'another sum than was confirmed': batch('DONE', 'confirmed_minor = confirmed_minor + 1'),
    'a row with a fault waits': row('FAULTY', `state = 'WAITING'`),
    ...each(['WAITING', 'SENDING', 'SENT', 'FAILED'], (state) =>
      set('batch_row', `batch = (select id from batch where confirmed_at is null)`, `state = '${state}'`),
    ),
  },
  'I-78e': {
    ...each(['UNCHECKED', 'READY', 'WAITING', 'SENDING'], (state) => row('SENT', `state = '${state}'`)),
    ...Object.fromEntries(
      ['UNCHECKED', 'READY', 'WAITING'].map((state) => [
        `cancelled, ${state}`,
        set('batch_row', `state = 'CANCELLED'`, `state = '${state}'`),
      ]),
    ),
    'checked, and a row is not': batch('DONE', `state = 'RUNNING'`).replace(
      'update batch',
      `with r as (${row('SENT', `state = 'UNCHECKED'`)}) update batch`,
    ),
  },
  'I-78f': {
    'of a batch that nobody confirmed': batch('DONE', 'confirmed_at = null', 'refund'),
    'before it was confirmed': batch('DONE', `confirmed_at = confirmed_at + interval '1 day'`, 'refund'),
    'of a batch of transfers': batch('DONE', `kind = 'transfer'`, 'refund'),
    'of a batch of another merchant': batch('DONE', 'merchant_id = 0', 'refund'),
    'of a row that the batch does not have': row('SENT', `reference = 'another'`, 'refund'),
    'of an attempt that nobody made': set(
      'refund_request',
      ofRow,
      `idempotency_key = idempotency_key || '/7'`,
    ),
    'of another payment': row('SENT', `subject = 'another'`, 'refund'),
    'of another amount': row('SENT', 'amount_minor = amount_minor + 1', 'refund'),
    ...each(['UNCHECKED', 'READY', 'FAULTY', 'CANCELLED'], (state) =>
      row('SENT', `state = '${state}'`, 'refund'),
    ),
  },
  'I-78g': {
    'a row refunded twice': repeat('refund_request', ofRow),
    'a cent more was refunded': set(
      'card_refund',
      `operation in (select operation from refund_request where ${ofRow})`,
      'amount_minor = amount_minor + 1',
    ),
    'more than was confirmed': batch('DONE', 'confirmed_minor = 1', 'refund'),
  },
}
