// Amounts are whole numbers of minor units here, decimal text on the wire.
import { textAt } from './message.ts'
import { invalidField, Refused } from './problems.ts'

const minorDigits: Record<string, number> = {
  BIF: 0,
  JPY: 0,
  KRW: 0,
  RWF: 0,
  UGX: 0,
  XAF: 0,
  XOF: 0,
  KWD: 3,
  TND: 3,
}

export type Amount = { minor: number; currency: string }

export function formatAmount({ minor, currency }: Amount): string {
  const digits = minorDigits[currency] ?? 2
  if (digits === 0) return String(minor)
  const text = String(minor).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

function parseAmount(text: string, currency: string): number | null {
  const digits = minorDigits[currency] ?? 2
  const match = /^([0-9]{1,12})(?:\.([0-9]{1,6}))?$/.exec(text)
  if (!match) return null
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > digits) return null
  return Number(match[1] + fraction.padEnd(digits, '0'))
}

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
