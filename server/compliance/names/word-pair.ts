// Compares two words: whether they can be the same part of a name, and with what certainty.

import { isCommonFamilyName, sharedFamilyName } from './common-names.ts'
import { damerauLevenshtein, jaroWinkler, withoutRepeatedLetters } from './edit-distance.ts'
import { givenNamesBeginningWith, givenNamesOf } from './given-names.ts'
import { isSyllable } from './reading/east-asian-names.ts'
import { consonantsIn, type Word } from './words.ts'

export type Pair = {
  how: 'equal' | 'short_form' | 'initial' | 'spelling' | 'similar' | 'joined'
  /** 0 to 1. */
  score: number
}

const equal: Pair = { how: 'equal', score: 1 }
const spelling: Pair = { how: 'spelling', score: 0.97 }
export const withoutVowels: Pair = { how: 'spelling', score: 0.9 }
const shortForm: Pair = { how: 'short_form', score: 0.95 }
const beginning: Pair = { how: 'short_form', score: 0.85 }
const initial: Pair = { how: 'initial', score: 0.75 }
/** Slightly lower, so that M. pairs with Marie rather than Mukendi where both are possible, in any order. */
const familyInitial: Pair = { how: 'initial', score: 0.74 }

/** Compares two words; undefined if they are different words. */
export function comparePair(a: Word, b: Word): Pair | undefined {
  if (a.text === b.text) return equal
  if (a.kind === 'initial' || b.kind === 'initial') return compareInitial(a, b)
  const bothGiven = a.kind === 'given' && b.kind === 'given'
  if (!bothGiven && (a.keys.some((key) => b.keys.includes(key)) || sharedFamilyName(a.text, b.text)))
    return spelling
  if (sharesGivenName(a, b)) return shortForm
  // Known given names that look alike, such as Michel and Michelle, are not typing errors of each other.
  if (bothGiven) return undefined
  if (abbreviates(a, b) || abbreviates(b, a)) return beginning
  return sameConsonants(a, b) ? withoutVowels : similar(a, b)
}

function compareInitial(a: Word, b: Word): Pair | undefined {
  if (a.text[0] !== b.text[0] || a.kind === 'particle' || b.kind === 'particle') return undefined
  return a.kind === 'family' || b.kind === 'family' ? familyInitial : initial
}

function sharesGivenName(a: Word, b: Word): boolean {
  const names = givenNamesOf(a.text)
  return names.size > 0 && !names.isDisjointFrom(givenNamesOf(b.text))
}

function abbreviates(short: Word, long: Word): boolean {
  return (
    long.kind === 'given' &&
    short.text !== long.text &&
    givenNamesBeginningWith(short.text).includes(long.text)
  )
}

/**
 * The comparison for screening, where a name may be misspelt on purpose: also matches by sound in any language, and
 * given names with one letter changed.
 */
export function compareLoosely(a: Word, b: Word): Pair | undefined {
  const pair = comparePair(a, b)
  // guard: syllables-as-names
  if (pair?.how !== 'equal' && pair?.how !== 'short_form' && areSyllables(a, b)) return undefined
  if ((pair && pair.how !== 'similar') || a.kind === 'initial' || b.kind === 'initial') return pair
  if (isGivenOtherwise(a, b)) return otherwise
  if (a.kind === 'given' && b.kind === 'given') return compareGivenNames(a, b)
  if ((a.kind === 'given' || b.kind === 'given') && soundsAlike(a, b)) return byEar
  if (isFeminineOf(a, b) || isFeminineOf(b, a)) return undefined
  if (isCommonFamilyName(a.text) && isCommonFamilyName(b.text)) return undefined
  if (a.ear === b.ear && a.ear.length >= 3) return byEar
  if (pair && pair.score > byBones.score) return pair
  if (haveSameBones(a, b)) return byBones
  const slip = pair ?? mistyped(a, b)
  // Whoever misspells a name begins it alike. Two errors of which one is the first letter make another name.
  // guard: other-beginnings
  return slip && (beginAlike(a, b) || damerauLevenshtein(a.text, b.text) === 1) ? slip : undefined
}

/** Whether two words begin with one sound, as far as alphabets and transcriptions agree on it. */
const beginAlike = (a: Word, b: Word) =>
  a.bones.some(([first]) => b.bones.some((bones) => bones[0] === first))

/** Returns `compareLoosely` with a cache: the candidates compared with one name share most of their words. */
export function openComparison(): typeof compareLoosely {
  const known = new Map<Word, Map<Word, Pair | undefined>>()
  return (a, b) => {
    const others = known.get(a) ?? new Map<Word, Pair | undefined>()
    const before = others.get(b)
    if (before !== undefined || others.has(b)) return before
    if (others.size === 0) known.set(a, others)
    const pair = compareLoosely(a, b)
    others.set(b, pair)
    return pair
  }
}

