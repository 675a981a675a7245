import { typedNumber } from '../../ui/language/typed-text.ts'

/**
 * Parses a typed amount such as "25,50", "1 025.50" or "−3" into a number for JSON. Undefined for zero, for an empty
 * text, and for what is not an amount with at most two decimals.
 */
export function amountOf(typed: string): number | undefined {
  const plain = plainNumber(typed)
  return /^[+-]?\d{1,10}(\.\d{1,2})?$/.test(plain) && Number(plain) !== 0 ? Number(plain) : undefined
}

/** Parses a typed limit, which may be zero, into the text that the API takes. Undefined for what is no such amount. */
export function limitOf(typed: string): string | undefined {
  const plain = plainNumber(typed)
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? plain : undefined
}

const plainNumber = (typed: string) => typedNumber(typed).replace(/\s/g, '').replace(/[,٫]/, '.')
