// Cleans what people type or paste on pages, as server/kernel/text/typed-text.ts does for requests: marks that no eye sees, spaces of every
// kind, digits of every script. A test compares the two.

const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** The same without what joins emojis and the letters of some scripts. */
const hiddenInProse = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g
const anyBlank = /[^\S\r\n]|\u2800/g
const fullWidth = /[\uff01-\uff5e]/g
const isDigit = /\p{Nd}/u

const asciiOf = (sign: string) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)

/** Unicode orders the digits of each script from zero to nine. */
function digitValue(sign: string): string {
  const code = sign.codePointAt(0) as number
  let zero = code
  while (code >= 0x80 && isDigit.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code < 0x80 ? sign : String((code - zero) % 10)
}

/** A text of several words. */
export const typedProse = (text: string) => text.replace(hiddenInProse, '').replace(anyBlank, ' ').trim()

/** A line of letters, such as a name. */
export const typedLine = (text: string) =>
  text
    .replace(hidden, '')
    .replace(/\s|\u2800/g, ' ')
    .trim()

/** The digits of every script as 0 to 9. */
export const plainDigits = (text: string) => text.replace(/\p{Nd}/gu, digitValue)

/** A line with digits and signs in it, such as an amount or a telephone number. */
export const typedNumber = (text: string) =>
  plainDigits(typedLine(text))
    .replace(fullWidth, asciiOf)
    .replace(/[\u2010-\u2015\u2212]/g, '-')

/** A text up to its last character that is no punctuation and no symbol. */
const withoutFinalSigns = (text: string) => /^.*[^\p{P}\p{S}]/su.exec(text)?.[0] ?? ''

/** A code in capitals, without blanks and without the punctuation of a sentence that it ended. */
export const typedCode = (text: string) =>
  withoutFinalSigns(typedNumber(text).replace(/\s/g, '')).toUpperCase()
