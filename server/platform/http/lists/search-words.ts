// What somebody may have typed into a search field: one text can be a reference, a phone number, an amount and the end
// of a card number at once, and is looked for as all of them.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { parseMoney } from '../../../kernel/money.ts'

export type SearchWords = {
  text: string
  /** Hundredths, of any currency. */
  amount: bigint | null
  last4: string | null
  email: string | null
  /** How the digits of a number may end, without country code where none was given; and what those have in common. */
  phone: { ends: string[]; lastEight: string } | null
}

/** @param text as typed, trimmed. Numbers without a country code are of the Democratic Republic of Congo, if they can be. */
export function searchWords(text: string): SearchWords {
  return {
    text,
    amount: amountIn(text),
    last4: /^\d{4}$/.test(text) ? text : null,
    email: /^[^@\s]+@[^@\s]+$/.test(text) ? text.toLowerCase() : null,
    phone: phoneIn(text),
  }
}

/**
 * `12.50`, `12,5`, `12.50 USD`, and as pages and spreadsheets show it: `5 000,00`, `5,000.00 CDF`, `5.000,00`. A single
 * comma or point before three digits groups them: no amount has three decimals.
 */
function amountIn(text: string): bigint | null {
  const [, digits] = /^(?:[A-Z]{3}\s?)?(\d[\d\s.,'’]*?)(?:\s?[A-Z]{3})?$/i.exec(text) ?? []
  if (digits === undefined) return null
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(digits) ?? []
  if (!isGrouped(whole)) return null
  const plain = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  return plain.length > 12 ? null : (parseMoney(`${plain}.${decimals || '0'}`, 'USD')?.minor ?? null)
}

/** Digits alone, or threes parted by one and the same sign, any space being the same. */
function isGrouped(whole: string): boolean {
  return (
    /^\d+$/.test(whole) ||
    /^\d{1,3}([ .,'])\d{3}(?:\1\d{3})*$/.test(whole.replace(/\s/g, ' ').replaceAll('’', "'"))
  )
}

function phoneIn(text: string): SearchWords['phone'] {
  if (!/^[\d+][\d\s().-]{6,29}$/.test(text)) return null
  // Zeros before a number are dialled, they are no part of it.
  const typed = text.replace(/\D/g, '').replace(/^0+/, '')
  const parsed = parsePhoneNumberFromString(text, 'CD')
  const ends = [...new Set([typed, ...(parsed?.isValid() ? [parsed.number.slice(1)] : [])])].filter(
    (end) => end.length >= 8 && end.length <= 15,
  )
  const lastEight = ends[0]?.slice(-8)
  return lastEight === undefined ? null : { ends: ends.filter((end) => end.endsWith(lastEight)), lastEight }
}
