// A name as words that can be compared: one alphabet, one case, without titles, and what each word sounds like.

import { isParticle, isTitle, wholeTitle } from './parts.ts'
import { readName } from './reading/reading.ts'
import { partyRespellingsOf, respellingsOf, withMarksAsSounds } from './reading/respellings.ts'
import { withoutRepeatedLetters } from './repeated-letters.ts'
import { isGivenName } from './tables/given-names.ts'

export type Word = {
  /** Lower-case ASCII letters. */
  text: string
  kind: 'given' | 'family' | 'particle' | 'initial'
  /** How it would be written by ear; two words that share one are the same word spelt in two ways. */
  keys: readonly string[]
  /** The letters of the first key as bits, for a quick look at how far apart two words are. */
  letters: number
  /** How it sounds in any language, for screening: Zoubaroff is Zubarov. */
  ear: string
  /** Its consonants alone, in each way they can be read. */
  bones: readonly string[]
}

/** The words of a party's name are fewer, or it is odd; a listed name may have all of these. */
const mostWords = 100
const longestWord = 100

/**
 * The words of a name in the order they stand, by sound. Words without a letter are left out, and titles in front;
 * initials written together (J.P.) are apart.
 */
export function wordsOf(name: string): Word[] {
  return wordsOfReading(readName(name).bySound[0]!)
}

/** The words of a listed name, in each way its letters sound. */
export function soundsOfName(name: string): Word[][] {
  const { bySound } = readName(name)
  const marked = withMarksAsSounds(name)
  const sounds = marked === undefined ? bySound : [...bySound, ...readName(marked).bySound]
  return distinct([...sounds, ...sounds.flatMap(respellingsOf)])
}

/** The words of each way to read a name, by sound and by eye; ways that leave no words are left out. */
export function readingsOfName(name: string): Word[][] {
  const { bySound, byEye } = readName(name)
  const all = [...bySound, ...byEye]
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

/** Whether words are so short that they may be pieces of others, or the only one so long that it may be several. */
export function isTakenApart(words: readonly Word[]): boolean {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  return words.length === 1
    ? letters >= longestGlued
    : words.length >= 3 && letters / words.length < longestPiece
}

/** The titles a name begins with, and its other words; a name of titles alone has its last one left. */
function titlesApart(reading: readonly string[]): { titles: string[]; rest: string[] } {
  const texts = reading.map((text) => text.slice(0, longestWord))
  const start = Math.max(
    texts.findIndex((text, at) => !isTitle(text) || at === texts.length - 1),
    0,
  )
  return { titles: texts.slice(0, start).map(wholeTitle), rest: texts.slice(start) }
}

/** With the title that is nearest to the name as a word of it: Colonel Mbuyulu is known by both words. */
function withTitle(reading: readonly string[]): Word[] {
  const { titles, rest } = titlesApart(reading)
  return titles.length === 0 ? [] : [titles.at(-1)!, ...rest].slice(0, mostWords).map(toWord)
}

function wordsOfReading(reading: readonly string[]): Word[] {
  return titlesApart(reading).rest.slice(0, mostWords).map(toWord)
}

/** Equal for two names of the same words in any order, case and alphabet. */
export function sortedWords(words: readonly Word[]): string {
  return words
    .map(({ text }) => text)
    .sort()
    .join(' ')
}

const known = new Map<string, Word>()
const mostKnown = 100_000

/** Words come again and again; what they sound like is worked out once. */
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
  if (known.size >= mostKnown) known.clear()
  known.set(text, made)
  return made
}

/** Servant of: what is made of it is a given name. */
const arabicGiven = /^abd[aeiou]{1,2}[a-z]{4,}$/

function kindOf(text: string): Word['kind'] {
  if (isParticle(text) || isTitle(text)) return 'particle'
  if (text.length === 1) return 'initial'
  return isGivenName(text) || arabicGiven.test(text) ? 'given' : 'family'
}

/** Several words as one: Ka Bila and Kabila. */
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

/** In the order they are applied; capital C is the sound of tsh, tch and ch. */
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

/** One key, or two where a soft c may be an s (Cécile) or a tsh (Cibanda, written Tshibanda by others). */
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

/** Coarser than the spelling keys: what Russian, Arabic, English and French ears would write alike. */
const earRules: readonly SoundRule[] = [
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

/** Letters that stand for one sound here and for another there, in the two ways they can be read. */
const doubtfulLetters: [pattern: RegExp, first: string, second: string][] = [
  [/j/g, 's', ''],
  [/w/g, '', 'f'],
  [/v(?=[aeiouw])/g, 'f', 'b'],
  [/ch|c(?!h)/g, 's', 'k'],
  [/kh/g, 'k', ''],
  [/[qx]/g, 'k', 's'],
]

const mostBones = 8
const sureLetters: readonly SoundRule[] = [
  [/tsch|tsh|tch|sch|sh|zh|dj|dz|dg|ts|tz|z/g, 's'],
  [/ph|v/g, 'f'],
  [/gh|g/g, 'k'],
  [/[aeou]l(?=[drstnz])/g, ''],
  [/m[bp]|b/g, 'p'],
  [/d/g, 't'],
  [/[aeiouyh]/g, ''],
]

/**
 * The consonants alone, sounds that one alphabet tells apart and another does not taken together, in each way they can be
 * read: for words that come from other alphabets, by whatever rules.
 */
function bonesOf(text: string): string[] {
  let readings = [text.replace(/tsch|tsh|tch|sch/g, 'z')]
  for (const [pattern, first, second] of doubtfulLetters) {
    if (readings[0]!.search(pattern) < 0) continue
    const read = (sound: string) => readings.map((reading) => reading.replace(pattern, sound))
    readings = [...read(first), ...read(second)].slice(0, mostBones)
  }
  const bones = readings.map((reading) => withoutRepeatedLetters(withSounds(reading, sureLetters)))
  return [...new Set(bones)]
}
