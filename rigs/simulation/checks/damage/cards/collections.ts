// Planted faults: payments by phone, money that came too late, and what operators owe us.
import { account, booked, each, lose, repeat, set } from '../statements.ts'

const collection = (state: string, changes: string) => set('collection', `state = '${state}'`, changes)
/** The call of a collection in this state. */
const call = (state: string, changes: string) =>
  set(
    'operation',
    `id = (select min(operation::text)::uuid from collection where state = '${state}')`,
    changes,
  )
const paidByPhone = (changes: string) =>
  set('card_transaction', `payment_method = 'mobile_money' and status = 'SUCCESS'`, changes)
/** The call that gives the money of a collection back. */
const undo = (changes: string) => set('operation', `kind = 'undo' and queue <> 'cards'`, changes)
const posting = (key: string) => `posting_id in (select id from ledger_posting where key like '${key}:%')`
const attempt = `select operation from collection where state = 'DECLINED' limit 1`

const declining = `event = 'declined' and operation = (${attempt})`

export const collectionFaults = {
  'I-73': {
    'a second one that pays': repeat(
      'collection',
      `state = 'APPROVED'`,
      `'collection_id', 'MM-0000000000000000'`,
    ),
    'one that pays, declined': collection('APPROVED', `state = 'DECLINED'`),
    'one that was given back pays': `update card_transaction t set status = 'SUCCESS', cs_payment_id = k.collection_id
       from collection k where k.card_transaction_id = t.id and k.state = 'REFUNDED'`,
    'approved, and the order is not paid': paidByPhone(`status = 'FAILED'`),
    'another amount': collection('APPROVED', 'amount_minor = amount_minor + 1'),
    'another currency': collection('APPROVED', `currency = 'CDF'`),
    'another merchant': collection('APPROVED', 'merchant_id = 0'),
    'another environment': collection('APPROVED', `environment = 'production'`),
    'paid by card, as recorded': paidByPhone(`payment_method = 'card'`),
    'paid by phone, without a collection': lose('collection', `state = 'APPROVED'`),
    'paid by card, as by phone': set(
      'card_transaction',
      `payment_method = 'card' and status = 'SUCCESS'`,
      `payment_method = 'mobile_money'`,
    ),
  },
  'I-73b': {
    'two at once': `update collection k set created_at = d.created_at from collection d
       where d.operation = (${attempt}) and k.card_transaction_id = d.card_transaction_id and k.operation <> d.operation`,
    'a prompt before the last one has ended': `delete from collection_move where operation = (${attempt}) and event = 'declined'`,
    'a card is charged during a prompt': `insert into operation select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'kind', 'charge'))).*
       from operation o where o.id = (${attempt})`,
    'a prompt while a card is charged': `insert into operation select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'kind', 'charge',
       'created_at', o.created_at - interval '1 second', 'resolved_at', null))).* from operation o where o.id = (${attempt})`,
  },
  'I-73c': {
    'a move that is not allowed': set('collection_move', declining, `event = 'wished'`),
    'a move written twice': repeat('collection_move', declining),
    'another state than the last move': collection('DECLINED', `state = 'APPROVED'`),
    'no move at all': `delete from collection_move where operation = (${attempt})`,
    'no first move': lose('collection_move', `from_state = 'REQUESTED' and operation = (${attempt})`),
  },
  'I-73d': {
    ...each(['sent', 'unknown', 'declined', 'undone'], (state) => call('APPROVED', `state = '${state}'`)),
    ...Object.fromEntries(
      ['DECLINED', 'EXPIRED', 'REFUNDED', 'UNKNOWN', 'PROMPTED'].map((state) => [
        `approved, and ${state}`,
        collection('APPROVED', `state = '${state}'`),
      ]),
    ),
    'declined, and confirmed': call('DECLINED', `state = 'confirmed'`),
    'declined, and waiting': collection('DECLINED', `state = 'UNKNOWN'`),
    'given back, and declined': call('REFUNDED', `state = 'declined'`),
    'given back, and the call is not made': undo(`state = 'sent'`),
    'given back, and recorded as lapsed': collection('REFUNDED', `state = 'EXPIRED'`),
    'given back twice': repeat('operation', `kind = 'undo' and queue <> 'cards'`),
    'given back, though it pays': repeat(
      'operation',
      `kind = 'undo' and queue <> 'cards'`,
      `'undoes', (select operation from collection where state = 'APPROVED' limit 1)`,
    ),
    'no call': lose('operation', `id = (select operation from collection where state = 'APPROVED' limit 1)`),
    'a call of another kind': call('APPROVED', `kind = 'charge'`),
    'a call of another amount': call('APPROVED', 'amount_minor = amount_minor + 1'),
    'a call of another currency': call('APPROVED', `currency = 'CDF'`),
  },
  'I-74': {
    'never owed': `delete from ledger_entry where ${posting('surplus')}`,
    'still owed': `delete from ledger_entry where ${posting('surplus_refund')}`,
    'a cent more': booked('collection_surplus'),
    'another currency': account('collection_surplus', `currency = 'CDF'`),
    'not given back': undo(`state = 'sent'`),
    'another amount was taken': undo('amount_minor = amount_minor + 1'),
    'it pays as well': `insert into ledger_posting select (jsonb_populate_record(p, jsonb_build_object('id', 0, 'key', replace(p.key, 'surplus', 'charge')))).*
       from ledger_posting p where p.key like 'surplus:%'`,
  },
  'I-75': {
    'the merchant was not notified': lose(
      'webhook_event',
      `event_type = 'COLLECTION_RETURNED' and copy_id is null`,
    ),
    'the merchant was notified twice': repeat(
      'webhook_event',
      `event_type = 'COLLECTION_RETURNED' and copy_id is null`,
    ),
    'the payer was not notified': lose('message', `kind = 'payment_returned'`),
    'the payer was notified twice': repeat('message', `kind = 'payment_returned'`),
    'they were notified too early': undo(`state = 'sent'`),
  },
  'I-76': {
    'a cent more': booked('operator_receivable'),
    'another operator': account('operator_receivable', `operator = 'orange'`),
    'another currency': account('operator_receivable', `currency = 'EUR'`),
    'another environment': account('operator_receivable', `environment = 'production'`),
    'a debit less': `delete from ledger_entry where ${posting('charge')} and account_id in (select id from ledger_account where code = 'operator_receivable')`,
    'late money is not booked': `delete from ledger_entry where ${posting('surplus')}`,
    'late money that is kept': undo(`state = 'sent'`),
    'a refund that was not made': set(
      'operation',
      `kind = 'refund' and queue <> 'cards' and state = 'confirmed' and id in (select operation from card_refund)`,
      `state = 'declined'`,
    ),
    'a refund out of our float': set(
      'card_refund',
      `operation in (select id from operation where queue <> 'cards' and state = 'confirmed')`,
      `operation = gen_random_uuid()`,
    ),
  },
}
