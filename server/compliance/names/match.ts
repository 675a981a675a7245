// The name check: can the name a sender expects and the name a wallet is registered under be the same person's?
// Congolese names have a nom, a postnom and a prénom, written in any order and often incomplete.
import { type AlignedPair, type Alignment, align, total } from './alignment.ts'
import { holdersOf, plainText } from './holders.ts'
import { isCommonFamilyName } from './tables/common-names.ts'
import { compareForWallet } from './wallet-pair.ts'
import type { Pair } from './word-pair.ts'
import { type Word, wordsOf } from './words.ts'

export type NameDecision = 'MATCH' | 'PARTIAL' | 'NO_MATCH'

/** One compared word: the word in each name, null where that name has no counterpart. `score` is 0 to 1. */
export type MatchedWord = {
  expected: string | null
  matched: string | null
  how: Pair['how'] | 'missing' | 'extra'
  score: number
}

export type NameMatch = {
  expected: string
  /** The found name, exactly as it was given. */
  matched: string
  /** 0 to 1, two decimals. */
  score: number
  decision: NameDecision
  words: MatchedWord[]
}

export const matchFrom = 0.9
export const partialFrom = 0.6

/** Unpaired words on both sides contradict each other. Extra words on one side only are names left out on the other. */
const surplusCost = 0.2
const contradicted = 0.5
const givenNameAlone = 0.55
const givenNamesOnly = 0.8
const longestEcho = 200
/** A sender may leave out a postnom and a second given name, but not more words than that. */
const manyOthers = 3

/** Compares the expected name with the found one, ignoring case, accents, word order and spelling habits. */
export function compareNames(expected: string, found: string): NameMatch {
  const [wanted, holders] = [holdersOf(expected), holdersOf(found)]
  const areSingle = wanted.length === 1 && holders.length === 1
  const [a, b] = areSingle ? [wordsOf(wanted[0]!), wordsOf(holders[0]!)] : [wordsOf(expected), wordsOf(found)]
  const alignment = align(a, b, judge)
  // A name equal to the wallet's own is the wallet's, however many persons or companies it names.
  // guard: wallets-own-name
  const isOwn = b.length > 0 && plainText(expected) === plainText(found)
  const score = hundredths(
    isOwn ? 1 : areSingle ? scoreOfWords(a, b, alignment) : scoreOfHolders(wanted, holders),
  )
  return {
    expected: expected.slice(0, longestEcho),
    matched: found,
    score,
    decision: score >= matchFrom ? 'MATCH' : score >= partialFrom ? 'PARTIAL' : 'NO_MATCH',
    words: explain(alignment),
  }
}

/** The score of two texts of which at least one names several persons: each who is expected must be a holder. */
function scoreOfHolders(wanted: readonly string[], holders: readonly string[]): number {
  const owners = holders.map(wordsOf)
  const nearest = wanted
    .map(wordsOf)
    .map((person) =>
      Math.max(...owners.map((owner) => scoreOfWords(person, owner, align(person, owner, judge)))),
    )
  const score = Math.min(...nearest)
  // guard: single-person-name-check
  return wanted.length > holders.length ? Math.min(score, contradicted) : score
}

function scoreOfWords(a: readonly Word[], b: readonly Word[], alignment: Alignment): number {
  // Two alignments may fit equally well. The lower score counts, so that swapping the names changes nothing.
  const whole = Math.min(scoreOf(alignment), scoreOf(align(b, a, judge)))
  if (whole >= partialFrom) return whole
  const [wholeA, wholeB] = [completed(a, b), completed(b, a)]
  const cut = [wholeA && align(wholeA, b, judge), wholeB && align(a, wholeB, judge)]
  return Math.max(whole, ...cut.flatMap((each) => (each ? [scoreOf(each)] : [])))
}

const shortestCut = 15
const shortestRest = 3

/** The words of a name that an operator cut after a number of letters, with the last one completed as in the other name. */
function completed(words: readonly Word[], others: readonly Word[]): readonly Word[] | undefined {
  const last = words.at(-1)
  const letters = words.reduce((sum, { text }) => sum + text.length + 1, -1)
  // guard: truncated-wallet-names
  if (letters < shortestCut || words.length < 2 || last?.kind !== 'family' || last.text.length < shortestRest)
    return undefined
  const whole = others.find(
    (word) =>
      word.text.length > last.text.length &&
      word.text.startsWith(last.text) &&
      !isCommonFamilyName(last.text) &&
      !compareForWallet(word, last),
  )
  return whole && [...words.slice(0, -1), whole]
}

