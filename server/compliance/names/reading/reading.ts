// How a name can be read in Latin letters, without invisible characters: by sound, by look, and with symbols as
// letters. A name written in a way that people do not normally use is odd, and its transfer is held whatever the name
// reads as.
import anyAscii from 'any-ascii'
import { isGivenName } from '../given-names.ts'
import { isInitials } from '../parts.ts'
import { letterOfSign, lookalikeOf } from './lookalikes.ts'
import { hebrewReadings, isUnusualLetter, scriptOf, spokenGreek, withoutVowels } from './scripts.ts'

/** The rules that make a name odd, under the names in which they are reported. The first broken rule counts. */
export const oddNameRules = [
  'no_letters',
  /** More than 100 characters. */
  'too_long',
  /** More than 10 words. */
  'too_many_words',
  'invisible_characters',
  /** Letters that no name is written with. */
  'unusual_letters',
  /** Letters of several alphabets in one word. */
  'mixed_scripts',
  'digits_or_signs',
  /** A word split into its letters. */
  'single_letters',
] as const
export type OddNameRule = (typeof oddNameRules)[number]

type NameReading = {
  /** Lower-case ASCII words in order. There is always a first reading, which is right for an ordinary name. */
  bySound: readonly (readonly string[])[]
  /** What a reader may see instead: lookalike letters, symbols used as letters, words separated only by capitals. */
  byEye: readonly (readonly string[])[]
  odd: OddNameRule | undefined
}

const longestName = 100
const maxWords = 10
/** Only this much of a text is read; a longer one is already odd by its length. */
const longestRead = 600

const apostrophes = /['’ʼ`´‘ʹʻʽʾʿ′‛ʿ＇]/gu
export const ignorable = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
const hiddenInWord =
  /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]\p{M}*[\p{Default_Ignorable_Code_Point}\p{Cf}]+[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]/u
/**
 * Overrides that reverse the displayed order, so that a name stored backwards looks right. No honest name needs one.
 */
const directionOverride = /[\u202D\u202E]/
/** Accents of alphabets that are read without them. The breve of й is part of the letter, so it is kept. */
const accents =
  /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Hebrew}\p{sc=Arabic}]\p{M}*)\p{M}|(?<=\p{sc=Cyrillic}\p{M}*)(?!\u0306)\p{M}|\p{Me}|(?<![\p{L}\p{M}])\p{M}/gu
