// Reads amounts as people and spreadsheets write them.
import { type Currency, type Money, parseWrittenMoney } from '../../kernel/money.ts'

/** How amounts mark their decimals: spreadsheets in French write a comma, and separate columns by semicolons. */
export type DecimalMark = '.' | ',' | 'either'

const amountForm = /^(\d{1,3}(?:(?: \d{3})+|(?:\.\d{3})+|(?:,\d{3})+|(?:'\d{3})+)|\d+)(?:([.,])(\d+))?$/

/**
 * An unsigned amount that a person or a spreadsheet wrote, also with groups of thousands. Undefined if it is none, or if it could be
 * two: a single comma or point before three digits.
 */
export function spreadsheetAmount<C extends Currency>(
  text: string,
  currency: C,
  decimals: DecimalMark,
): Money<C> | undefined {
  const plain = text.trim().replace(/\s/g, ' ').replaceAll('’', "'")
  const [all, whole = '', mark, digits = ''] = amountForm.exec(plain) ?? []
  const group = /\D/.exec(whole)?.[0]
  if (all === undefined || (mark !== undefined && decimals !== 'either' && mark !== decimals))
    return undefined
  // guard: ambiguous-thousands
  if ((group === '.' || group === ',') && (mark === undefined || mark === group)) return undefined
  const joined = whole.replace(/\D/g, '')
  return parseWrittenMoney(mark === undefined ? joined : `${joined}.${digits}`, currency)
}

/** Why a text is no amount, in words that follow the name of its field. */
export function writtenAmountFault(text: string): string {
  const plain = text.trim().replace(/\s/g, ' ')
  if (!/\d/.test(plain)) return 'is no number'
  if (/\p{L}|\p{Sc}/u.test(plain)) return 'has more than a number: write it without its currency'
  if (/^[-−]/.test(plain)) return 'is negative'
  if (/^\d{1,3}[.,]\d{3}$/.test(plain)) return 'could be thousands or decimals: write it without a separator'
  return /[.,]\d{3,}$/.test(plain) ? 'has more than two decimals' : 'is not written as an amount'
}

/** The same with a sign before or after it; 0 is an amount. */
export function signedSpreadsheetAmount(
  text: string,
  currency: Currency,
  decimals: DecimalMark,
): bigint | undefined {
  const plain = text.trim()
  const [before = ''] = /^[+\-−]/.exec(plain) ?? []
  const [after = ''] = /[+\-−]$/.exec(plain.slice(before.length)) ?? []
  if (before !== '' && after !== '') return undefined
  const digits = plain.slice(before.length, plain.length - after.length)
  const amount = spreadsheetAmount(digits, currency, decimals)
  return amount && (/[-−]/.test(before + after) ? -amount.minor : amount.minor)
}
