// Parses the expiry date in the forms that people type: 9/28, 0928, 09-2028, 09 / 28, 2028-09.
import { plainDigits, typedNumber } from '../ui/language/typed-text.ts'

export type Expiry = { month: string; year: string }

export function readExpiry(typed: string, today: Date): Expiry | 'missing' | 'wrong' | 'past' {
  const text = typedNumber(typed)
  if (text === '') return 'missing'
  const match =
    /^(\d{1,2})\s{0,4}[/.\-\s]\s{0,4}(\d{4}|\d{2})$/.exec(text) ??
    yearFirst(text) ??
    /^(\d{1,2}?)(\d{4}|\d{2})$/.exec(text)
  if (!match) return 'wrong'
  const month = Number(match[1])
  const year = Number(match[2]) + (match[2]!.length === 2 ? 2000 : 0)
  if (month < 1 || month > 12 || year < 2000 || year > today.getFullYear() + 30) return 'wrong'
  if (year * 12 + month - 1 < today.getFullYear() * 12 + today.getMonth()) return 'past'
  return { month: String(month).padStart(2, '0'), year: String(year) }
}

function yearFirst(text: string): string[] | undefined {
  const match = /^(20\d\d)\s{0,4}[/.\-\s]?\s{0,4}(\d{1,2})$/.exec(text)
  return match ? ['', match[2]!, match[1]!] : undefined
}

export function showExpiry({ month, year }: Expiry): string {
  return `${month}/${year.slice(2)}`
}

/**
 * Inserts the slash while the customer types at the end of the field. A leading 1 or 2 waits, since it may begin a
 * longer month or a year.
 */
export function growExpiry(given: string): string {
  const typed = plainDigits(given)
  const match =
    /^(0[1-9]|1[0-2])[/.\-\s]*(\d{0,4})$/.exec(typed) ??
    /^([3-9])[/.\-\s]*(\d{0,4})$/.exec(typed) ??
    /^([12])[/.\-\s]+(\d{0,4})$/.exec(typed)
  return match ? `${match[1]!.padStart(2, '0')}/${match[2]}` : typed
}
