// The name check: can the name a sender expects and the name a wallet is registered under be the same person's?
// Congolese names have a nom, a postnom and a prénom, written in any order and often incomplete.
import { type AlignedPair, type Alignment, align, total } from './alignment.ts'
import { isCommonFamilyName } from './common-names.ts'
import { isGivenName, isMainGivenName, isShortForm, isWholeGivenName } from './given-names.ts'
import { isTitle } from './parts.ts'
import { comparePair, type Pair } from './word-pair.ts'
import { type Word, wordsOf } from './words.ts'

type NameDecision = 'MATCH' | 'PARTIAL' | 'NO_MATCH'

/** One compared word: the word in each name, null where that name has no counterpart. `score` is 0 to 1. */
type MatchedWord = {
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

const matchFrom = 0.9
const partialFrom = 0.6

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
function areAllMistyped({ pairs }: Alignment): boolean {
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

function hundredths(score: number): number {
  return Math.round(score * 100) / 100
}

/** Between two names. A comma separates the parts of one name. */
const separators = /[/&;+|]|(?<![\p{L}\p{N}])(?:et|and|ou|or|und)(?![\p{L}\p{N}])/iu
const conjunctions = /&|(?<![\p{L}\p{N}])(?:et|and|ou|or|und)(?![\p{L}\p{N}])/iu
/** `et fils`, `& Co`: what follows belongs to the name of a business and is no second person. */
const joined = /([&+]|(?:^|[^\p{L}\p{N}])(?:et|and))\s*(?:les\s+)?([\p{L}\p{N}]+)\.?/giu
const business =
  /^(?:fils|filles?|fr[eè]res?|s[oœ]e?urs?|sons?|daughters?|brothers?|bros|sisters?|enfants?|children|family|famille|co|cie|compagnie|company|associ[eé]s?|associates?|partners?|partenaires?)$/iu
/** In care of somebody else, who is not the owner. */
const careOf =
  /(^|[^\p{L}\p{N}])(?:c\s*\/\s*o|care of|aux bons soins de|chez|p\s*\/\s*c)(?:$|[^\p{L}\p{N}])/iu

const rawWordsOf = (text: string) => text.split(/[^\p{L}\p{M}\p{N}'’-]+/u).filter(Boolean)
const plain = (word: string) => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const withoutBusiness = (name: string) =>
  name.replace(joined, (text, _and, word: string) => (business.test(word) ? ' ' : text))

/**
 * The persons that a text names, at least one. `Jean et Marie Mukendi` is two of one family; `Mukendi / Jean` and `Kabongo et Fils` are
 * one.
 */
function holdersOf(name: string): string[] {
  const care = careOf.exec(name)
  const own = name.slice(0, care ? care.index + care[1]!.length : undefined).trim() || name
  // guard: business-names
  const parts = withoutBusiness(own)
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => rawWordsOf(part).some((word) => !isTitle(plain(word))))
  if (parts.length < 2) return [parts[0] ?? own]
  const areWords = parts.every((part) => rawWordsOf(part).length === 1)
  if (areWords && !conjunctions.test(withoutBusiness(own))) return [parts.join(' ')]
  const [last = ''] = parts.slice(-1)
  const family = rawWordsOf(last)
    .filter((word) => !isGivenName(plain(word)) && !isTitle(plain(word)))
    .join(' ')
  return parts.map((part) => {
    const words = rawWordsOf(part).filter((word) => !isTitle(plain(word)))
    const isGiven = words.every((word) => isGivenName(plain(word)))
    return isGiven && part !== last && family !== '' ? `${part} ${family}` : part
  })
}

/** A text that is equal for two spellings of one name: without case, accents, punctuation and conjunctions. */
function plainText(name: string): string {
  const words =
    plain(name)
      .replace(/\p{Cf}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => word !== 'et' && word !== 'and').join(' ')
}

/**
 * Like `comparePair`, but rejects similar names of different people: Lukendi and Mukendi, José and Joseph. It is stricter than screening,
 * because a payment to the wrong person is lost, while an honest sender only has to correct the name.
 */
function compareForWallet(a: Word, b: Word): Pair | undefined {
  const pair = comparePair(a, b)
  if (pair?.how === 'short_form' && areTwoGivenNames(a, b)) return undefined
  // guard: distinct-family-names
  return pair?.how === 'similar' && areTwoFamilies(a, b) ? undefined : pair
}

/**
 * On a wallet, forms of other languages (Ivan for Jean) are different names, unless they sound alike (Mohamed,
 * Muhammad).
 */
function areTwoGivenNames(a: Word, b: Word): boolean {
  if (!isWholeGivenName(a.text) || !isWholeGivenName(b.text)) return false
  if (isShortForm(a.text, b.text) || isShortForm(b.text, a.text)) return false
  if (a.keys.some((key) => b.keys.includes(key))) return false
  if (isMainGivenName(a.text) && isMainGivenName(b.text)) return a.ear !== b.ear
  return !a.bones.some((bones) => b.bones.includes(bones))
}

/** Letters that spell the same sound, so that they do not distinguish Bantu prefixes or stems. */
const oneSound = ['ei', 'ou', 'bv', 'lr', 'sz', 'fv', 'gk', 'iy', 'jy', 'mn', 'fp']
const isOneSound = (a: string, b: string) => oneSound.some((pair) => pair.includes(a) && pair.includes(b))

/** Prefixes that turn a stem into another name. A nasal before a consonant is only another spelling. */
const prefixes = /^(?:C|k|l|b|t|r|Ci|ki|ka|ku|lu|lo|tu|bu|ba|ma)$/

/**
 * Whether two words are different family names: Ilunga and Tshilunga, or a common family name and one with another
 * prefix or one other letter. So many such pairs exist that a misspelling is unlikely. Swapped, missing or extra
 * letters remain typing errors.
 */
function areTwoFamilies(a: Word, b: Word): boolean {
  const [shorter, longer] = [a.keys[0]!, b.keys[0]!].sort((x, y) => x.length - y.length) as [string, string]
  const before = longer.slice(0, longer.length - shorter.length)
  if (/^[aeiou]/.test(shorter) && longer.endsWith(shorter) && prefixes.test(before)) return true
  if (!isCommonFamilyName(a.text) && !isCommonFamilyName(b.text)) return false
  if (before !== '') return longer.endsWith(shorter) && prefixes.test(before)
  const differing = [...longer].flatMap((letter, at) =>
    letter === shorter[at] ? [] : [letter + shorter[at]],
  )
  return differing.length === 1 && !isOneSound(differing[0]![0]!, differing[0]![1]!)
}
