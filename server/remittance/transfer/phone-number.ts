// Phone numbers: read in any form, and told by prefix which operator of the country issued them.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { OperatorCode } from './operator-code.ts'

/**
 * National prefixes of the Democratic Republic of Congo, from the carrier file of google/libphonenumber (July 2026).
 * Numbers are not ported there, but prefixes change hands: the operator's own word, at the name look-up, is the last.
 */
const prefixes: Record<OperatorCode, readonly string[]> = {
  vodacom: ['81', '82', '83', '86'],
  airtel: ['96', '97', '98', '99'],
  orange: ['80', '84', '85', '89'],
  africell: ['90', '91'],
}
const mobileNumber = /^243(8[0-69]|9[016-9])\d{7}$/

export type Phone = {
  /** Digits with country code. */
  digits: string
  e164: string
  /** ISO alpha-2; null for numbers of no one country. */
  country: string | null
  /** Null for a number of another country, or of no operator we know. */
  operator: OperatorCode | null
}

/** A number in any form, read as dialled in the Democratic Republic of Congo; undefined when there can be none such. */
export function readPhone(text: string): Phone | undefined {
  const phone = text.length <= 40 ? parsePhoneNumberFromString(text, 'CD') : undefined
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
