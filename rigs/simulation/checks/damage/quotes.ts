// Planted faults: quotes, and what they promise.
import { booked, each, set } from './statements.ts'

const quote = (state: string, changes: string) => set('quote', `state = '${state}'`, changes)
const transferOf = (state: string, changes: string) =>
  set('transfer', `id = (select min(transfer_id) from quote where state = '${state}')`, changes)

export const quoteFaults = {
  'I-77': {
    'a cent more in the ledger': booked('quote_exposure'),
    'a cent more in a quote': quote('HELD', 'amount_hundredths = amount_hundredths + 1'),
    'another currency': quote('HELD', `currency = 'CAD'`),
    'another environment': quote('HELD', `environment = 'production'`),
    ...each(['USED', 'EXPIRED', 'REJECTED'], (state) => quote(state, `state = 'OPEN'`)),
  },
  'I-77b': {
    'a cent more': `update quote_exposure set promised_minor = promised_minor + 1 where scope like 'merchant:%'`,
    'a cent more in a currency': `update quote_exposure set promised_minor = promised_minor + 1 where scope like 'currency:%'`,
    'another amount': quote('HELD', 'receiver_minor = receiver_minor + 1'),
    'another merchant': quote('HELD', 'merchant_id = 0'),
    'in another currency': quote('HELD', `currency = 'CAD'`),
    'not counted': 'delete from quote_exposure',
  },
  'I-77c': {
    'no transfer': quote('USED', 'transfer_id = 0'),
    'of another merchant': quote('USED', 'merchant_id = 0'),
    'of another environment': quote('USED', `environment = 'production'`),
    'for another amount': quote('USED', 'amount_hundredths = amount_hundredths + 1'),
    'in another currency': quote('USED', `currency = 'CAD'`),
    'to another operator': quote('USED', `operator = 'airtel'`),
    'a cent more was paid': transferOf('USED', 'receiver_minor = receiver_minor + 1'),
    'a cent more of fees': transferOf('USED', 'fee_minor = fee_minor + 1'),
    'another rate': transferOf('USED', 'rate_micros = rate_micros + 1'),
    'a rate of another time': transferOf('USED', `rate_as_of = rate_as_of + interval '1 second'`),
    'a rate of another source': transferOf('USED', `rate_source = 'hearsay'`),
    'held, and its quote is used': quote('HELD', `state = 'USED'`),
    'rejected, and its quote is kept': quote('REJECTED', `state = 'HELD'`),
    'paid, and its quote is rejected': quote('USED', `state = 'REJECTED'`),
    'rejected, and its quote is used': quote('REJECTED', `state = 'USED'`),
  },
  'I-77d': {
    'at old rates': quote('USED', `rate_as_of = created_at - interval '13 hours'`),
    'at rates of the future': quote('USED', `rate_as_of = created_at + interval '2 minutes'`),
    'used when it had expired': quote('USED', `expires_at = created_at`),
    'used before it was made': quote(
      'USED',
      `created_at = created_at + interval '1 hour', rate_as_of = null`,
    ),
  },
  'I-77e': {
    'still open': set('quote', `state = 'EXPIRED'`, `state = 'OPEN'`),
  },
}
