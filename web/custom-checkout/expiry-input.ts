// The expiry date, which the page of the shop asks for itself: MM/YY in one input, or whatever its own function returns.
import type { Expiry } from './fields.ts'

export type ExpirySource = string | HTMLInputElement | (() => { month: string; year: string } | undefined)

/** Writes the slash while the payer types. */
export function formatExpiry({ target, inputType }: Event & { inputType?: string }): void {
  const input = target as HTMLInputElement
  const digits = input.value
    .replace(/^(\d)\s*\//, '0$1')
    .replace(/\D/g, '')
    .replace(/^(\d\d)20(\d\d)$/, '$1$2')
    .slice(0, 4)
  const isOpen = digits.length < 2 || (digits.length === 2 && inputType?.startsWith('delete'))
  input.value = isOpen ? digits : `${digits.slice(0, 2)}/${digits.slice(2)}`
}

/** The date as the gateway takes it, or undefined when it is incomplete or in the past. */
export function readExpiry(source: (() => Expiry | undefined) | HTMLInputElement): Expiry | undefined {
  const read = typeof source === 'function' ? source() : partsOf(source.value)
  if (!read) return undefined
  const month = String(read.month).padStart(2, '0')
  const year = String(read.year).length === 2 ? `20${read.year}` : String(read.year)
  const now = new Date()
  const isPast = Number(year) * 12 + Number(month) < now.getFullYear() * 12 + now.getMonth() + 1
  return /^(0[1-9]|1[0-2])$/.test(month) && /^20\d\d$/.test(year) && !isPast ? { month, year } : undefined
}

function partsOf(text: string): Expiry | undefined {
  const [, month, year] = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(text) ?? []
  return month && year ? { month, year } : undefined
}
