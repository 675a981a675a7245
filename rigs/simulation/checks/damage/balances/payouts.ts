// Planted faults: payouts of card money to merchants.
import { each, lose, repeat, set } from '../statements.ts'

const payout = (state: string, changes: string) => set('merchant_payout', `state = '${state}'`, changes)
const posting = (kind: string, state: string) =>
  `key = '${kind}:' || (select public_id from merchant_payout where state = '${state}' order by ctid limit 1)`
const callOf = (state: string, changes: string) =>
  set('operation', `merchant_payout_id in (select id from merchant_payout where state = '${state}')`, changes)
const destination = (changes: string) =>
  set('payout_destination', 'id in (select destination_id from merchant_payout)', changes)

export const payoutFaults = {
  'I-48': {
    'an open payout that holds nothing': payout('PAID', `state = 'SENT'`),
    'money held for no payout': `update ledger_entry set amount_minor = amount_minor - 1
       where posting_id in (select id from ledger_posting where key like 'payout_reserve:%')
         and account_id in (select id from ledger_account where code = 'merchant_reserved')`,
  },
  'I-48b': {
    'paid, and booked nowhere': lose('ledger_posting', posting('payout', 'PAID')),
    'failed, and the money kept': lose('ledger_posting', posting('payout_release', 'FAILED')),
    'cancelled, and the money kept': lose('ledger_posting', posting('payout_release', 'CANCELLED')),
    'never reserved': lose('ledger_posting', posting('payout_reserve', 'PAID')),
    'paid, and given back': payout('CANCELLED', `state = 'PAID'`),
  },
  'I-48c': {
    'two calls': repeat('operation', `kind = 'merchant_payout'`),
    'paid without a call': lose(
      'operation',
      `merchant_payout_id in (select id from merchant_payout where state = 'PAID')`,
    ),
    'requested, with a call that has ended': payout('PAID', `state = 'REQUESTED'`),
    'requested and never held, with a call': `with p as (${payout('PAID', `state = 'REQUESTED', held_at = null`)} returning id)
      update operation set state = 'intent' where merchant_payout_id in (select id from p)`,
    'paid, with a declined call': callOf('PAID', `state = 'declined'`),
    'failed, with a paid call': callOf('FAILED', `state = 'confirmed'`),
    'failed, with an open call': callOf('FAILED', `state = 'intent'`),
    'sent, with a call that has ended': payout('PAID', `state = 'SENT'`),
    ...each(['amount_minor = amount_minor + 1', `currency = 'EUR'`], (changes) => callOf('PAID', changes)),
  },
  'I-48d': {
    'a move that is not allowed': set('merchant_payout_event', `to_state = 'PAID'`, `kind = 'wished'`),
    'a move written twice': repeat('merchant_payout_event', `to_state = 'PAID'`),
    'another state than the last move': payout('PAID', `state = 'FAILED'`),
    'no move at all': `delete from merchant_payout_event where payout_id = (select min(id) from merchant_payout where state = 'PAID')`,
  },
  'I-48e': { 'two payouts': repeat('merchant_payout', 'true') },
  'I-48f': {
    ...each(
      [
        'merchant_id = 0',
        `environment = 'production'`,
        `delay = delay + interval '10 years'`,
        'confirmed_session = created_session',
      ],
      destination,
    ),
    'never confirmed': `with lost as (delete from audit_log where action = 'payout_destination.confirmed')
      update payout_destination set confirmed_at = null`,
    'confirmed after it was requested': `with late as (update audit_log set at = at + interval '10 years'
      where action = 'payout_destination.confirmed') update payout_destination set confirmed_at = confirmed_at + interval '10 years'`,
  },
  'I-48g': {
    'never confirmed again': `delete from audit_log where action = 'payout_destination.confirmed'
      and at >= (select min(held_at) from merchant_payout)`,
    'approved before that': `update merchant_payout_event e set at = p.held_at from merchant_payout p
      where p.id = e.payout_id and e.kind = 'approved' and p.held_at is not null`,
  },
  'I-48h': {
    'approved to one that waits': `with p as (${payout('PAID', `state = 'APPROVED'`)} returning destination_id)
      update payout_destination set state = 'waiting' where id in (select destination_id from p)`,
    'waits for a removed one': `update payout_destination set state = 'removed'
      where id in (select destination_id from merchant_payout where state = 'REQUESTED')`,
  },
}