const letterSymbols = /[\u{1F110}-\u{1F1FF}\u249C-\u24B5]/gu
export const separators = /[^\p{L}\p{M}\p{N}@$€£¥|!¡+¢§]+/u
/** Words that may be several written as one: BorisZubarov, Abdulaziz. */
const isSeenOtherwise = /[a-z][A-Z]|\b(?:[AaEe][Ll]|[Aa][Bb][Dd])[A-Za-z]{5}/
const plainName = /^[A-Za-z' ,.-]*$/

/** Reads a name in all its ways and checks whether it is odd. The work is bounded, however long the text. */
export function readName(name: string): NameReading {
  const given = name.length > longestRead ? name.slice(0, longestRead) : name
  const isPlain = plainName.test(given)
  if (isPlain && !isSeenOtherwise.test(given) && name.length <= longestName) return plainReading(given)
  const pieces = (isPlain ? given.replaceAll("'", '') : cleaned(given)).split(separators).map(pieceOf)
  const written = pieces.filter(({ text }) => text !== '')
  const bySound = soundsOf(written)
  const hides = !isPlain && (hiddenInWord.test(given) || directionOverride.test(given))
  const odd = oddness(name, pieces, bySound[0]!, hides)
  return { bySound, byEye: sightsOf(written), odd }
}

/** Whether a name is written so oddly that its transfer is held regardless of any list. */
export function isOddName(name: string): boolean {
  return readName(name).odd !== undefined
}

/** A faster path for how almost every name is written, with the same result as the general one. */
function plainReading(name: string): NameReading {
  const texts = name
    .replaceAll("'", '')
    .split(/[ ,.-]+/)
    .filter((text) => text !== '')
  const words = texts.flatMap((text) => latinSound(text.toLowerCase()))
  const areShort = texts.some((text) => text.length === 1)
  const pieces = areShort ? texts.map(pieceOf) : []
  return { bySound: [words], byEye: [], odd: oddness(name, pieces, words, false) }
}

/** Removes invisible characters, accents and apostrophes, and turns letters drawn as symbols into letters. */
export function cleaned(name: string): string {
  // guard: invisible-characters
  return name
    .replace(apostrophes, '')
    .replace(ignorable, '')
    .replace(letterSymbols, (symbol) =>
      anyAscii(symbol)
        .toLowerCase()
        .replace(/[^a-z]/g, ''),
    )
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFC')
}

/** The text between two separators. */
type Piece = {
  text: string
  hasLetters: boolean
  hasSigns: boolean
  /** `mixed` for letters of several alphabets; empty without letters. */
  script: string
  isStrange: boolean
}

const latinLetters = /^[A-Za-z]+$/
export const digitOrSign = /[^\p{L}\p{M}]/u

function pieceOf(text: string): Piece {
  if (latinLetters.test(text))
    return { text, hasLetters: true, hasSigns: false, script: 'Latin', isStrange: false }
  const letters = [...text].filter((letter) => /\p{L}/u.test(letter))
  const scripts = new Set(letters.map(scriptOf))
  return {
    text,
    hasLetters: letters.length > 0,
    // An exclamation mark at the end is punctuation, not a letter in disguise.
    hasSigns: digitOrSign.test(text.replace(/[!¡]+$/u, '')),
    script: scripts.size > 1 ? 'mixed' : ([...scripts][0] ?? ''),
    isStrange: letters.length > 0 && (letters.some(isUnusualLetter) || anyAscii(text) === ''),
  }
}

type Way = { of: (piece: Piece) => boolean; read: (piece: Piece) => string[] }

/** The whole name once for each way that applies to at least one of its pieces. */
function readIn(pieces: readonly Piece[], ways: readonly Way[]): string[][] {
  return ways.filter((way) => pieces.some(way.of)).map((way) => pieces.flatMap(way.read))
}

function soundsOf(pieces: readonly Piece[]): string[][] {
  const others = readIn(pieces, [
    {
      of: isConsonantal,
      read: (piece) => (isConsonantal(piece) ? soundOf(persian(piece)).map(withoutVowels) : soundOf(piece)),
    },
    { of: ({ script }) => script === 'Korean', read: (piece) => soundOf(piece).map(northKorean) },
    {
      of: isGreek,
      read: (piece) => (isGreek(piece) ? [asciiOf(spokenGreek(piece.text))] : soundOf(piece)),
    },
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((place) =>
      nthReading(isHebrew, ({ text }) => hebrewReadings(text), place),
    ),
  ])
  return [pieces.flatMap(soundOf), ...others]
}

function sightsOf(pieces: readonly Piece[]): string[][] {
  const inPlaceOfSigns = (reading: 0 | 1): Way => ({
    of: ({ hasLetters, text }) => hasLetters && digitOrSign.test(text),
    read: (piece) => (piece.hasLetters ? sightOf({ ...piece, text: withoutSigns(piece.text, reading) }) : []),
  })
  return readIn(pieces, [
    { of: looksLatin, read: sightOf },
    {
      of: isCompound,
      read: (piece) => soundOf(piece).flatMap((word) => (isCompound(piece) ? apart(word) : word)),
    },
    { of: hasHump, read: (piece) => (hasHump(piece) ? piece.text.split(hump).map(asciiOf) : soundOf(piece)) },
    inPlaceOfSigns(0),
    inPlaceOfSigns(1),
  ])
}

const asciiOf = (text: string) =>
  anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z]/g, '')

/**
 * Reads a piece by sound. any-ascii starts each sign of a script without spaces with a capital, which splits the words.
 */
function soundOf({ text, script }: Piece): string[] {
  if (latinLetters.test(text)) return latinSound(text.toLowerCase())
  const ascii =
    script === 'Arabic' ? arabicSounds(text) : anyAscii(script === 'Greek' ? greekSounds(text) : text)
  if (script === 'Latin' || script === '') return latinSound(ascii.toLowerCase().replace(/[^a-z]/g, ''))
  if (text === 'ال') return ['al']
  const article = script === 'Arabic' && /^ال\p{L}{3}/u.test(text)
  const parts = article ? ['al', arabicSounds(text.slice(2))] : ascii.split(/(?<=[a-z])(?=[A-Z])| /)
  return parts.map((part) => part.toLowerCase().replace(/[^a-z]/g, '')).filter((part) => part !== '')
}

function latinSound(word: string): string[] {
  if (word === '') return []
  return isInitials(word) ? [...word] : [word]
}

/** Reads a piece by look: a Cyrillic Н as H. */
function sightOf({ text }: Piece): string[] {
  const seen = [...text].map((letter) => (/[A-Za-z]/.test(letter) ? letter : (lookalikeOf(letter) ?? letter)))
  const ascii = asciiOf(seen.join(''))
  return ascii === '' ? [] : [ascii]
}