function compareGivenNames(a: Word, b: Word): Pair | undefined {
  if (soundsAlike(a, b)) return byEar
  if (sameConsonants(a, b)) return withoutVowels
  // guard: compound-given-names
  return isServantOf(a) && isServantOf(b) && haveSameBones(a, b) ? byBones : undefined
}

/** Whether the word is a compound such as Abdelkader, of which there are too many spellings for a table. */
const isServantOf = ({ text }: Word) => text.length > 7 && text.startsWith('abd')

const areSyllables = (a: Word, b: Word) =>
  a.kind === 'family' && b.kind === 'family' && isSyllable(a.text) && isSyllable(b.text)

/** Whether two given names are one by the first letter of another language: Osama and Usama, Emad and Imad. */
function soundsAlike(a: Word, b: Word): boolean {
  const firstVowel = (ear: string) => ear.replace(/^e/, 'i')
  const isSameEnd = /[aeiou]$/.test(a.text) === /[aeiou]$/.test(b.text)
  return (
    isSameEnd &&
    a.ear.length >= 4 &&
    a.ear.slice(1) === b.ear.slice(1) &&
    firstVowel(a.ear) === firstVowel(b.ear)
  )
}

/**
 * Whether one is the other given name in Latin (Callixtus for Callixte) or as it sounds in French (Loran for Laurent).
 */
function isGivenOtherwise(a: Word, b: Word): boolean {
  if (a.kind !== 'given' && b.kind !== 'given') return false
  const areLong = a.text.length > 5 && b.text.length > 5
  if (areLong && a.text.slice(0, 4) === b.text.slice(0, 4) && masculine(a.text) === masculine(b.text))
    return true
  return a.kind !== b.kind && frenchSound(a.text) === frenchSound(b.text)
}

const frenchRules: [pattern: RegExp, sound: string][] = [
  [/eau|au/g, 'o'],
  [/oi|oua/g, 'ua'],
  [/ou/g, 'u'],
  [/[ae][nm](?![aeioun])/g, 'an'],
  [/ai|ei/g, 'e'],
  [/qu|ck|c(?![ehiy])/g, 'k'],
  [/c(?=[eiy])|ss/g, 's'],
  [/ch|sh/g, 'C'],
  [/zh|j|g(?=[eiy])/g, 'j'],
  [/ph/g, 'f'],
  [/h/g, ''],
  [/y/g, 'i'],
]

const silentAtTheEnd = 'estdxpz'
const shortestSounded = 3

function withoutSilentEnd(text: string): string {
  let end = text.length
  while (end > shortestSounded && silentAtTheEnd.includes(text[end - 1]!)) end -= 1
  return text.slice(0, end)
}

const masculine = (text: string) => text.replace(/(?:us|os|e)$/, '')

const frenchSounds = new Map<string, string>()
const maxSounds = 100_000

/** How the word sounds in French, where final consonants are silent. */
function frenchSound(text: string): string {
  const known = frenchSounds.get(text)
  if (known !== undefined) return known
  const sounded = frenchRules.reduce((word, [pattern, to]) => word.replace(pattern, to), text)
  const sound = withoutRepeatedLetters(withoutSilentEnd(sounded))
  if (frenchSounds.size >= maxSounds) frenchSounds.clear()
  frenchSounds.set(text, sound)
  return sound
}

/** How many consonants two words have if they have the same in one way to read them, otherwise 0. */
export const sharedConsonants = (a: Word, b: Word): number =>
  Math.max(0, ...a.bones.filter((bones) => b.bones.includes(bones)).map(consonantsIn))

function shareBones(a: Word, b: Word, least: number): boolean {
  for (const bones of a.bones) if (consonantsIn(bones) >= least && b.bones.includes(bones)) return true
  return false
}

const shortWord = 6
const shortestByBones = 4

/** Whether the consonants are equal and the vowels differ only as much as two countries' spellings of one name. */
function haveSameBones(a: Word, b: Word): boolean {
  if (isCommonFamilyName(a.text)) return false
  const longer = Math.max(a.text.length, b.text.length)
  const areShort = longer <= shortWord
  if (Math.min(a.text.length, b.text.length) < shortestByBones) return false
  if (!shareBones(a, b, areShort ? 2 : 3)) return false
  // Short words with other first letters are other names.
  if (areShort && a.text[0] !== b.text[0] && a.ear[0] !== b.ear[0] && hasVowels(a) && hasVowels(b))
    return false
  const edits = Math.min(damerauLevenshtein(a.ear, b.ear), damerauLevenshtein(a.text, b.text))
  // guard: vowels-of-short-names
  return edits <= (areShort ? sharedConsonants(a, b) - 1 : longer * 0.36)
}

