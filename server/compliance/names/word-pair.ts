// Whether two words can be the same part of a name, and how sure that is.

import { damerauLevenshtein, jaroWinkler } from './edit-distance.ts'
import { withoutRepeatedLetters } from './repeated-letters.ts'
import { isCommonFamilyName, sharedFamilyName } from './tables/common-names.ts'
import { givenNamesBeginningWith, givenNamesOf } from './tables/given-names.ts'
import type { Word } from './words.ts'

export type Pair = {
  how: 'equal' | 'short_form' | 'initial' | 'spelling' | 'similar' | 'joined'
  /** 0 to 1. */
  score: number
}

const equal: Pair = { how: 'equal', score: 1 }
const spelling: Pair = { how: 'spelling', score: 0.97 }
const withoutVowels: Pair = { how: 'spelling', score: 0.9 }
const shortForm: Pair = { how: 'short_form', score: 0.95 }
const beginning: Pair = { how: 'short_form', score: 0.85 }
const initial: Pair = { how: 'initial', score: 0.75 }
/** Less sure, so that M. is Marie and not Mukendi where it can be both, in whatever order they stand. */
const familyInitial: Pair = { how: 'initial', score: 0.74 }

/** Undefined where they are two different words. */
export function comparePair(a: Word, b: Word): Pair | undefined {
  if (a.text === b.text) return equal
  if (a.kind === 'initial' || b.kind === 'initial') return compareInitial(a, b)
  const bothGiven = a.kind === 'given' && b.kind === 'given'
  if (!bothGiven && (a.keys.some((key) => b.keys.includes(key)) || sharedFamilyName(a.text, b.text)))
    return spelling
  if (sharesGivenName(a, b)) return shortForm
  // Michel and Michelle, Christian and Christiane: known names that look alike are not typing errors of each other.
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
    short.text.length < long.text.length &&
    long.text.startsWith(short.text) &&
    givenNamesBeginningWith(short.text).includes(long.text)
  )
}

/**
 * As screening compares, where a name may be misspelt on purpose: also by ear in any language, and with a letter changed
 * in a given name.
 */
export function compareLoosely(a: Word, b: Word): Pair | undefined {
  const pair = comparePair(a, b)
  if ((pair && pair.how !== 'similar') || a.kind === 'initial' || b.kind === 'initial') return pair
  if (isGivenOtherwise(a, b)) return otherwise
  if (a.kind === 'given' && b.kind === 'given') return undefined
  if (isFeminineOf(a, b) || isFeminineOf(b, a)) return undefined
  if (isCommonFamilyName(a.text) && isCommonFamilyName(b.text)) return undefined
  if (a.ear === b.ear && a.ear.length >= 3) return byEar
  return pair && pair.score > byBones.score ? pair : haveSameBones(a, b) ? byBones : (pair ?? mistyped(a, b))
}

/** Compares loosely, each two words once: the names that are compared with one name share most of their words. */
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

/** A given name in Latin (Callixtus for Callixte), or as somebody writes it who hears French (Loran for Laurent). */
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
const mostSounds = 100_000

/** As it sounds in French, where the last consonants are silent. */
function frenchSound(text: string): string {
  const known = frenchSounds.get(text)
  if (known !== undefined) return known
  const sounded = frenchRules.reduce((word, [pattern, to]) => word.replace(pattern, to), text)
  const sound = withoutRepeatedLetters(withoutSilentEnd(sounded))
  if (frenchSounds.size >= mostSounds) frenchSounds.clear()
  frenchSounds.set(text, sound)
  return sound
}

function shareBones(a: Word, b: Word, least: number): boolean {
  for (const bones of a.bones) if (bones.length >= least && b.bones.includes(bones)) return true
  return false
}

const shortWord = 6

