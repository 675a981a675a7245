import { typedNumber } from '../language/typed-text.ts'

/** Parses "25,50" or "1 025.50" into a number; undefined unless it is a positive amount of at most two decimals. */
export function amountOf(typed: string): number | undefined {
  const plain = typedNumber(typed).replace(/\s/g, '').replace(/[,٫]/, '.')
  return /^\d{1,10}(\.\d{1,2})?$/.test(plain) && Number(plain) > 0 ? Number(plain) : undefined
}
