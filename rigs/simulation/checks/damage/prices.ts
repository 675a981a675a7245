// Planted faults: prices and settlements.
import { foreign, payment, set, transfer, unsettled } from './statements.ts'

export const priceFaults = {
  'I-28b': {
    'a cent more': transfer('Successful', 'receiver_minor = receiver_minor + 1'),
    'no rate': transfer('Successful', 'rate_micros = null'),
    'dollars with the time of a rate': set('transfer', `currency = 'USD'`, 'rate_as_of = created_at'),
    'a rate without its time': foreign('rate_as_of = null'),
    'dollars at another rate': set(
      'transfer',
      `currency = 'USD'`,
      'rate_micros = 2000000, receiver_minor = amount_hundredths / 2',
    ),
  },
  'I-28c': {
    'another rate': foreign('rate_micros = rate_micros + 1'),
    'another time': foreign(`rate_as_of = rate_as_of + interval '1 second'`),
    'another source': foreign(`rate_source = 'hearsay'`),
    'one that was set aside': `update rate_snapshot set state = 'QUARANTINED'`,
  },
  'I-31b': {
    'another share': payment('SUCCESS', 'commission_minor = commission_minor + 1'),
    'another rate': payment(
      'SUCCESS',
      'commission_rate_bp = commission_rate_bp + 100, commission_minor = (amount_minor * (commission_rate_bp + 100) + 5000) / 10000',
    ),
    'the rate of cards by phone': `update merchant set mobile_money_rate_bp = null`,
    'a bank share by phone': `update card_transaction set bank_commission_minor = 1 where payment_method = 'mobile_money' and status = 'SUCCESS'`,
    'another bank share': payment('SUCCESS', 'bank_commission_minor = bank_commission_minor + 1'),
    'a bank share above the commission': `with all_of_it as (update merchant set bank_rate_bp = 10000) update card_transaction set bank_commission_minor = (amount_minor * 10000 + 5000) / 10000`,
  },
  'I-39': {
    'a cent more': transfer('Successful', 'fee_minor = fee_minor + 1'),
    'no fee': transfer('Successful', 'fee_minor = null'),
    'another agreement': set('merchant', 'remittance_fee_fixed_minor > 0', 'remittance_fee_fixed_minor = 0'),
  },
  'I-40': {
    'one more': set('settlement', 'true', 'count = count + 1'),
    'a cent more': set('settlement', 'true', 'net_minor = net_minor + 1, gross_minor = gross_minor + 1'),
    'a cent more of fees': set(
      'settlement',
      'true',
      'fee_minor = fee_minor + 1, gross_minor = gross_minor + 1',
    ),
    'another sum': set('settlement', 'true', 'gross_minor = gross_minor + 1'),
    'paid, in no settlement': transfer('Successful', 'settlement_id = null'),
    'reversed, in no settlement': transfer('Reversed', 'reversal_settlement_id = null'),
  },
  'I-40b': {
    ...unsettled('settlement_id', 'Successful'),
    'Reversed, paid in no settlement': transfer('Reversed', 'settlement_id = null'),
    ...unsettled('reversal_settlement_id', 'Reversed'),
  },
}
