// Interprets a typed card number or security code: digits, grouping, brand, validity.
import { type Brand, brandOf, brands, isCompleteNumber } from '../cards/brands.ts'
import { plainDigits } from './plain-digits.ts'

export type Reading = { empty: boolean; valid: boolean; couldBeValid: boolean }
export type CardReading = Reading & { card: Record<string, unknown>[] }

const longestNumber = 19

/** Ignores a date that was pasted along with the number. */
export function digitsOf(text: string, most: number): string {
  return plainDigits(text)
    .replace(/\s\d{1,2}\s*\/\s*\d{2,4}\b.*$/s, '')
    .replace(/\D/g, '')
    .slice(0, most)
}

export function numberLimit(digits: string): number {
  return brandOf(digits)?.lengths.at(-1) ?? longestNumber
}

export function grouped(digits: string): string {
  const spaces = brandOf(digits)?.spaces ?? [4, 8, 12, 16]
  return Array.from(digits, (digit, index) => (spaces.includes(index) ? ` ${digit}` : digit)).join('')
}

/** Where the caret belongs after grouping, so that it does not jump when typing in the middle. */
export function caretAfter(text: string, digitsBefore: number): number {
  let seen = 0
  for (let index = 0; index < text.length; index += 1) {
    if (seen === digitsBefore) return index
    if (text[index] !== ' ') seen += 1
  }
  return text.length
}

export function readNumber(digits: string, networks: string[]): CardReading {
  const valid = isAccepted(brandOf(digits), networks) && isCompleteNumber(digits)
  const candidates =
    digits === '' ? [] : brands.filter(({ prefix, partial }) => prefix.test(digits) || partial.test(digits))
  const hasHope = candidates.some(
    (brand) => isAccepted(brand, networks) && digits.length < (brand.lengths.at(-1) ?? 0),
  )
  const couldBeValid = digits === '' || valid || hasHope
  return {
    card: candidates.map((brand) => describe(brand, valid, couldBeValid)),
    empty: digits === '',
    valid,
    couldBeValid,
  }
}

/** `length` is that of the brand; null while the brand is not known. */
export function readCode(digits: string, length: number | null): Reading {
  const valid = length === null ? digits.length === 3 || digits.length === 4 : digits.length === length
  return { empty: digits === '', valid, couldBeValid: valid || digits.length < (length ?? 4) }
}

function isAccepted(brand: Brand | null, networks: string[]): boolean {
  return brand !== null && networks.includes(brand.network)
}

function describe(brand: Brand, valid: boolean, couldBeValid: boolean): Record<string, unknown> {
  const { name, brandedName, cybsCardType, spaces, lengths, securityCode } = brand
  return { name, brandedName, cybsCardType, spaces, lengths, securityCode, luhn: true, valid, couldBeValid }
}
