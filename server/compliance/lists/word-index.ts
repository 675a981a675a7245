// Every word of the listed names, found again by how it sounds, by a typing error, or by the given name it is short for.
import { isCommonFamilyName } from '../names/tables/common-names.ts'
import { givenNamesBeginningWith, givenNamesOf } from '../names/tables/given-names.ts'
import type { Word } from '../names/words.ts'

/** A word and where it stands: `names` are positions of names, each once. Ids count from 0. */
export type Token = { id: number; word: Word; names: number[] }

export type WordIndex = {
  /** The token of a word, made when it is new. */
  tokenOf(word: Word): Token
  find(text: string): Token | undefined
  /** Whether so many listed names have the word that it is hardly another one by rules of another country. */
  isOwnName(word: Word): boolean
  /** In the order of their ids. */
  all(): IterableIterator<Token>
  /** The tokens that could stand for the word; whether they do is for comparePair to say. */
  near(word: Word): Token[]
}

export function openWordIndex(): WordIndex {
  const tokens = new Map<string, Token>()
  const byKey = new Map<string, Token[]>()
  const byGivenName = new Map<string, Token[]>()
  const byEar = new Map<string, Token[]>()
  const byBones = new Map<string, Token[]>()
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

  const isOwnName = ({ text }: Word) =>
    /[aeiou]/.test(text) && (tokens.get(text)?.names.length ?? 0) >= ownName

  return {
    isOwnName,
    tokenOf: (word) => tokens.get(word.text) ?? make(word),
    find: (text) => tokens.get(text),
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

/** A name of its own, which nobody would write for another by rules of another country. */
const isEstablished = ({ kind, text }: Word) => kind !== 'family' || isCommonFamilyName(text)

const ownName = 5
const shortWord = 6

/** One or two consonants tell enough of a short word only; there are many words of each. */
const isDistinctive = ({ text }: Word, bones: string) => bones.length >= (text.length <= shortWord ? 1 : 3)

/** As it stands and as it sounds: an error in tsh is one letter of the word, and may be more of its sound. */
function written({ text, keys }: Word): Set<string> {
  return new Set([text, keys[0]!])
}

/** Adds to the values of a key. */
export function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}

const shortest = 4
const longest = 20

/**
 * Finds what differs by one letter put in, left out, changed or swapped: two such words become the same when the right
 * letter is left out of each. Kept as numbers in chains, since there are several for every word of every list; different
 * texts that fall on one number are told apart by whoever compares.
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

/** Hashes (FNV-1a) of the key and of the key without each of its letters in turn. */
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
