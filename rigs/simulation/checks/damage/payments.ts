// Planted faults: what was charged, refunded and voided.
import { call, each, lose, moves, payment, repeat, set, thePayment } from './statements.ts'

export const paymentFaults = {
  'I-01': {
    'more than its refunds': payment('PARTIALLY_REFUNDED', 'refunded_minor = refunded_minor + 1'),
    'a refund that failed': set('card_refund', 'true', `status = 'FAILED'`),
    'more than was paid': `with more as (${set('card_refund', `transaction_id = (${thePayment('REFUNDED')})`, 'amount_minor = amount_minor + 1')}) ${set('card_transaction', `id = (${thePayment('REFUNDED')})`, 'refunded_minor = refunded_minor + 1')}`,
  },
  'I-02': {
    'everything refunded, not REFUNDED': payment('REFUNDED', `status = 'SUCCESS'`),
    'partly refunded, not PARTIALLY_REFUNDED': payment('PARTIALLY_REFUNDED', `status = 'SUCCESS'`),
    'nothing refunded, REFUNDED': payment('SUCCESS', `status = 'REFUNDED'`),
    'nothing refunded, PARTIALLY_REFUNDED': payment('SUCCESS', `status = 'PARTIALLY_REFUNDED'`),
  },
  'I-03': {
    'reserved without a refund': payment('SUCCESS', 'refund_reserved_minor = 1'),
    'nothing reserved': set('card_refund', 'true', `status = 'PENDING'`),
  },
  'I-04': each(['refunded_minor', 'refund_reserved_minor'], (part) => payment('VOIDED', `${part} = 1`)),
  'I-05': {
    twice: repeat('operation', `kind = 'void'`),
    'a void without the status': payment('VOIDED', `status = 'SUCCESS'`),
    'the status without a void': call('void', `state = 'declined'`),
  },
  'I-07': {
    'no charge': lose('operation', `kind = 'charge' and state = 'confirmed'`),
    'a declined charge': call('charge', `state = 'declined'`),
    two: repeat('operation', `kind = 'charge' and state = 'confirmed'`),
    'another amount': call('charge', 'amount_minor = amount_minor + 1'),
    'another currency': call('charge', `currency = 'EUR'`),
    'undone': repeat('operation', `kind = 'charge' and state = 'confirmed'`, `'kind', 'undo', 'undoes', x.id`),
    ...each(['PARTIALLY_REFUNDED', 'REFUNDED'], (status) => lose('operation', `kind = 'charge' and card_transaction_id = (${thePayment(status)})`)),
  },
  'I-08': each(['sent', 'unknown', 'confirmed'], (state) => repeat('operation', `kind = 'charge' and state = 'confirmed'`, `'state', '${state}'`)),
  'I-11a': {
    ...moves('card_transaction_move', 'card_transaction', 'transaction_id', ['PENDING', 'charged', 'SUCCESS'], 'FAILED'),
    'no first move': lose('card_transaction_move', `from_status = 'PENDING' and transaction_id = (${thePayment('VOIDED')})`),
    'no move between': lose('card_transaction_move', `from_status = 'SUCCESS' and event = 'refunded_in_part' and transaction_id in (select id from card_transaction where status = 'REFUNDED')`),
  },
  'I-44': {
    'a decline that is not in the history': payment('SUCCESS', 'declined_attempts = declined_attempts + 1'),
    'a decline that is not counted': payment('FAILED', 'declined_attempts = 0'),
    'more declines than attempts': payment('FAILED', 'checkout_attempts = 0'),
    'more declined charges than attempts': `update card_transaction set checkout_attempts = greatest(declined_attempts, 1);
      ${repeat('operation', `kind = 'charge' and state = 'declined'`)}`,
  },
  'I-45': {
    'no attempt left': payment('FAILED', `status = 'PENDING'`),
    'a charge stands': payment('SUCCESS', `status = 'PENDING'`),
  },
  'I-12': { expired: payment('CANCELLED', `status = 'PENDING'`) },
  'I-13b': each(['confirmed', 'declined', 'undone'], (state) => `with ended as (${call('charge', `state = '${state}'`)} returning id, card_transaction_id)
    update card_transaction t set running_operation = e.id from ended e where t.id = e.card_transaction_id`),
  'I-13c': Object.fromEntries(['refund', 'void'].flatMap((kind) => [
    [`a ${kind} that failed`, set(`card_${kind}`, `status = 'SUCCESS'`, `status = 'FAILED'`)],
    [`a ${kind} that is pending`, set(`card_${kind}`, `status = 'SUCCESS'`, `status = 'PENDING'`)],
    ...['sent', 'unknown', 'declined', 'undone'].map((state) => [`the call of a ${kind} is ${state}`, call(kind, `state = '${state}'`)]),
  ])),
  'I-31': {
    ...each(['commission_minor', 'merchant_minor', 'bank_commission_minor', 'service_commission_minor'], (part) => payment('SUCCESS', `${part} = ${part} + 1`)),
    'no merchant share': payment('SUCCESS', 'merchant_minor = null'),
    'no bank share': payment('SUCCESS', 'bank_commission_minor = null'),
  },
  'I-38': each(['SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED'], (status) => set('operation', `kind = 'charge' and card_transaction_id = (${thePayment(status)})`, `state = 'undone'`)),
} // biome-ignore format: a table with one row per line
