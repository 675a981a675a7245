// Cleans what people type or paste. Phones and messengers add characters that no eye sees (marks of direction around a number,
// zero-width spaces, narrow blanks), and many keyboards write the digits and signs of other scripts.
import { digitOf } from './characters.ts'

/** What shows nothing, and matters in no name: format characters and fillers. */
// guard: hidden-in-typed-text
const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** The same without what joins emojis and the letters of some scripts. */
const hiddenInProse = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

/** Every blank but the breaks of lines; `\u2800` is braille without dots. */
const blank = /[^\S\r\n]|\u2800/g

/** Letters, digits and signs of double width, as Asian keyboards type them. */
const fullWidth = /[\uff01-\uff5e]/g

const asciiOf = (sign: string) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)

/** A text of several words: every space becomes an ordinary one, and what joins letters and emojis stays. */
export function typedProse(text: string): string {
  return text.replace(hiddenInProse, '').replace(blank, ' ').trim()
}

/** A line of letters, such as a name: every space becomes an ordinary one. */
export function typedLine(text: string): string {
  return text
    .replace(hidden, '')
    .replace(/\s|\u2800/g, ' ')
    .trim()
}

/** The digits of every script as 0 to 9. */
export function plainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (sign) => String(digitOf(sign)))
}

/** A line with digits and signs in it, such as an amount or a telephone number: in ASCII as far as possible. */
export function typedNumber(text: string): string {
  return plainDigits(typedLine(text))
    .replace(fullWidth, asciiOf)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
}

/** A text up to its last character that is no punctuation and no symbol. */
const withoutFinalSigns = (text: string): string => /^.*[^\p{P}\p{S}]/su.exec(text)?.[0] ?? ''

/** A code in capitals, without blanks and without the punctuation of a sentence that it ended. */
export function typedCode(text: string): string {
  return withoutFinalSigns(typedNumber(text).replace(/\s/g, '')).toUpperCase()
}
