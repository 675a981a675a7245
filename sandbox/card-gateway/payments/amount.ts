// Reads the amount of a request from the gateway's fields.
import { type Amount, parseAmount } from '../../amount.ts'
import { textAt } from '../message.ts'
import { invalidField, Refused } from '../problems.ts'

/** Reads `<path>.totalAmount` and `<path>.currency`. */
export function amountAt(message: unknown, path = 'orderInformation.amountDetails'): Amount {
  const currency = textAt(message, `${path}.currency`)
  const total = textAt(message, `${path}.totalAmount`)
  if (!currency || !total) {
    const missing = [!total && `${path}.totalAmount`, !currency && `${path}.currency`].filter(
      (field) => field !== false,
    )
    throw new Refused(
      'MISSING_FIELD',
      missing.map((field) => ({ field, reason: 'MISSING_FIELD' })),
    )
  }
  if (!/^[A-Z]{3}$/.test(currency)) throw invalidField(`${path}.currency`)
  const minor = parseAmount(total, currency)
  if (minor === null) throw invalidField(`${path}.totalAmount`)
  return { minor, currency }
}
