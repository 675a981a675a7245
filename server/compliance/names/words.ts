// Splits a name into comparable words: one alphabet, one case, without titles, and with the sound of each word.

import { withoutRepeatedLetters } from './edit-distance.ts'
import { isGivenName } from './given-names.ts'
import { isParticle, isTitle, wholeTitle } from './parts.ts'
import { typedOtherwise } from './reading/keyboards.ts'
import { readName } from './reading/reading.ts'
import { partyRespellingsOf, respellingsOf, withMarksAsSounds } from './reading/respellings.ts'

export type Word = {
  /** Lower-case ASCII letters. */
  text: string
  kind: 'given' | 'family' | 'particle' | 'initial'
  /** Phonetic spellings. Two words that share a key are the same word in two spellings. */
  keys: readonly string[]
  /** The letters of the first key as a bit set, for a fast estimate of how different two words are. */
  letters: number
  /** How the word sounds in any language, for screening: Zoubaroff equals Zubarov. */
  ear: string
  /** The consonants alone, once for each way they can be read, after `A` for a vowel or `H` for an h at the beginning. */
  bones: readonly string[]
}

/** A limit for listed names. A party's name with more than 10 words is odd already. */
const maxWords = 100
const longestWord = 100

/**
 * The words of a name in order, read by sound. Words without letters and leading titles are left out; initials written
 * together (J.P.) are separated.
 */
export function wordsOf(name: string): Word[] {
  return wordsOfReading(readName(name).bySound[0]!)
}

/** The words of a listed name, once for each way its letters can sound. */
export function soundsOfName(name: string): Word[][] {
  const { bySound } = readName(name)
  const marked = withMarksAsSounds(name)
  const sounds = marked === undefined ? bySound : [...bySound, ...readName(marked).bySound]
  return distinct([...sounds, ...sounds.flatMap(respellingsOf)])
}

/** The words of each way to read a name, by sound and by look. Readings without words are left out. */
export function readingsOfName(name: string): Word[][] {
  const { bySound, byEye } = readName(name)
  const retyped = typedOtherwise(name).map((text) => readName(text).bySound[0]!)
  // guard: lookalike-letter-readings
  const all = [...bySound, ...byEye, ...retyped]
  return distinct([...all, ...all.flatMap(partyRespellingsOf)])
}

function distinct(readings: readonly (readonly string[])[]): Word[][] {
  const byText = new Map(readings.map((reading) => [reading.join(' '), reading]))
  return [...byText.values()]
    .flatMap((reading) => [wordsOfReading(reading), withTitle(reading)])
    .filter((words) => words.length > 0)
}

const longestPiece = 4.2
const longestGlued = 9

/** Whether the words are so short that they may be pieces, or the single word so long that it may be several joined. */
export function isTakenApart(words: readonly Word[]): boolean {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  return words.length === 1
    ? letters >= longestGlued
    : words.length >= 3 && letters / words.length < longestPiece
}

/** Separates leading titles from the other words. A name of titles alone keeps the last one as its name. */
function titlesApart(reading: readonly string[]): { titles: string[]; rest: string[] } {
  const texts = reading.map((text) => text.slice(0, longestWord))
  const start = Math.max(
    texts.findIndex((text, at) => !isTitle(text) || at === texts.length - 1),
    0,
  )
  return { titles: texts.slice(0, start).map(wholeTitle), rest: texts.slice(start) }
}

/** The words including the title next to the name: Colonel Mbuyulu is known by both words. Empty without a title. */
function withTitle(reading: readonly string[]): Word[] {
  const { titles, rest } = titlesApart(reading)
  return titles.length === 0 ? [] : [titles.at(-1)!, ...rest].slice(0, maxWords).map(toWord)
}

function wordsOfReading(reading: readonly string[]): Word[] {
  return titlesApart(reading).rest.slice(0, maxWords).map(toWord)
}

/** A key that is equal for two names with the same words in any order, case and alphabet. */
export function sortedWords(words: readonly Word[]): string {
  return words
    .map(({ text }) => text)
    .sort()
    .join(' ')
}

const known = new Map<string, Word>()
const maxKnown = 100_000

/** Analyses a word. Results are cached, since the same words keep coming back. */
export function toWord(text: string): Word {
  const found = known.get(text)
  if (found) return found
  const keys = spellingKeys(text)
  const made: Word = {
    text,
    kind: kindOf(text),
    keys,
    letters: lettersOf(keys[0]!),
    ear: earOf(text),
    bones: bonesOf(text),
  }
  if (known.size >= maxKnown) known.clear()
  known.set(text, made)
  return made
}

/** "Servant of …": names formed with it are given names. */
const arabicGiven = /^abd[aeiou]{1,2}[a-z]{4,}$/

function kindOf(text: string): Word['kind'] {
  if (isParticle(text) || isTitle(text)) return 'particle'
  if (text.length === 1) return 'initial'
  return isGivenName(text) || arabicGiven.test(text) ? 'given' : 'family'
}

