// Decimal digits of every script, such as ٣ and ३ for 3.

const decimalDigit = /\p{Nd}/u

/** Returns the value of a digit, from 0 to 9; undefined for another sign. Unicode orders the digits of each script from zero to nine. */
export function digitOf(sign: string): number | undefined {
  const code = sign.codePointAt(0)!
  if (code < 0x80) return code >= 0x30 && code <= 0x39 ? code - 0x30 : undefined
  if (!decimalDigit.test(sign)) return undefined
  let zero = code
  while (decimalDigit.test(String.fromCodePoint(zero - 1))) zero -= 1
  return (code - zero) % 10
}