/** Typing errors in words that are too short, or changed too much, for `comparePair`. */
function mistyped(a: Word, b: Word): Pair | undefined {
  const shorter = Math.min(a.text.length, b.text.length)
  if (shorter < 5 || Math.abs(a.text.length - b.text.length) > maxEdits) return undefined
  if (differingLetters(a, b) > 2 * maxEdits + 2) return undefined
  const edits = Math.min(damerauLevenshtein(a.text, b.text), damerauLevenshtein(a.ear, b.ear))
  if (edits > (shorter >= 8 ? maxEdits : 1)) return undefined
  // Short words with another first letter are other names.
  if (shorter < longEnough && a.text[0] !== b.text[0]) return undefined
  return { how: 'similar', score: edits === 1 ? oneLetter : twoLetters }
}

const longEnough = 7
const otherwise: Pair = { how: 'short_form', score: 0.93 }
const byEar: Pair = { how: 'spelling', score: 0.93 }
const byBones: Pair = { how: 'spelling', score: 0.86 }
const oneLetter = 0.75
const twoLetters = 0.7

const vowel = /.[aeiou]/
const endsInItsVowel = /^[a-z][^aeiou]{2,}a$/
/** Whether a word has vowels, except at its beginning and end, where every alphabet writes them. */
export const hasVowels = ({ text }: Word): boolean => vowel.test(text) && !endsInItsVowel.test(text)

/**
 * Whether one word is the other without its vowels, as Arabic and Hebrew write it, which do write an a at the end. Few consonants must
 * be the same also in s, z, j and sh.
 */
function sameConsonants(a: Word, b: Word): boolean {
  const [bare, whole] = hasVowels(a) ? [b, a] : [a, b]
  if (hasVowels(bare) || !shareBones(a, b, 2)) return false
  // guard: final-vowels
  if (bare.text.endsWith('a') && !/[aeiouyh]$/.test(whole.text)) return false
  // guard: sibilants
  return sharedConsonants(a, b) >= manyConsonants || sibilantsOf(a.text) === sibilantsOf(b.text)
}

const manyConsonants = 4
const sibilants: readonly (readonly [letters: RegExp, sound: string])[] = [
  [/tsch|tsh|tch|sch|sh|ch/g, 'S'],
  [/zh|dj|dg|j/g, 'J'],
  [/z+/g, 'Z'],
  [/s+/g, 'C'],
  [/c(?=[eiy])|x/g, 'C'],
  [/[a-z]/g, ''],
]
const sibilantsOf = (text: string) =>
  sibilants.reduce((word, [letters, sound]) => word.replace(letters, sound), text)

const minSimilarity = 0.86
/** A changed letter may be another family (Kabila, Kabala); swapped letters hardly ever are (Mukendi, Mukedni). */
const changedLetter = 0.8
const twoEdits = 0.85
const maxEdits = 2
/** A sound written with three letters (tsh) may also be written with one. */
const maxLetters = 4

/** Typing errors in words long enough to recognise one. */
function similar(a: Word, b: Word): Pair | undefined {
  if (Math.abs(a.text.length - b.text.length) > maxLetters || differingLetters(a, b) > 2 * maxEdits)
    return undefined
  if (isFeminineOf(a, b) || isFeminineOf(b, a)) return undefined
  // Kabongo and Kasongo are both well-known family names, so one is not a typing error of the other.
  // guard: common-family-names
  if (isCommonFamilyName(a.text) && isCommonFamilyName(b.text)) return undefined
  const alike = Math.max(likeness(a.text, b.text), likeness(a.keys[0]!, b.keys[0]!) * spelling.score)
  return alike > 0 ? { how: 'similar', score: alike } : undefined
}

/** Whether one is the feminine form of the other (Fidèle, Fidéline): names of two people, listed or not. */
function isFeminineOf(given: Word, other: Word): boolean {
  if (given.kind !== 'given') return false
  if (given.text[0] !== other.text[0]) return false
  const stem = given.text.replace(/[eo]$/, '')
  return other.text.startsWith(stem) && /^l?(ine|ina|ette|elle|i?enne)$/.test(other.text.slice(stem.length))
}

/**
 * The number of letters that only one of the words has. An edit changes at most two, so this rejects most pairs fast.
 */
function differingLetters(a: Word, b: Word): number {
  let letters = a.letters ^ b.letters
  let count = 0
  for (; letters !== 0; letters &= letters - 1) count += 1
  return count
}

function likeness(a: string, b: string): number {
  const [shorter, longer] = a.length < b.length ? [a.length, b.length] : [b.length, a.length]
  if (shorter < 4 || longer - shorter > maxEdits) return 0
  const alike = jaroWinkler(a, b)
  if (alike < minSimilarity) return 0
  const edits = damerauLevenshtein(a, b)
  if (edits > (longer >= 8 ? maxEdits : 1)) return 0
  if (edits === 2) return alike * twoEdits
  return a.length === b.length && !isSwap(a, b) ? alike * changedLetter : alike
}

/** Whether the difference is two swapped letters, for words of equal length with an edit distance of 1. */
function isSwap(a: string, b: string): boolean {
  let differences = 0
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) differences += 1
  return differences === 2
}
