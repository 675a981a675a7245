// Planted faults: the ledger and the wallets against what happened.
import { account, booked, each, onItsWay, overdrawn, owed, payment, set, transfer } from './statements.ts'

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
