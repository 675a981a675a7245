// Interprets the text of a search field: it can be a reference, a phone number, an amount and the last digits of a card at
// once, and the search tries all of them.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { parseMoney } from '../../../kernel/money.ts'
import { typedNumber, typedProse } from '../../../kernel/text/typed-text.ts'

export type SearchWords = {
  text: string
  /** In hundredths, for any currency. */
  amount: bigint | null
  last4: string | null
  email: string | null
  /** Possible last digits of a phone number, with all variants when no country code was given; and their common suffix. */
  phone: { ends: string[]; lastEight: string } | null
  /** Folded words that names and references are looked through for; null if the text is too short to tell rows apart. */
  parts: string[] | null
}

/** How many of the newest rows names and parts of references are looked for in, so that the search costs the same at any size. */
export const maxLookedThrough = 2_000

/** @param typed as typed. Phone numbers without a country code are read as Congolese ones where possible. */
export function searchWords(typed: string): SearchWords {
  const text = typedProse(typed)
  const number = typedNumber(typed)
  return {
    text,
    amount: amountIn(number),
    last4: /^\d{4}$/.test(number) ? number : null,
    email: /^[^@\s]+@[^@\s]+$/.test(text) ? text.toLowerCase() : null,
    phone: phoneIn(number),
    parts: partsIn(text),
  }
}

/**
 * `12.50`, `12,5`, `12.50 USD`, and the formats of pages and spreadsheets: `5 000,00`, `5,000.00 CDF`, `5.000,00`. A
 * single comma or point before three digits is a thousands separator, since no amount has three decimals.
 */
function amountIn(text: string): bigint | null {
  const [, digits] = /^(?:[A-Z]{3}\s?)?(\d[\d\s.,'’]*?)(?:\s?[A-Z]{3})?$/i.exec(text) ?? []
  if (digits === undefined) return null
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(digits) ?? []
  if (!isGrouped(whole)) return null
  const plain = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  return plain.length > 12 ? null : (parseMoney(`${plain}.${decimals || '0'}`, 'USD')?.minor ?? null)
}

/** Only digits, or groups of three with one consistent separator; all spaces count as the same one. */
function isGrouped(whole: string): boolean {
  return (
    /^\d+$/.test(whole) ||
    /^\d{1,3}([ .,'])\d{3}(?:\1\d{3})*$/.test(whole.replace(/\s/g, ' ').replaceAll('’', "'"))
  )
}

function phoneIn(text: string): SearchWords['phone'] {
  if (!/^[\d+][\d\s().-]{6,29}$/.test(text)) return null
  // Leading zeros are dialling prefixes and not part of the number.
  const typed = text.replace(/\D/g, '').replace(/^0+/, '')
  const parsed = parsePhoneNumberFromString(text, 'CD')
  const ends = [...new Set([typed, ...(parsed?.isValid() ? [parsed.number.slice(1)] : [])])].filter(
    (end) => end.length >= 8 && end.length <= 15,
  )
  const lastEight = ends[0]?.slice(-8)
  return lastEight === undefined ? null : { ends: ends.filter((end) => end.endsWith(lastEight)), lastEight }
}

/** Without case and accents, like `folded` in SQL. */
function partsIn(text: string): string[] | null {
  const parts = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== '')
  return parts.join('').length >= 3 ? parts : null
}

/**
 * SQL for a text without case and accents. Most texts are plain ASCII, which has none, and folding costs ten times as much as
 * this test. @param text an SQL expression that is not null.
 */
const folded = (text: string) => `(select case when octet_length(given) = length(given) then lower(given)
    else lower(regexp_replace(normalize(given, NFD), '[\\u0300-\\u036f]', '', 'g')) end from (select ${text} offset 0) as read (given))`

/** SQL that is true if a text has every part of the search. @param parts the SQL parameter that holds them. */
export function hasParts(text: string, parts: string): string {
  return `(select bool_and(position(part in whole) > 0) from ${folded(text)} as folded (whole), unnest(${parts}::text[]) part)`
}
