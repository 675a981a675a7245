// Telephone numbers of list entries, as lists write them, and the keys under which they are compared with those of a transfer.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { digitOf } from '../../kernel/codes/decimal-digit.ts'

/** Fewer digits are an extension or a short code, which many people share. */
const fewestDigits = 8

const digitsIn = (text: string) => [...text].map((sign) => digitOf(sign) ?? '').join('')

/**
 * The numbers that a listed telephone may be, as digits with country code. A number without one is read as a number of the entry's
 * countries.
 */
export function phoneKeys(text: string, countries: readonly string[]): string[] {
  const written = text
    .replace(/\(0\)/g, '')
    .replace(/\/\s*\d{1,4}\s*$/, '')
    .replace(/(?:ext|poste|x)\.?\s*\d+\s*$/i, '')
  const digits = digitsIn(written)
  if (digits.length < fewestDigits) return []
  if (/^\s*(?:\(?\+|00)/.test(written)) return [digits.replace(/^00/, '')]
  const national = countries.flatMap((country) => {
    const parsed = parsePhoneNumberFromString(digits, country as CountryCode)
    return parsed?.isValid() ? [parsed.number.slice(1)] : []
  })
  const withCode = digits.startsWith('0') ? [] : [digits]
  return [...new Set([...withCode, ...national])]
}

/** The key of a number of a transfer, which has digits with country code; empty without one. */
export const phoneKey = (number: string): string => digitsIn(number)

const labelled =
  /\b(?:tele?phones?|tel|phones?|mobiles?|cell(?:ular)?|gsm|whatsapp)\b\.?(?:\s*(?:numbers?|nos?|n°)\.?)?[\s:()-]*((?:\(?\+|00)?[\d][\d\s()./-]{6,}\d)/giu

/** The telephone numbers in a text: each number behind a word such as `Phone`. */
export const phonesInText = (text: string): string[] =>
  [...text.matchAll(labelled)].map(([, number = '']) => number.trim())

/** The values of a cell with several numbers: `+963 11 1; +963 11 2`. */
export const phonesInCell = (cell: string): string[] =>
  cell
    .replace(/\/(\s*[+0])/g, ';$1')
    .split(/[;,\n]|\(\d{1,2}\)/)
    .map((value) => value.trim())
    .filter((value) => digitsIn(value).length >= fewestDigits)
