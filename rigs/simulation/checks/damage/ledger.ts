// Planted faults: the ledger, the wallets and the balances of card payments against what happened.
import {
  account,
  booked,
  each,
  lose,
  onItsWay,
  overdrawn,
  owed,
  payment,
  repeat,
  set,
  transfer,
} from './statements.ts'

export const ledgerFaults = {
  'I-20': {
    'a cent too much': booked('gateway_receivable'),
    'a currency on one side': booked('gateway_receivable', `currency = 'EUR'`),
  },
  'I-21': {
    'available, a cent more': set('wallet', 'true', 'available_minor = available_minor + 1'),
    'reserved, a cent more': set('wallet', 'true', 'reserved_minor = reserved_minor + 1'),
    ...each(['wallet_available', 'wallet_reserved'], (code) => booked(code)),
    'available, below zero': overdrawn('available'),
    'reserved, below zero': overdrawn('reserved'),
  },
  'I-21b': {
    'another balance than its history': set('wallet', 'true', 'available_minor = available_minor + 1'),
    'no history': 'delete from wallet_entry',
    'another balance in a line': set('wallet_entry', 'true', 'balance_after_minor = balance_after_minor + 1'),
  },
  'I-22': {
    'reserved without a transfer': set('wallet', 'true', 'reserved_minor = reserved_minor + 1'),
    'nothing reserved': onItsWay,
  },
  'I-36': {
    ...owed('gateway_receivable', 'amount_minor'),
    'a cent less refunded': payment('PARTIALLY_REFUNDED', 'refunded_minor = refunded_minor - 1'),
    'no payments': 'delete from card_transaction',
  },
  'I-36b': {
    ...owed('merchant_available', 'merchant_minor'),
    'a cent more pending': booked('merchant_payable'),
    'another merchant': account('merchant_available', 'merchant_id = 0'),
    'a cent less refunded': payment('PARTIALLY_REFUNDED', 'refunded_minor = refunded_minor - 1'),
  },
  'I-36c': owed('bank_commission', 'bank_commission_minor'),
  'I-36d': owed('service_commission', 'service_commission_minor'),
  'I-37': {
    'a cent more spent': booked('operator_float'),
    'a cent more arrived': transfer('Successful', 'receiver_minor = receiver_minor + 1'),
    'another environment': account('operator_float', `environment = 'production'`),
    'reversed, and spent': transfer('Reversed', `status = 'Successful'`),
    'nothing arrived': 'delete from transfer',
    'nothing spent': `delete from ledger_account where code = 'operator_float'`,
  },
}

const balances = ['pending', 'available', 'reserved'] as const
const movement = (type: string, changes: string) => set('balance_transaction', `type = '${type}'`, changes)
const charge = (changes: string) => movement('charge', changes)
/** A movement that a release made available. */
const released = (changes: string) => set('balance_transaction', 'released_posting <> id', changes)
/** A reserved balance below zero, and a ledger that agrees with it. */
const belowZero = `with a as (${repeat('ledger_account', `code = 'merchant_available' and currency = 'USD'`, `'code', 'merchant_reserved'`)}),
        e as (${repeat('ledger_entry', 'true', `'account_id', 0, 'amount_minor', 1`)})
   ${set('merchant_balance', `currency = 'USD'`, 'reserved_minor = -1')}`
/** A refund of available money that was posted to the pending balance. */
const wronglyPending = `update ledger_entry e set account_id = pending.id
   from ledger_account available join ledger_account pending
     on (pending.merchant_id, pending.environment, pending.currency) = (available.merchant_id, available.environment, available.currency)
  where e.posting_id = (select min(id) from balance_transaction where released_posting = id) and available.id = e.account_id
    and available.code = 'merchant_available' and pending.code = 'merchant_payable'`

