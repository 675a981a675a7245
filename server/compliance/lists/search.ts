// Finds the listed names that share the most distinctive words with a given name.

import { isCommonFamilyName } from '../names/common-names.ts'
import { agreementOf } from '../names/match.ts'
import { enoughContained, evidenceOf, type Rarity } from '../names/rarity.ts'
import { compareLoosely, comparePair } from '../names/word-pair.ts'
import { toWord, type Word } from '../names/words.ts'
import type { Token, WordIndex } from './word-index.ts'

/** Names that cannot reach this score are not compared in full. */
const minScore = 0.5

/** The token ids of all names in one array, the start of each name in it, and the end of the last one. */
type NameTokens = { starts: readonly number[]; tokens: readonly number[] }

/** The position of a name and an upper bound of its score. */
type Near = { at: number; score: number }

/** The listed tokens a word can stand for, most valuable first, and how many names have one of them. */
type Standing = { found: readonly { token: Token; value: number }[]; names: number }

/**
 * Returns a function that finds the positions of the closest names to each reading of a name, best first. For each name
 * that shares a word it adds up the weights of the shared words. Only the rarer words introduce new candidates: a match
 * on the most common words alone could not reach the least score, so those words only add to candidates found already.
 * The arrays are reused by the next search.
 */
export function openSearch(
  names: NameTokens,
  index: WordIndex,
  rarity: Rarity,
): (readings: readonly (readonly Word[])[], max: number) => number[][] {
  const starts = Int32Array.from(names.starts)
  const tokens = Int32Array.from(names.tokens)
  const tokenWeights = Float32Array.from(index.all(), ({ word }) => rarity.weigh(word))
  const weights = weightsOf(starts, tokens, tokenWeights)
  const shared = new Float32Array(weights.length)
  const countedFor = new Int32Array(weights.length)
  const values = new Float32Array(tokenWeights.length)
  let turn = 0

  /** Adds the value of the word to each name that has it. A new name becomes a candidate only if `leads` is set. */
  function meet({ found }: Standing, met: number[], leads: boolean): void {
    turn += 1
    for (const { token, value } of found) {
      for (const at of token.names) {
        const before = shared[at]!
        if (countedFor[at] === turn || (before === 0 && !leads)) continue
        countedFor[at] = turn
        if (before === 0) met.push(at)
        shared[at] = before + value
      }
    }
  }

  /** The same as `meet`, but iterates over the candidates, which is cheaper when fewer than the names with the word. */
  function addTo(met: readonly number[], { found }: Standing): void {
    for (const { token, value } of found) values[token.id] = value
    for (const at of met) {
      let best = 0
      for (let i = starts[at]!; i < starts[at + 1]!; i++) best = Math.max(best, values[tokens[i]!]!)
      shared[at]! += best
    }
    for (const { token } of found) values[token.id] = 0
  }

  /** Keeps the candidates that share at least `min`, and resets the others. */
  function withEnough(met: readonly number[], min: number): number[] {
    const stored: number[] = []
    for (const at of met) {
      if (shared[at]! >= min) stored.push(at)
      else shared[at] = 0
    }
    return stored
  }

  /** The candidates that share enough with these words, each with an upper bound of its score. */
  function nearestTo(wanted: readonly Word[], standing: (word: Word) => Standing): Near[] {
    const standings = [...wanted, ...otherwiseWritten(wanted, index)]
      .map(standing)
      .sort((a, b) => b.names - a.names)
    const wantedWeight = sum(wanted, rarity.weigh)
    const common = commonest(standings, wantedWeight)
    // An initial introduces no candidate, but may stand for the given name of one found by another word.
    const initials = wanted.some(({ kind }) => kind === 'initial') ? ofInitials : 0
    const min = minShared(wantedWeight) - initials - rounding
    let met: number[] = []
    for (const each of standings.slice(common)) meet(each, met, true)
    for (const [at, each] of standings.slice(0, common).entries()) {
      met = withEnough(met, min - maxOf(standings.slice(at, common)))
      if (each.names < dearerToAdd * met.length) meet(each, met, false)
      else addTo(met, each)
    }
    const near: Near[] = []
    for (const at of withEnough(met, min)) {
      const score = maxScore(shared[at]! + initials, wantedWeight, weights[at]!)
      shared[at] = 0
      if (score >= minScore) near.push({ at, score })
    }
    return near
  }

  return (readings, max) => {
    const standings = new Map<Word, Standing>()
    const standing = (word: Word) => {
      const known = standings.get(word) ?? standingOf(index, word, rarity.weigh(word), tokenWeights)
      standings.set(word, known)
      return known
    }
    return readings.map((wanted) =>
      nearestTo(wanted, standing)
        .sort((a, b) => b.score - a.score)
        .slice(0, max)
        .map(({ at }) => at),
    )
  }
}

/** Scanning the words of one name costs about as much as visiting this many names of a word. */
const dearerToAdd = 4

/** The rounding error of a sum of single-precision numbers. */
const rounding = 0.001

