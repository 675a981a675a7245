// Document numbers as people and lists write them: with the kind of document before the number, and where and when it was issued
// behind it.

import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { digitOf } from '../../kernel/text/characters.ts'
import { identifierKey } from './entry.ts'

/** Short words that say what a number is. Other words of up to three letters belong to the number, as in `RL 0419079`. */
const shortKinds = new Set(
  `no nos nr nrs num nbr n id ids nin cni cin ci cc cn nit nie nif dni curp rfc ruc rif cuit ssn tin vat rtn ife cnp inn pp ppt le du de la
   des of the and et y doc ref imo alt uk us eu`.split(/\s+/),
)
const longestPrefix = 3
/** `(Lebanon)`, `issued 12 Feb 2010`, `expires 2020`. */
const tail =
  /[(;]|(^|[^\p{L}\p{N}])(?:issued|expir|exp\b|valid|délivr|delivr|émis|emis|date of|until|jusqu)/iu
const glued = /^(?:passports?|passeports?|pasaporte|n[o°]\.?)(?=\p{L}{0,3}\d)/iu
const separator = /[\s:#°№]+/u

/** The label of a number and the number alone: `Passport No.` and `RL 0419079` of `Passport No. RL 0419079 (Lebanon)`. */
export function labelAndNumber(text: string): { label: string; number: string } {
  const tokens = withoutKind(withoutTail(text.trim()).replace(glued, '')).split(separator).filter(Boolean)
  const digits = tokens.findIndex((token) => /\p{N}/u.test(token))
  if (digits < 0) return { label: tokens.join(' '), number: '' }
  let from = digits
  while (from > 0 && isPrefix(tokens[from - 1]!)) from -= 1
  const to = tokens.findLastIndex((token) => !isWord(token)) + 1
  return {
    label: tokens.slice(0, from).join(' '),
    number: tokens.slice(from, to).join(' ').replace(/[,.]$/, ''),
  }
}

/** Without a short kind that a hyphen joins to the number: `PP-OA0-123456`. */
function withoutKind(text: string): string {
  const [kind = '', letters = ''] = /^(\p{L}{2,4})[-./]+/u.exec(text) ?? []
  return shortKinds.has(letters.toLowerCase()) && /\p{N}/u.test(text) ? text.slice(kind.length) : text
}

function withoutTail(text: string): string {
  const found = tail.exec(text)
  return found ? text.slice(0, found.index + (found[1] ?? '').length) : text
}

/** A word behind the number, such as a place or the kind of document. */
const isWord = (token: string) => /^[\p{L}-]{4,}$/u.test(token)

/** Whether a word before the digits is part of the number and not of its label. Abbreviations with full stops are labels. */
function isPrefix(token: string): boolean {
  const letters = /^(\p{L}+)[-/.]*$/u.exec(token)?.[1]
  return (
    letters !== undefined &&
    letters.length <= longestPrefix &&
    !token.endsWith('.') &&
    !shortKinds.has(letters.toLowerCase())
  )
}

/**
 * The keys under which a number is compared, for a list entry and for a person: the number as written, and without its label and what
 * stands behind it. Empty for a number too short to identify one person.
 */
export function identifierKeys(text: string): string[] {
  // guard: document-labels
  const keys = [identifierKey(text), identifierKey(labelAndNumber(text).number)]
  return [...new Set(keys)].filter((key) => key !== '')
}

/** Fewer digits are an extension or a short code, which many people share. */
const minDigits = 8

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
  if (digits.length < minDigits) return []
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
    .filter((value) => digitsIn(value).length >= minDigits)