export const balanceFaults = {
  'I-47': {
    ...each(balances, (balance) =>
      set('merchant_balance', 'true', `${balance}_minor = ${balance}_minor + 1`),
    ),
    ...each(['merchant_payable', 'merchant_available'], (code) => booked(code)),
    'reserved, below zero': belowZero,
    'no balance': 'delete from merchant_balance',
    'another currency': account('merchant_available', `currency = 'EUR'`),
    'another environment': account('merchant_available', `environment = 'production'`),
  },
  'I-47b': {
    ...each(balances, (balance) =>
      set('merchant_balance', 'true', `${balance}_minor = ${balance}_minor + 1`),
    ),
    'a movement lost': lose('balance_transaction', `type = 'refund'`),
    'not released': released('released_posting = null'),
    'no balance': 'delete from merchant_balance',
  },
  'I-47c': {
    'no movement': lose('balance_transaction', `type = 'charge'`),
    'no posting': `delete from ledger_entry where posting_id = (select min(id) from balance_transaction where type = 'refund')`,
    'another fee': charge('fee_minor = fee_minor + 1, amount_minor = amount_minor + 1'),
    'another net': charge('net_minor = net_minor + 1, amount_minor = amount_minor + 1'),
    'another amount': charge('amount_minor = amount_minor + 1'),
  },
  'I-47d': {
    'another type': charge(`type = 'refund'`),
    ...each(['charge', 'refund', 'void'], (type) => movement(type, 'transaction_id = 0')),
    'another merchant': charge('merchant_id = 0'),
    'another environment': charge(`environment = 'production'`),
    'another currency': charge(`currency = 'EUR'`),
    'no payment': charge('transaction_id = null'),
    'a posting of another operation': `update ledger_posting set key = 'charge:' || gen_random_uuid()
      where id = (select min(id) from balance_transaction where type = 'charge')`,
  },
  'I-47e': {
    'released by another posting': released('released_posting = 0'),
    'released by its own posting': released('released_posting = id'),
    'released from the start, and posted to pending': wronglyPending,
    'not released': released('released_posting = null'),
    'a cent more released': released('net_minor = net_minor + 1'),
    "another merchant's": released('merchant_id = 0'),
    "another currency's": released(`currency = 'EUR'`),
    "another environment's": released(`environment = 'production'`),
    'a cent more in pending': `update ledger_entry set amount_minor = amount_minor + 1
      where id = (select max(e.id) from ledger_entry e join ledger_account a on a.id = e.account_id
                   where a.code = 'merchant_payable'
                     and e.posting_id in (select id from ledger_posting where key like 'available:%'))`,
    'a cent more in available': `update ledger_entry set amount_minor = amount_minor + 1
      where id = (select max(e.id) from ledger_entry e join ledger_account a on a.id = e.account_id
                   where a.code = 'merchant_available'
                     and e.posting_id in (select id from ledger_posting where key like 'available:%'))`,
  },
  'I-47f': {
    'still pending': released('released_posting = null, available_on = available_on - 9'),
    'too early': released(`available_on = available_on + 9`),
  },
}

const counter = (list: string, changes: string) =>
  set('day_count', `list = '${list}' and amount_minor <> 0`, changes)
const invoice = (changes: string) => set('fee_invoice', 'true', changes)

export const statementFaults = {
  'I-52': {
    'a cent more in the counters': counter('balance', 'amount_minor = amount_minor + 1'),
    'another day': counter('balance', 'day = day - 400'),
    'another merchant': counter('balance', 'merchant_id = 0'),
    'another environment': counter('balance', `environment = 'production'`),
    'another currency': counter('balance', `kind = 'EUR'`),
    'a cent more in the ledger': booked('merchant_payable'),
  },
  'I-52b': {
    'a cent more': counter('balance_fee', 'amount_minor = amount_minor + 1'),
    'no fees': `delete from day_count where list = 'balance_fee'`,
    'another day': counter('balance_fee', 'day = day - 400'),
    'another merchant': counter('balance_fee', 'merchant_id = 0'),
    'another currency': counter('balance_fee', `kind = 'EUR'`),
    'another environment': counter('balance_fee', `environment = 'production'`),
  },
  'I-52c': {
    'another total': invoice('total_minor = total_minor + 100'),
    'another VAT': invoice('vat_minor = vat_minor + 1'),
    'another line': invoice(`lines = jsonb_set(lines, '{0,fee_minor}', '"1"')`),
    'another merchant': invoice('merchant_id = 0'),
    'another environment': invoice(`environment = 'production'`),
    'another currency': invoice(`currency = 'EUR'`),
    'another month': invoice(`month = month - interval '12 months'`),
  },
  'I-52d': {
    'a number missing': invoice('sequence = sequence + 1'),
  },
}
