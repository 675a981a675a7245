// A name as words that can be compared: one alphabet, one case, without titles, and what each word sounds like.
import anyAscii from 'any-ascii'
import { isGivenName } from './given-names.ts'

export type Word = {
  /** Lower-case ASCII letters. */
  text: string
  kind: 'given' | 'family' | 'particle' | 'initial'
  /** How it would be written by ear; two words that share one are the same word spelt in two ways. */
  keys: readonly string[]
  /** The letters of the first key as bits, for a quick look at how far apart two words are. */
  letters: number
}

const longestName = 300
const mostWords = 10
const longestWord = 40

const titles = new Set(
  `mr mrs ms mme mlle miss monsieur madame mademoiselle messieurs dr docteur prof professeur rev reverend pasteur pastor
  abbe hon honorable maitre col colonel gen general capt capitaine major lt lieutenant sgt sheikh cheikh`.split(
    /\s+/,
  ),
)
const particles = new Set(
  `wa ya de da di do du des la le les el al ul ud ba mwa bin bint ben ibn abu van von der den of the na ne e y st ltd llc plc
  fils pere junior jr senior sr ii iii`.split(/\s+/),
)

/**
 * The words of a name in the order they stand, at most ten: a longer text is no name. Words without a letter are left
 * out, and titles in front; initials written together (J.P.) are apart.
 */
export function wordsOf(name: string): Word[] {
  const texts = textsOf(name)
  const start = texts.findIndex((text, at) => !titles.has(text) || at === texts.length - 1)
  return texts.slice(Math.max(start, 0), Math.max(start, 0) + mostWords).map(toWord)
}

/** Equal for two names of the same words in any order, case and alphabet. */
export function sortedWords(words: readonly Word[]): string {
  return words
    .map(({ text }) => text)
    .sort()
    .join(' ')
}

function textsOf(name: string): string[] {
  const texts: string[] = []
  for (const piece of name
    .slice(0, longestName)
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}'’ʼ`´‘]+/u)) {
    if (piece === '') continue
    // Scripts without spaces come out of the transliteration with a capital where each sign begins.
    const latin = /^[\p{Script=Latin}\p{M}'’ʼ`´‘]*$/u.test(piece)
    const ascii = anyAscii(piece)
    const parts = latin ? [ascii] : ascii.split(/(?<=[a-z])(?=[A-Z])| /)
    for (const part of parts) {
      const text = part.toLowerCase().replace(/[^a-z]/g, '')
      if (latin && isInitials(text)) texts.push(...text)
      else if (text !== '') texts.push(text.slice(0, longestWord))
    }
  }
  return texts
}

/** JP for Jean-Pierre: no word has only consonants. */
function isInitials(text: string): boolean {
  return /^[^aeiouy]{2,3}$/.test(text) && !titles.has(text) && !particles.has(text) && !isGivenName(text)
}

const known = new Map<string, Word>()
const mostKnown = 20_000

/** Words come again and again; what they sound like is worked out once. */
function toWord(text: string): Word {
  const found = known.get(text)
  if (found) return found
  const keys = spellingKeys(text)
  const made: Word = { text, kind: kindOf(text), keys, letters: lettersOf(keys[0]!) }
  if (known.size >= mostKnown) known.clear()
  known.set(text, made)
  return made
}

function kindOf(text: string): Word['kind'] {
  if (particles.has(text)) return 'particle'
  if (text.length === 1) return 'initial'
  return isGivenName(text) ? 'given' : 'family'
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

/** In the order they are applied; capital C is the sound of tsh, tch and ch. */
const soundRules: [pattern: RegExp, sound: string][] = [
  [/(.)\1+/g, '$1'],
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
  const sounded = soundRules.reduce((word, [pattern, sound]) => word.replace(pattern, sound), text)
  const readings = sounded.includes('c')
    ? [sounded.replaceAll('c', 's'), sounded.replaceAll('c', 'C')]
    : [sounded]
  return readings.map((reading) => reading.replace(/(.)\1+/g, '$1'))
}

function lettersOf(key: string): number {
  let letters = 0
  for (let i = 0; i < key.length; i++) letters |= 1 << (key.charCodeAt(i) & 31)
  return letters
}

/** The consonants, for words that come from scripts that write no vowels. */
export function skeleton(text: string): string {
  return text.replace(/[aeiouyw]/g, '').replace(/(.)\1+/g, '$1')
}
