// Planted faults: the webhooks of merchants.
import { bodyWith, each, event, lose, payment, repeat, set } from './statements.ts'

export const webhookFaults = {
  'I-14': {
    ...each(['SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED', 'FAILED', 'CANCELLED'], (status) =>
      lose('webhook_event', `event_type = 'PAYMENT' and copy_id is null and subject in (select 'card:' || id from card_transaction where status = '${status}')`)),
    ...each(['Successful', 'Failed', 'Reversed'], (status) => lose('webhook_event', `event_type = 'REMITTANCE' and copy_id is null and dedupe_key like '%:${status}'`)),
  },
  'I-15': { twice: repeat('webhook_event', 'true') },
  'I-16': Object.fromEntries(['refund', 'void'].flatMap((kind) => [
    [`a ${kind} without an event`, lose('webhook_event', `dedupe_key like '${kind}:%' and copy_id is null`)],
    [`a ${kind} without notification`, set(`card_${kind}`, 'notify_merchant', 'notify_merchant = false')],
    [`a ${kind} that failed`, set(`card_${kind}`, 'notify_merchant', `status = 'FAILED'`)],
  ])),
  'I-16c': {
    'a payment that has no address': set('card_transaction', `origin <> 'link' and 'card:' || id in (select subject from webhook_event where event_type = 'PAYMENT')`, 'callback_url = null'),
    'a transfer with another address': set('webhook_event', `copy_id is null and url is not null and subject in (select 'transfer:' || id from transfer where callback_url is not null)`, `url = 'https://other.test/hook'`),
  },
  'I-16d': {
    'a changed copy': set('webhook_event', 'copy_id is not null', `body = '{}'`),
    'a copy for another endpoint': set('webhook_event', 'copy_id is not null', `dedupe_key = dedupe_key || '?'`),
  },
  'I-16e': { 'a lost copy': lose('webhook_event', 'copy_id is not null') },
  'I-17': {
    forgotten: set('webhook_event', 'true', `state = 'PENDING', next_attempt_at = created_at`),
    'claimed by no worker': set('webhook_event', 'true', `state = 'PENDING', next_attempt_at = 'infinity', lease_until = created_at`),
  },
  'I-19': { 'two outcomes': repeat('webhook_event', `event_type = 'PAYMENT'`, `'body', jsonb_set(body::jsonb, '{status}', '"MAYBE"')::text`) },
  'I-19b': {
    'paid, notified as FAILED': set('webhook_event', `event_type = 'PAYMENT' and body::json ->> 'status' = 'SUCCESS'`, bodyWith('status', 'FAILED')),
    'paid, notified without a status': event('PAYMENT', `body = (body::jsonb - 'status')::text`),
    ...each(['SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED'], (status) => payment(status, `status = 'FAILED'`)),
    ...each(['FAILED', 'CANCELLED'], (status) => payment(status, `status = 'SUCCESS'`)),
    'notified before its end': payment('FAILED', `status = 'PENDING'`),
  },
  'I-19c': {
    'under another key': event('REMITTANCE', `dedupe_key = dedupe_key || '?'`),
    ...each(['reference', 'status'], (field) => event('REMITTANCE', bodyWith(field, 'other'))),
    ...each(['receiver_amount', 'amount'], (field) => event('REMITTANCE', bodyWith(field, '0.01'))),
    'an outcome that never happened': event('REMITTANCE', `${bodyWith('status', 'Hold')}, dedupe_key = regexp_replace(dedupe_key, '[^:]+$', 'Hold')`),
  },
  'I-19d': {
    ...each(['PAYMENT', 'REFUND', 'VOID'], (type) => event(type, bodyWith('amount', '0.01'))),
    'another total': event('REFUND', bodyWith('refunded_total', '0.01')),
    'no amount': event('PAYMENT', `body = (body::jsonb - 'amount')::text`),
    'another currency': event('PAYMENT', bodyWith('currency', 'EUR')),
  },
  'I-34': Object.fromEntries(['PAYMENT', 'REMITTANCE'].flatMap((type) => [
    [`${type} of another merchant`, event(type, 'merchant_id = 0')],
    [`${type} of another environment`, event(type, `environment = 'production'`)],
  ])),
} // biome-ignore format: a table with one row per line