/** The same consonants, and vowels that differ no more than the rules of two countries for writing one name. */
function haveSameBones(a: Word, b: Word): boolean {
  if (isCommonFamilyName(a.text)) return false
  const longer = Math.max(a.text.length, b.text.length)
  const areShort = longer <= shortWord
  if (!shareBones(a, b, areShort ? 1 : 3)) return false
  return (
    Math.min(damerauLevenshtein(a.ear, b.ear), damerauLevenshtein(a.text, b.text)) <=
    (areShort ? 2 : longer * 0.36)
  )
}

/** One letter changed, left out, put in or swapped in a word too short, or too much changed, for `comparePair`. */
function mistyped(a: Word, b: Word): Pair | undefined {
  const shorter = Math.min(a.text.length, b.text.length)
  const isGiven = a.kind === 'given' || b.kind === 'given'
  if (shorter < (isGiven ? 3 : 5) || Math.abs(a.text.length - b.text.length) > mostEdits) return undefined
  if (differingLetters(a, b) > 2 * mostEdits + 2) return undefined
  const edits = Math.min(damerauLevenshtein(a.text, b.text), damerauLevenshtein(a.ear, b.ear))
  if (edits > (shorter >= 8 ? mostEdits : 1)) return undefined
  return { how: 'similar', score: edits === 1 ? oneLetter : twoLetters }
}

const otherwise: Pair = { how: 'short_form', score: 0.93 }
const byEar: Pair = { how: 'spelling', score: 0.93 }
const byBones: Pair = { how: 'spelling', score: 0.86 }
const oneLetter = 0.75
const twoLetters = 0.7

const vowel = /[aeiou]/

function sameConsonants(a: Word, b: Word): boolean {
  return shareBones(a, b, 2) && !(vowel.test(a.text) && vowel.test(b.text))
}

const leastSimilarity = 0.86
/** Kabila and Kabala may be two families, Mukendi and Mukedni hardly. */
const changedLetter = 0.8
const twoEdits = 0.85
const mostEdits = 2
/** Sounds of up to three letters (tsh) may be written with one. */
const mostLetters = 4

/** A typing error, in words long enough to show one. */
function similar(a: Word, b: Word): Pair | undefined {
  if (Math.abs(a.text.length - b.text.length) > mostLetters || differingLetters(a, b) > 2 * mostEdits)
    return undefined
  if (isFeminineOf(a, b) || isFeminineOf(b, a)) return undefined
  // Kabongo and Kasongo are two families that everybody knows, and neither is written for the other.
  if (isCommonFamilyName(a.text) && isCommonFamilyName(b.text)) return undefined
  const alike = Math.max(likeness(a.text, b.text), likeness(a.keys[0]!, b.keys[0]!) * spelling.score)
  return alike > 0 ? { how: 'similar', score: alike } : undefined
}

/** Fidèle and Fidéline: listed or not, names of two people. */
function isFeminineOf(given: Word, other: Word): boolean {
  if (given.kind !== 'given') return false
  if (given.text[0] !== other.text[0]) return false
  const stem = given.text.replace(/[eo]$/, '')
  return other.text.startsWith(stem) && /^l?(ine|ina|ette|elle|i?enne)$/.test(other.text.slice(stem.length))
}

/** How many letters stand in one of the words only: an edit changes two at most. Tells most words apart at once. */
function differingLetters(a: Word, b: Word): number {
  let letters = a.letters ^ b.letters
  let count = 0
  for (; letters !== 0; letters &= letters - 1) count += 1
  return count
}

function likeness(a: string, b: string): number {
  const [shorter, longer] = a.length < b.length ? [a.length, b.length] : [b.length, a.length]
  if (shorter < 4 || longer - shorter > mostEdits) return 0
  const alike = jaroWinkler(a, b)
  if (alike < leastSimilarity) return 0
  const edits = damerauLevenshtein(a, b)
  if (edits > (longer >= 8 ? mostEdits : 1)) return 0
  if (edits === 2) return alike * twoEdits
  return a.length === b.length && !isSwap(a, b) ? alike * changedLetter : alike
}

/** Two letters the other way round, in words of one length that differ by one edit. */
function isSwap(a: string, b: string): boolean {
  let differences = 0
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) differences += 1
  return differences === 2
}
