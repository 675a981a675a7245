// Parses phone numbers in any form and determines the Congolese operator by prefix.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { type OperatorCode, operatorOfNumber } from './operators.ts'
import { typedNumber } from './text/typed-text.ts'

export type Phone = Readonly<{
  /** Digits with country code. */
  digits: string
  e164: string
  /** ISO 3166-1 alpha-2; null for numbers that belong to no single country. */
  country: string | null
  /** Null for a foreign number or an unknown operator. */
  operator: OperatorCode | null
}>

/** Parses a number as dialled in the DRC; undefined if it is not a valid number. A request needs its number several times. */
export const readPhone = lastResults(parsePhone, 8)

function parsePhone(text: string): Phone | undefined {
  const typed = typedNumber(text)
  const phone = typed.length <= 40 ? parsePhoneNumberFromString(typed, 'CD') : undefined
  if (!phone || phone.ext !== undefined) return undefined
  const digits = phone.number.slice(1)
  const operator = operatorOf(digits)
  // The library may not know the newest prefixes of our operators.
  if (operator) return { digits, e164: phone.number, country: 'CD', operator }
  return phone.isValid()
    ? { digits, e164: phone.number, country: phone.country ?? null, operator }
    : undefined
}

function operatorOf(digits: string): OperatorCode | null {
  return digits.startsWith('243') ? (operatorOfNumber(digits.slice(3)) ?? null) : null
}

/**
 * @param work a pure function, whose result nobody changes.
 * @param maxResults how many results are remembered; the oldest is forgotten first.
 */
export function lastResults<Argument, Result>(
  work: (argument: Argument) => Result,
  maxResults: number,
): (argument: Argument) => Result {
  const known = new Map<Argument, Result>()
  return (argument) => {
    const found = known.get(argument)
    if (found !== undefined || known.has(argument)) return found as Result
    const result = work(argument)
    for (const oldest of known.keys()) {
      if (known.size < maxResults) break
      known.delete(oldest)
    }
    known.set(argument, result)
    return result
  }
}