const shortestPart = 2
/** Parts that both occur in more names than this are separate words that only happen to fit. */
const maxNames = 200
const maxPieces = 6
const longestPiece = 5
const longestWord = 25

/** The listed words that these become when they are joined or split: Ka Bila and Kabila. */
function otherwiseWritten(wanted: readonly Word[], index: WordIndex): Word[] {
  return [...together(wanted, index), ...wanted.flatMap((word) => apart(word, index))]
}

function together(wanted: readonly Word[], index: WordIndex): Word[] {
  const found: Word[] = []
  const letters = wanted.reduce((sum, { text }) => sum + text.length, 0)
  const arePieces = letters <= longestPiece * wanted.length
  for (let from = 0; from < wanted.length; from++) {
    let text = wanted[from]!.text
    for (let to = from + 1; to < Math.min(wanted.length, from + maxPieces); to++) {
      text += wanted[to]!.text
      if (text.length > longestWord) break
      const whole = index.find(text)
      if (whole) found.push(whole.word)
      // A word joined from short pieces may be misspelt as well.
      else if (arePieces && text.length <= longestPiece * (to - from + 1)) found.push(toWord(text))
      else if (to === from + 1 && isCut(wanted[from]!, wanted[to]!)) found.push(toWord(text))
    }
  }
  return found
}

const longestCut = 16

/** Whether two words may be the halves of a misspelt one, because one of them is no name by itself. */
function isCut(one: Word, other: Word): boolean {
  // guard: cut-words
  const areNames = [one, other].every(({ kind, text }) => kind !== 'family' || isCommonFamilyName(text))
  return (
    !areNames &&
    one.text.length + other.text.length <= longestCut &&
    Math.min(one.text.length, other.text.length) <= longestPiece + 1
  )
}

function apart({ text }: Word, index: WordIndex): Word[] {
  const found: Word[] = []
  for (let size = shortestPart; size <= text.length - shortestPart; size++) {
    const start = index.find(text.slice(0, size))
    const end = start && index.find(text.slice(size))
    if (start && end && Math.min(start.names.length, end.names.length) <= maxNames)
      found.push(start.word, end.word)
  }
  return found
}

function weightsOf(starts: Int32Array, tokens: Int32Array, tokenWeights: Float32Array): Float32Array {
  const weights = new Float32Array(starts.length - 1)
  for (let at = 0; at < weights.length; at++)
    for (let i = starts[at]!; i < starts[at + 1]!; i++) weights[at]! += tokenWeights[tokens[i]!]!
  return weights
}

/** How many of the standings, most common first, cannot reach the least score without the others. */
function commonest(standings: readonly Standing[], wanted: number): number {
  let shared = 0
  return standings.findIndex(({ found }, at) => {
    shared += found[0]?.value ?? 0
    return at === standings.length - 1 || maxScore(shared, wanted, shared) >= minScore
  })
}

function standingOf(index: WordIndex, word: Word, weight: number, tokenWeights: Float32Array): Standing {
  const found: { token: Token; value: number }[] = []
  let names = 0
  const compare = index.isOwnName(word) ? comparePair : compareLoosely
  for (const token of index.near(word)) {
    const pair = compare(word, token.word)
    if (!pair) continue
    found.push({ token, value: Math.max(weight, tokenWeights[token.id]!) * pair.score })
    names += token.names.length
  }
  return { found: found.sort((a, b) => b.value - a.value), names }
}

/** The highest score of two names with these weights that share this much. */
function bestScore(shared: number, wanted: number, listed: number): number {
  const left = Math.max(0, wanted - shared)
  const right = Math.max(0, listed - shared)
  return agreementOf(shared, shared, left, right) * evidenceOf(shared, left + right)
}

/** How much weight a name must share to reach the least score, whatever its other words are. */
function minShared(wanted: number): number {
  let [tooLittle, enough] = [0, wanted]
  while (enough - tooLittle > rounding) {
    const middle = (tooLittle + enough) / 2
    if (maxScore(middle, wanted, middle) >= minScore) enough = middle
    else tooLittle = middle
  }
  return tooLittle
}

/** The most weight a single name can share with these standings. */
const maxOf = (standings: readonly Standing[]) =>
  standings.reduce((sum, { found }) => sum + (found[0]?.value ?? 0), 0)

/** An upper bound of the score. A listed name contained in the searched one scores high despite extra words. */
function maxScore(shared: number, wanted: number, listed: number): number {
  const contained = shared >= enoughContained && shared >= minContained * listed ? shared / listed : 0
  // A rare name of one word is enough among any other words.
  const alone = shared >= rareAlone && shared >= 0.97 * listed ? containedAlone : 0
  return Math.max(bestScore(shared, wanted, listed), Math.min(contained, 1) * containedAlone, alone)
}

const minContained = 0.7
const rareAlone = 0.8
const ofInitials = 0.35
/** Below 1, so that a name matched without extra words scores higher. */
const containedAlone = 0.95

function sum(words: readonly Word[], weigh: (word: Word) => number): number {
  let total = 0
  for (const word of words) total += weigh(word)
  return total
}
