// The entries of the lists in memory: whoever could be meant by a name is found by its words, rare words first in
// weight, so that only a few names need be compared in full.
import { isCommonFamilyName } from './common-names.ts'
import { identifierKey, type StoredEntry } from './list-entry.ts'
import { joined, sortedWords, type Word, wordsOf } from './name-words.ts'
import { openWordIndex, type Token } from './word-index.ts'
import { comparePair } from './word-pair.ts'

/** A name or alias of an entry. */
export type ListedName = { entry: StoredEntry; text: string; words: readonly Word[]; weak: boolean }

export type Rarity = {
  /** How much a word tells of who is meant: near 1 for a word that few have, little for what thousands are called. */
  weigh(word: Word): number
  /** Whether a word is a name in its own right, and so hardly a misspelling of another. */
  isEstablished(word: Word): boolean
}

export type ListIndex = Rarity & {
  add(entry: StoredEntry): void
  /** How many entries there are. */
  readonly size: number
  /** Names that share most of what tells people apart with these words, the nearest first, at most `most`. */
  candidates(words: readonly Word[], most: number): ListedName[]
  /** The entries with this document or identifier, whatever their name. */
  withIdentifier(number: string): readonly StoredEntry[]
}

export function openListIndex(): ListIndex {
  const names: ListedName[] = []
  const words = openWordIndex()
  const weakNames = new Map<string, ListedName[]>()
  const identifiers = new Map<string, StoredEntry[]>()
  const rarity = openRarity(
    (text) => words.find(text)?.names.length ?? 0,
    () => names.length,
  )
  let size = 0
  let search: ReturnType<typeof openSearch> | undefined

  function addName(entry: StoredEntry, text: string, weak: boolean): void {
    const listed: ListedName = { entry, text, weak, words: wordsOf(text) }
    if (listed.words.length === 0) return
    if (weak) {
      const key = sortedWords(listed.words)
      weakNames.set(key, [...(weakNames.get(key) ?? []), listed])
      return
    }
    const position = names.length
    const tokens = [...listed.words, ...writtenTogether(listed.words)].map(words.tokenOf)
    for (const token of new Set(tokens)) token.names.push(position)
    names.push({ ...listed, words: tokens.slice(0, listed.words.length).map(({ word }) => word) })
  }

  return {
    ...rarity,
    add(entry) {
      size += 1
      search = undefined
      const strong = new Set([entry.name, ...entry.aliases])
      for (const text of strong) addName(entry, text, false)
      for (const text of entry.weakAliases) if (!strong.has(text)) addName(entry, text, true)
      for (const number of new Set(entry.identifiers.map(identifierKey)))
        if (number !== '') identifiers.set(number, [...(identifiers.get(number) ?? []), entry])
    },
    get size() {
      return size
    },
    candidates(wanted, most) {
      search ??= openSearch(names, words, rarity)
      return [...(weakNames.get(sortedWords(wanted)) ?? []), ...search(wanted, most)]
    },
    withIdentifier: (number) => identifiers.get(identifierKey(number)) ?? [],
  }
}

const shortPart = 3

/** Short words with their neighbour, as others write them in one: Ka Bila. */
function writtenTogether(words: readonly Word[]): Word[] {
  return words.slice(1).flatMap((word, at) => {
    const pair = [words[at]!, word]
    return pair.some(({ text }) => text.length <= shortPart) ? [joined(pair)] : []
  })
}

/** A list of one name would find every word unique; so many unknown names are assumed beside it. */
const assumedNames = 2_000
const manyNames = 5
const mostOfGiven = 0.5
const mostOfCommon = 0.7

function openRarity(countOf: (text: string) => number, total: () => number): Rarity {
  return {
    weigh(word) {
      if (word.kind === 'particle') return 0.15
      if (word.kind === 'initial') return 0.3
      const all = total() + assumedNames
      const weight = 0.25 + (0.75 * Math.log(all / (countOf(word.text) + 1))) / Math.log(all)
      if (word.kind === 'given') return Math.min(weight, mostOfGiven)
      return isCommonFamilyName(word.text) ? Math.min(weight, mostOfCommon) : weight
    },
    isEstablished: ({ kind, text }) =>
      kind === 'given' || isCommonFamilyName(text) || countOf(text) >= manyNames,
  }
}

const leastShared = 0.5

/** Adds up, for each name that shares a word, what the shared words weigh. The arrays are used again for every search. */
function openSearch(names: readonly ListedName[], index: ReturnType<typeof openWordIndex>, rarity: Rarity) {
  const weights = Float32Array.from(names, ({ words }) => sum(words, rarity.weigh))
  const shared = new Float32Array(names.length)
  const countedFor = new Int32Array(names.length)
  let turn = 0

  function count(word: Word, touched: number[]): void {
    turn += 1
    for (const { token, value } of standingFor(index, word, rarity)) {
      for (const at of token.names) {
        if (countedFor[at] === turn) continue
        countedFor[at] = turn
        if (shared[at] === 0) touched.push(at)
        shared[at]! += value
      }
    }
  }

  return (wanted: readonly Word[], most: number): ListedName[] => {
    const touched: number[] = []
    const together = wanted.slice(1).map((word, at) => joined([wanted[at]!, word]))
    for (const word of [...wanted, ...together.filter(({ text }) => index.find(text))]) count(word, touched)
    const wantedWeight = sum(wanted, rarity.weigh)
    const near: { at: number; likeness: number }[] = []
    for (const at of touched) {
      const likeness = mostPossible(shared[at]!, wantedWeight, weights[at]!)
      shared[at] = 0
      if (likeness >= leastShared) near.push({ at, likeness })
    }
    near.sort((a, b) => b.likeness - a.likeness)
    return near.slice(0, most).map(({ at }) => names[at]!)
  }
}

/** The tokens a word can stand for, the surest first, and what sharing each is worth. */
function standingFor(index: ReturnType<typeof openWordIndex>, word: Word, rarity: Rarity) {
  const weight = rarity.weigh(word)
  const found: { token: Token; value: number }[] = []
  for (const token of index.near(word)) {
    const pair = comparePair(word, token.word)
    if (pair) found.push({ token, value: Math.max(weight, rarity.weigh(token.word)) * pair.score })
  }
  return found.sort((a, b) => b.value - a.value)
}

function mostPossible(shared: number, wanted: number, listed: number): number {
  const left = [Math.max(0, wanted - shared), Math.max(0, listed - shared)]
  const conflict = Math.min(...left)
  return shared / (shared + conflict + 0.2 * (Math.max(...left) - conflict))
}

function sum(words: readonly Word[], weigh: (word: Word) => number): number {
  return words.reduce((total, word) => total + weigh(word), 0)
}
