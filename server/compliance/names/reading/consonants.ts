// Compares names in Hebrew, Greek, katakana or Hangul with Latin ones by their consonants alone. These alphabets do not write every vowel,
// add others, and have one sign for several consonants of other languages.
import anyAscii from 'any-ascii'
import { damerauLevenshtein, withoutRepeatedLetters } from '../edit-distance.ts'
import { hebrewReadings, spokenGreek } from './scripts.ts'

/** Sounds that one of the alphabets does not tell apart. */
const sounds: readonly (readonly [letters: RegExp, sound: string])[] = [
  // Greek writes b, d and g as a nasal and another consonant.
  [/[mn](?=[bpdtgk])/g, ''],
  [/tsch|tch|tsh|sch|ch|sh|zh|dz|dj|ts|tz|c(?=[eiy])|[jzs]/g, 's'],
  [/ph|[vbpfw]/g, 'p'],
  [/kh|gh|ck|[gkqcx]/g, 'k'],
  [/th|dh|[td]/g, 't'],
  [/[aeiouyh]/g, ''],
]

const consonantsIn = (text: string): string =>
  withoutRepeatedLetters(sounds.reduce((word, [letters, sound]) => word.replace(letters, sound), text))

/** The consonants as katakana and Hangul write them, which have one sign for l and r, and one for m and n before others. */
export const inSyllables = (consonants: string): string =>
  withoutRepeatedLetters(consonants.replaceAll('l', 'r').replaceAll('m', 'n'))

/** The consonants of a Latin word in each way that another alphabet may write it: w may be a vowel there, and kh be silent. */
export const consonantsOf = (text: string): string[] => [
  ...new Set([text, text.replace(/w/g, ''), text.replace(/kh|x/g, '')].map(consonantsIn)),
]

const isSyllabic = /^[\p{sc=Katakana}\p{sc=Hangul}ー\s・･·.-]+$/u
const isAlphabetic = /^(?:[\p{sc=Hebrew}\p{P}\s]+|[\p{sc=Greek}\p{M}\p{P}\s]+)$/u

const asciiOf = (text: string) =>
  anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z]/g, '')

const soundOf = (word: string): string =>
  /\p{sc=Hebrew}/u.test(word)
    ? (hebrewReadings(word)[0] ?? '')
    : asciiOf(/\p{sc=Greek}/u.test(word) ? spokenGreek(word) : word)

const fewestOfWord = 2

/** `areSyllables`: written in katakana or Hangul. */
type ForeignConsonants = { words: string[]; areSyllables: boolean }

/** The consonants of each word of a name in one of these alphabets; undefined for any other name. */
export function consonantsOfForeign(name: string): ForeignConsonants | undefined {
  const text = name.trim()
  // guard: syllabic-alphabets
  const areSyllables = isSyllabic.test(text)
  if (!areSyllables && !isAlphabetic.test(text)) return undefined
  const words = text
    .split(/[\s・･·.-]+/u)
    .map((word) => consonantsIn(soundOf(word)))
    .map((consonants) => (areSyllables ? inSyllables(consonants) : consonants))
    .filter((consonants) => consonants.length >= fewestOfWord)
  return { words, areSyllables }
}

const fewestOfName = 7
const fewestWithSlip = 4
const consonantsPerSlip = 9

/** Whether two words have the same consonants: 0, with one other: 1, or neither: undefined. */
function slipsBetween(a: string, b: string): number | undefined {
  if (a === b) return 0
  const isLong = Math.max(a.length, b.length) >= fewestWithSlip
  return isLong && a[0] === b[0] && damerauLevenshtein(a, b) <= 1 ? 1 : undefined
}

/**
 * Whether each word of a name is one of a listed name, of which one more word may be missing. If none is, one of nine consonants
 * may be another. A name of few consonants is like too many others.
 */
export function haveSameConsonants(
  words: readonly string[],
  listed: readonly (readonly string[])[],
): boolean {
  const count = words.join('').length
  if (words.length < 2 || count < fewestOfName) return false
  const rest = listed.filter((readings) => readings.some((each) => each.length >= fewestOfWord))
  if (rest.length > words.length + 1) return false
  let slips = 0
  for (const word of words) {
    const found = rest.map((readings) =>
      readings.map((each) => slipsBetween(word, each)).filter((n) => n !== undefined),
    )
    const exact = found.findIndex((all) => all.includes(0))
    const at = exact >= 0 ? exact : found.findIndex((all) => all.length > 0)
    if (at < 0) return false
    rest.splice(at, 1)
    if (exact < 0) slips += 1
  }
  return slips === 0 || (rest.length === 0 && slips <= Math.floor(count / consonantsPerSlip))
}