function looksLatin({ text, script }: Piece): boolean {
  if (script === 'Latin' || script === '') return false
  return script === 'mixed' || [...text].every((letter) => lookalikeOf(letter) !== undefined)
}

const withoutSigns = (text: string, reading: 0 | 1) =>
  [...text].map((sign) => letterOfSign(sign, reading) ?? sign).join('')

const hump = /(?<=[a-z])(?=[A-Z])/
const hasHump = ({ text, script }: Piece) => script === 'Latin' && hump.test(text)

/** Arabic words joined to their article, such as Almuqrani or Abdulaziz, but not Alexander. */
const compound = /^(?:(abd)[aeou]{1,2}[lrsndzt](?=[a-z]{4})|([ae]l)(?=[a-z]{5}))/
const isCompound = ({ text, script }: Piece) =>
  script === 'Latin' && compound.test(text.toLowerCase()) && !isGivenName(text.toLowerCase())
const apart = (word: string) => word.replace(compound, '$1$2 ').split(' ')

const isGreek = ({ script }: Piece) => script === 'Greek'
const isHebrew = ({ script }: Piece) => script === 'Hebrew'

/** One of several readings of the pieces of an alphabet; pieces with fewer readings keep their first. */
function nthReading(of: (piece: Piece) => boolean, readings: (piece: Piece) => string[], place: number): Way {
  const at = (piece: Piece) => readings(piece)[place]
  return {
    of: (piece) => of(piece) && at(piece) !== undefined,
    read: (piece) => (of(piece) ? [at(piece) ?? readings(piece)[0] ?? ''].filter(Boolean) : soundOf(piece)),
  }
}

const isConsonantal = ({ script }: Piece) => script === 'Arabic' || script === 'Hebrew' || script === 'Syriac'

/** The Persian pronunciation, in which three more letters sound like z. */
const persian = (piece: Piece): Piece => ({ ...piece, text: piece.text.replace(/[ضظذ]/gu, 'ز') })

/** Arabic letters by sound. A vowel at the beginning has a letter of its own, which any-ascii leaves out. */
function arabicSounds(text: string): string {
  const ascii = anyAscii(text)
  // guard: arabic-first-vowels
  return /^[اأإآٱع]/u.test(text) && !/^[aeiou]/i.test(ascii) ? `a${ascii}` : ascii
}

/** Greek letter pairs that make one sound. */
function greekSounds(text: string): string {
  return text.replace(/μπ/giu, 'b').replace(/ντ/giu, 'd').replace(/γκ/giu, 'g').replace(/ου/giu, 'ou')
}

/** North Korean romanisation, as in passports and lists: the South writes Gim Jeongeun, the North Kim Jong Un. */
function northKorean(text: string): string {
  const known: Record<string, string> = {
    i: 'ri',
    yi: 'ri',
    bak: 'pak',
    choe: 'choe',
    jeong: 'jong',
    eun: 'un',
  }
  return (
    known[text] ??
    text.replace(/eo/g, 'o').replace(/eu/g, 'u').replace(/^g/, 'k').replace(/^d/, 't').replace(/^b/, 'p')
  )
}

function oddness(
  name: string,
  pieces: readonly Piece[],
  words: readonly string[],
  isHidden: boolean,
): OddNameRule | undefined {
  if (words.length === 0) return 'no_letters'
  if (name.length > longestName) return 'too_long'
  if (words.length > maxWords) return 'too_many_words'
  if (isHidden) return 'invisible_characters'
  if (pieces.some(({ isStrange }) => isStrange)) return 'unusual_letters'
  if (pieces.some(({ script }) => script === 'mixed')) return 'mixed_scripts'
  // guard: digits-in-names
  if (pieces.some(({ hasSigns }) => hasSigns)) return 'digits_or_signs'
  // guard: single-letter-names
  return areLettersApart(pieces) ? 'single_letters' : undefined
}

/** J. R. R. are initials. Four single letters, or three that are not all capitals, are a word split into letters. */
function areLettersApart(pieces: readonly Piece[]): boolean {
  const isSingle = ({ text, script }: Piece) =>
    /^\p{L}$/u.test(text) && script !== 'EastAsian' && script !== 'Korean'
  if (pieces.filter(isSingle).length >= 4) return true
  return pieces.some((_, at) => {
    const run = pieces.slice(at, at + 3)
    return run.length === 3 && run.every(isSingle) && run.some(({ text }) => text !== text.toUpperCase())
  })
}
