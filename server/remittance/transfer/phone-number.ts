// Parses phone numbers in any form and determines the Congolese operator by prefix.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { lastResults } from '../../kernel/last-results.ts'
import { typedNumber } from '../../kernel/typed-text.ts'
import type { OperatorCode } from './operator-code.ts'

/**
 * National prefixes of the Democratic Republic of the Congo, from the carrier file of google/libphonenumber (July
 * 2026). There is no number portability, but prefixes can be reassigned, so the operator's name look-up has the final
 * say.
 */
const prefixes: Record<OperatorCode, readonly string[]> = {
  vodacom: ['81', '82', '83', '86'],
  airtel: ['96', '97', '98', '99'],
  orange: ['80', '84', '85', '89'],
  africell: ['90', '91'],
}
const mobileNumber = /^243(8[0-69]|9[016-9])\d{7}$/

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
  if (!phone?.isValid() || phone.ext !== undefined) return undefined
  const digits = phone.number.slice(1)
  const country = phone.country ?? null
  return { digits, e164: phone.number, country, operator: operatorOf(digits) }
}

function operatorOf(digits: string): OperatorCode | null {
  if (!mobileNumber.test(digits)) return null
  const prefix = digits.slice(3, 5)
  const found = Object.entries(prefixes).find(([, own]) => own.includes(prefix))
  return (found?.[0] as OperatorCode | undefined) ?? null
}
