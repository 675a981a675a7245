// One entry of a sanctions or watch list, independent of the file format it came from.
import anyAscii from 'any-ascii'
import type { Environment } from '../../kernel/environment.ts'
import { digitOf } from '../../kernel/text/characters.ts'
import { lookalikeOf } from '../names/reading/lookalikes.ts'

/** `thing` is a ship, an aircraft or a crypto wallet, which can never be a sender or receiver. */
export type EntryKind = 'person' | 'organisation' | 'unknown' | 'thing'

export type ListEntry = {
  entryId: string
  kind: EntryKind
  name: string
  aliases: readonly string[]
  /** Aliases that the list marks as weak: they match only word for word. */
  weakAliases: readonly string[]
  /** YYYY, YYYY-MM or YYYY-MM-DD, as precise as the list has them. */
  birthDates: readonly string[]
  /** ISO 3166-1 alpha-2. Birth, nationality and residence together, since not all lists distinguish them. */
  countries: readonly string[]
  identifiers: readonly string[]
  programs: readonly string[]
  /** Telephone numbers as the list has them. */
  phones?: readonly string[]
}

export type StoredEntry = ListEntry & {
  list: string
  environments: readonly Environment[]
  /** Changes whenever the content of the entry changes. */
  entryVersion: string
}

const shortestIdentifier = 6

/**
 * Normalises a document number for comparison (`comparableNumber`). Empty for a number too short to identify one person, or
 * without a digit.
 */
export function identifierKey(number: string): string {
  const key = comparableNumber(number)
  return key.length < shortestIdentifier || !/\d/.test(key) ? '' : confusable(key)
}

/** The same of a number of any length, such as that of a document whose uses are counted. Empty without letters and digits. */
export const numberKey = (number: string): string => confusable(comparableNumber(number))

/** Characters that are easily confused (O and 0, I, L and 1) made equal. */
// guard: document-lookalike-letters
const confusable = (key: string) => key.replaceAll('O', '0').replace(/[IL]/g, '1')

/**
 * Capital letters and digits only: without accents, digits of every script by their value, and letters that look like Latin ones or
 * are Latin ones with a stroke or in a ligature (Cyrillic А, Ø, Æ) as those. Other letters are kept, because different numbers would
 * become equal without them.
 */
function comparableNumber(number: string): string {
  // guard: document-accents
  const signs = number.normalize('NFKD').replace(lesserLetters, '')
  const plain = [...signs].map(plainSign).join('').toUpperCase()
  // guard: document-other-letters
  return plain.replace(/[^\p{L}\p{N}]/gu, '')
}

/** What counts as a letter but is written like an accent, such as ʼ and the Arabic tatweel, or cannot be seen. */
const lesserLetters = /[\p{Lm}\p{Default_Ignorable_Code_Point}]/gu

/** Latin letters, numbers of all kinds, and letters in circles and squares. */
const hasPlainForm = /\p{Script=Latin}|\p{N}|(?=\p{So})\p{Alphabetic}/u

/** Signs that look more like a digit than like a letter. */
const likeDigits = new Map([...'ЗзӠӡƷʒȜȝ'].map((sign) => [sign, 3])).set('ǀ', 1)

function plainSign(sign: string): string {
  if (/[A-Za-z0-9]/.test(sign)) return sign
  // guard: document-digits
  const found = digitOf(sign) ?? likeDigits.get(sign)
  if (found !== undefined) return String(found)
  const capital = sign.toUpperCase()
  // A final sigma has the small letter of its capital as a third form.
  const like = lookalikeOf(sign) ?? lookalikeOf(capital) ?? lookalikeOf(capital.toLowerCase())
  if (like !== undefined) return like
  const plain = hasPlainForm.test(sign) ? anyAscii(sign) : ''
  return /^[A-Za-z0-9]+$/.test(plain) ? plain : sign
}

/** The content of an entry as its columns are named. */
export type EntryColumns = {
  kind: EntryKind
  name: string
  aliases: string[]
  weak_aliases: string[]
  birth_dates: string[]
  countries: string[]
  identifiers: string[]
  programs: string[]
  phones: string[]
}

/** A list file that cannot be imported; the message says why and on which line, and of a file beside the list, in which file. */
export class ListFileFault extends Error {
  constructor(reason: string, line?: number, file?: string) {
    super([file, line === undefined ? undefined : `line ${line}`, reason].filter(Boolean).join(': '))
    this.name = 'ListFileFault'
  }
}