function scoreOf(alignment: Alignment): number {
  const most = areAllMistyped(alignment) || namesNobody(alignment) ? contradicted : 1
  return Math.min(agreement(alignment, weigh), ceiling(alignment), most)
}

/**
 * Whether the pairs identify nobody: only initials or short titles match, or the unmatched names outnumber the matched
 * ones.
 */
function namesNobody({ pairs, left, right }: Alignment): boolean {
  const isWhole = ({ how, left: words }: Pick<AlignedPair, 'how' | 'left'>) =>
    how !== 'initial' && (how === 'equal' || words.some(({ text }) => text.length > 2))
  const isName = ({ kind }: Word) => kind !== 'particle' && kind !== 'initial'
  const others = Math.max(left.filter(isName).length, right.filter(isName).length)
  // guard: whole-word-name-check
  return !pairs.some(isWhole) || (others >= manyOthers && others > pairs.length)
}

function weigh({ kind }: Word): number {
  return kind === 'particle' ? 0.3 : kind === 'initial' ? 0.5 : 1
}

const judge = { weigh, compare: compareForWallet }

/** How much of the two names agrees, from 0 to 1. */
export function agreement({ pairs, left, right }: Alignment, weighWord: (word: Word) => number): number {
  const paired = pairs.reduce((sum, { weight }) => sum + weight, 0)
  const agreed = pairs.reduce((sum, { weight, score }) => sum + weight * score, 0)
  return agreementOf(agreed, paired, total(left, weighWord), total(right, weighWord))
}

/** The same from weights: what the pairs agree on, the pairs in all, and the unpaired words of either side. */
export function agreementOf(agreed: number, paired: number, left: number, right: number): number {
  const conflict = Math.min(left, right)
  return paired === 0 ? 0 : agreed / (paired + conflict + surplusCost * (Math.max(left, right) - conflict))
}

/** The highest score the kinds of words allow, however many words agree. */
export function ceiling({ pairs, left, right }: Alignment): number {
  const has = (words: readonly Word[], ...kinds: Word['kind'][]) =>
    words.some(({ kind }) => kinds.includes(kind))
  const paired = (kind: Word['kind']) => pairs.some((pair) => has(pair.left, kind) || has(pair.right, kind))
  // Brothers share a family name and strangers share a given name, so both must agree.
  if (!paired('family') && has(left, 'family') && has(right, 'family')) return contradicted
  if (!paired('given') && contradict(left, right, has)) return contradicted
  if (!paired('family') && (has(left, 'family') || has(right, 'family')))
    return pairs.length > 1 ? givenNamesOnly : givenNameAlone
  return 1
}

/** Whether every word is only similar: two names without one equal word are different names, not two typing errors. */
export function areAllMistyped({ pairs }: Alignment): boolean {
  return pairs.length > 1 && pairs.every(({ how }) => how === 'similar')
}

/** Whether each name has a given name, or an initial of one, that the other lacks. */
function contradict(
  left: readonly Word[],
  right: readonly Word[],
  has: (words: readonly Word[], ...kinds: Word['kind'][]) => boolean,
): boolean {
  const bothHave = has(left, 'given', 'initial') && has(right, 'given', 'initial')
  return bothHave && (has(left, 'given') || has(right, 'given'))
}

function explain({ pairs, left, right }: Alignment): MatchedWord[] {
  const text = (words: readonly Word[]) => words.map((word) => word.text).join(' ')
  return [
    ...pairs.map((pair) => ({
      expected: text(pair.left),
      matched: text(pair.right),
      how: pair.how,
      score: hundredths(pair.score),
    })),
    ...left.map((word) => ({ expected: word.text, matched: null, how: 'missing' as const, score: 0 })),
    ...right.map((word) => ({ expected: null, matched: word.text, how: 'extra' as const, score: 0 })),
  ]
}

export function hundredths(score: number): number {
  return Math.round(score * 100) / 100
}
