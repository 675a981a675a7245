// The digits of every script as 0 to 9, for keyboards that type others.
const isDigit = /\p{Nd}/u

/** Unicode orders the digits of each script from zero to nine. */
export function plainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (sign) => {
    const code = sign.codePointAt(0) as number
    let zero = code
    while (code >= 0x80 && isDigit.test(String.fromCodePoint(zero - 1))) zero -= 1
    return code < 0x80 ? sign : String((code - zero) % 10)
  })
}
