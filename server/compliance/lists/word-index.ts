// An index of the words of all listed names: by sound, by typing error, and by the given name a word is short for.
import { isCommonFamilyName } from '../names/common-names.ts'
import { givenNamesBeginningWith, givenNamesOf } from '../names/given-names.ts'
import {
  consonantsOf,
  consonantsOfForeign,
  haveSameConsonants,
  inSyllables,
} from '../names/reading/consonants.ts'
import { hasVowels } from '../names/word-pair.ts'
import { consonantsIn, type Word } from '../names/words.ts'

/** A word and the positions of the names that contain it, each once. Ids count from 0. */
export type Token = { id: number; word: Word; names: number[] }

export type WordIndex = {
  /** The token of a word; created if it is new. */
  tokenOf(word: Word): Token
  find(text: string): Token | undefined
  /** Counts the entry for the sound of the word. All names of an entry are counted before those of the next. */
  countEntry(word: Word, entry: object): void
  /** How many entries have a word that sounds like this one, however many aliases and spellings of it they have. */
  entriesOfSound(word: Word): number
  /** Whether so many listed names contain the word that it is unlikely to be a foreign spelling of another one. */
  isOwnName(word: Word): boolean
  /** In the order of their ids. */
  all(): IterableIterator<Token>
  /** The tokens that could stand for the word. `comparePair` decides whether they do. */
  near(word: Word): Token[]
}

export function openWordIndex(): WordIndex {
  const tokens = new Map<string, Token>()
  const byKey = new Map<string, Token[]>()
  const byGivenName = new Map<string, Token[]>()
  const byEar = new Map<string, Token[]>()
  const byBones = new Map<string, Token[]>()
  const sounds = new Map<string, { entries: number; last: object | undefined }>()
  const misspellings = openMisspellings<Token>()

  function make(word: Word): Token {
    const token: Token = { id: tokens.size, word, names: [] }
    tokens.set(word.text, token)
    for (const key of word.keys) append(byKey, key, token)
    for (const name of givenNamesOf(word.text)) append(byGivenName, name, token)
    append(byEar, word.ear, token)
    if (word.kind !== 'particle') for (const bones of word.bones) append(byBones, bones, token)
    for (const text of written(word)) misspellings.add(text, token)
    return token
  }

  const isOwnName = (word: Word) => hasVowels(word) && (tokens.get(word.text)?.names.length ?? 0) >= ownName

  return {
    isOwnName,
    tokenOf: (word) => tokens.get(word.text) ?? make(word),
    find: (text) => tokens.get(text),
    countEntry({ ear }, entry) {
      const sound = sounds.get(ear) ?? { entries: 0, last: undefined }
      // guard: entries-of-a-sound
      if (sound.last !== entry) sound.entries += 1
      sound.last = entry
      sounds.set(ear, sound)
    },
    entriesOfSound: ({ ear }) => sounds.get(ear)?.entries ?? 0,
    all: () => tokens.values(),
    near(word) {
      const found = new Set<Token>()
      const add = (some: readonly Token[] | undefined) => {
        for (const token of some ?? []) found.add(token)
      }
      for (const key of word.keys) add(byKey.get(key))
      for (const name of givenNamesOf(word.text)) add(byGivenName.get(name))
      for (const name of givenNamesBeginningWith(word.text)) add(byGivenName.get(name))
      add(byEar.get(word.ear))
      if (!isEstablished(word) && !isOwnName(word))
        for (const bones of word.bones) if (isDistinctive(word, bones)) add(byBones.get(bones))
      for (const text of written(word)) add(misspellings.near(text))
      return [...found]
    },
  }
}

/** A well-known name, which is not a foreign spelling of another one. */
const isEstablished = (word: Word) =>
  hasVowels(word) && (word.kind !== 'family' || isCommonFamilyName(word.text))

const ownName = 5
const shortWord = 6

/** One or two consonants identify only a short word: too many longer words share them. */
const isDistinctive = ({ text }: Word, bones: string) =>
  consonantsIn(bones) >= (text.length <= shortWord ? 1 : 3)

/** The word as written and as it sounds: one wrong letter in "tsh" can change the sound by more than one letter. */
function written({ text, keys }: Word): Set<string> {
  return new Set([text, keys[0]!])
}

export function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}

const shortest = 4
const longest = 20

/**
 * Finds words that differ by one letter inserted, removed, changed or swapped: two such words become equal when the
 * right letter is removed from each. Stored as hashes in linked chains to save memory, since every listed word has
 * several. Hashes can collide, so the caller compares the words.
 */
function openMisspellings<Value>() {
  const heads = new Map<number, number>()
  const next: number[] = []
  const values: Value[] = []

  return {
    add(key: string, value: Value): void {
      for (const hash of shortened(key)) {
        next.push(heads.get(hash) ?? -1)
        heads.set(hash, values.length)
        values.push(value)
      }
    },
    near(key: string): Value[] {
      const found: Value[] = []
      for (const hash of shortened(key))
        for (let at = heads.get(hash) ?? -1; at >= 0; at = next[at]!) found.push(values[at]!)
      return found
    },
  }
}

/** FNV-1a hashes of the key and of the key without each of its letters in turn. */
function shortened(key: string): Set<number> {
  const hashes = new Set<number>()
  if (key.length < shortest || key.length > longest) return hashes
  for (let without = -1; without < key.length; without++) {
    let hash = 0x811c9dc5
    for (let i = 0; i < key.length; i++)
      if (i !== without) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
    hashes.add(hash)
  }
  return hashes
}

/** Two consonants are those of too many words to look for. */
const minToFind = 3

type Named = { words: readonly Word[] }

/** Reads the consonants of all names when the first name in such an alphabet is looked for, which is seldom. */
export function openConsonants<Name extends Named>(names: readonly Name[]): (name: string) => Name[] {
  const known = new Map<string, string[]>()
  const readingsOf = (text: string): string[] => {
    const readings = known.get(text) ?? consonantsOf(text)
    known.set(text, readings)
    return readings
  }
  const byConsonants = new Map<string, Name[]>()
  for (const name of names)
    for (const { text, kind } of name.words)
      if (kind !== 'particle')
        for (const reading of readingsOf(text)) append(byConsonants, inSyllables(reading), name)
  return (name) => {
    const { words, areSyllables } = consonantsOfForeign(name) ?? { words: [], areSyllables: false }
    const asWritten = areSyllables ? inSyllables : (consonants: string) => consonants
    const near = new Set(
      words
        .filter((word) => word.length >= minToFind)
        .flatMap((word) => byConsonants.get(inSyllables(word)) ?? []),
    )
    return [...near].filter((listed) =>
      haveSameConsonants(
        words,
        listed.words
          .filter(({ kind }) => kind !== 'particle')
          .map(({ text }) => readingsOf(text).map(asWritten)),
      ),
    )
  }
}