/** Joins several words into one: Ka Bila into Kabila. */
export function joined(words: readonly Word[]): Word {
  return toWord(
    words
      .map(({ text }) => text)
      .join('')
      .slice(0, longestWord),
  )
}

type SoundRule = [pattern: RegExp, sound: string]

function withSounds(text: string, rules: readonly SoundRule[]): string {
  return rules.reduce((word, [pattern, sound]) => word.replace(pattern, sound), text)
}

/** Rules in the order they are applied. Capital C is the sound of tsh, tch and ch. */
const soundRules: readonly SoundRule[] = [
  [/tsh|tch|sch|ch|sh/g, 'C'],
  [/ph/g, 'f'],
  [/dj|dz/g, 'j'],
  [/ou|w/g, 'u'],
  [/y/g, 'i'],
  [/qu?/g, 'k'],
  [/c(?![eiC])k?/g, 'k'],
  [/h/g, ''],
  [/z/g, 's'],
  [/x/g, 'ks'],
]

/** One key, or two where a soft c may sound like s (Cécile) or tsh (Cibanda, also written Tshibanda). */
function spellingKeys(text: string): string[] {
  const sounded = withSounds(withoutRepeatedLetters(text), soundRules)
  const readings = sounded.includes('c')
    ? [sounded.replaceAll('c', 's'), sounded.replaceAll('c', 'C')]
    : [sounded]
  return readings.map(withoutRepeatedLetters)
}

function lettersOf(key: string): number {
  let letters = 0
  for (let i = 0; i < key.length; i++) letters |= 1 << (key.charCodeAt(i) & 31)
  return letters
}

/**
 * Coarser than the spelling keys: sounds that Russian, Arabic, English and French transcriptions do not distinguish.
 */
const earRules: readonly SoundRule[] = [
  [/^(?:y|i|j)e/, 'e'],
  [/^(?:ou|oo|o)/, 'u'],
  [/(?<=[^aeiou]{1}[aeiou]n)e$/, ''],
  [/ph/g, 'f'],
  [/(?:ff?|vv?|w)$/, 'v'],
  [/ee/g, 'i'],
  [/oo|ou|u/g, 'u'],
  [/au|aw/g, 'o'],
  [/tsch|tch|tsh|sch|ch|sh|cz/g, 'C'],
  [/dj|dz|dg|zh|g(?=[ei])/g, 'j'],
  [/kh|gh|q|k|c(?![eiyC])/g, 'k'],
  [/x/g, 'ks'],
  [/[cz]/g, 's'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/ai|ay|ei|ey/g, 'e'],
  [/iy|yi|ie|y/g, 'i'],
  [/w/g, 'u'],
  [/h/g, ''],
]

function earOf(text: string): string {
  return withoutRepeatedLetters(withSounds(text, earRules))
}

/** Letters whose sound depends on the language, with their two readings. At the beginning, what is silent leaves its mark. */
const doubtfulLetters: [pattern: RegExp, first: string, second: string][] = [
  [/^kh/g, 'k', 'H'],
  [/^h/g, 'H', 'A'],
  [/^j/g, 's', 'A'],
  [/^w/g, 'A', 'f'],
  [/j/g, 's', ''],
  [/w/g, '', 'f'],
  [/v(?=[aeiouw])/g, 'f', 'b'],
  [/ch|c(?!h)/g, 's', 'k'],
  [/kh/g, 'k', ''],
  [/[qx]/g, 'k', 's'],
  [/th/g, 't', 's'],
]

const maxBones = 8
// guard: first-vowels
const sureLetters: readonly SoundRule[] = [
  [/tsch|tsh|tch|sch|sh|zh|dj|dz|dg|ts|tz|z/g, 's'],
  [/ph|v/g, 'f'],
  [/gh|g/g, 'k'],
  [/[aeou]l(?=[drstnz])/g, ''],
  [/^[aeiouy]/g, 'A'],
  [/m[bp]|b/g, 'p'],
  [/d/g, 't'],
  [/[aeiouyh]/g, ''],
]

/**
 * The consonants alone, once for each way they can be read, with sounds merged that not every alphabet distinguishes.
 * For words transliterated from other alphabets by any convention.
 */
function bonesOf(text: string): string[] {
  let readings = [text.replace(/tsch|tsh|tch|sch|dj/g, 'z').replace(/^gn(?=[aeiou])/, 'n')]
  for (const [pattern, first, second] of doubtfulLetters) {
    if (readings[0]!.search(pattern) < 0) continue
    const read = (sound: string) => readings.map((reading) => reading.replace(pattern, sound))
    readings = [...read(first), ...read(second)].slice(0, maxBones)
  }
  const bones = readings.map((reading) => withoutRepeatedLetters(withSounds(reading, sureLetters)))
  return [...new Set(bones)]
}

/** How many consonants there are in one way to read a word. */
export const consonantsIn = (bones: string): number => bones.length - (/^[AH]/.test(bones) ? 1 : 0)
