// Amounts: integers in minor units inside the sandbox, decimal text on the wire.

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

/** Minor units of a plain decimal; null when it is invalid or has more decimals than the currency. */
export function parseAmount(text: string, currency: string): number | null {
  const digits = minorDigits[currency] ?? 2
  const match = /^([0-9]{1,12})(?:\.([0-9]{1,6}))?$/.exec(text)
  if (!match) return null
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > digits) return null
  return Number(match[1] + fraction.padEnd(digits, '0'))
}
