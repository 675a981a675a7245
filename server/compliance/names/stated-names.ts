// All the names under which a transfer names its beneficiary.
import { isCommonFamilyName } from './common-names.ts'
import { isGivenName } from './given-names.ts'
import { toWord, type Word, wordsOf } from './words.ts'

/** Written in place of a forename or surname by people who have one name. Other signs alone are no name either. */
const isSign = (part: string) => !/[\p{L}\p{N}]/u.test(part)

/** Joins the parts of a name that are not empty and no sign for a missing part, such as `-`; all of them if none is a name. */
export function joinedBySpaces(...parts: string[]): string {
  const given = parts.filter((part) => part !== '')
  // guard: sign-for-missing-name
  const names = given.filter((part) => !isSign(part))
  return (names.length > 0 ? names : given).join(' ')
}

/** The transfer fields that name the beneficiary. */
type StatedNames = { name: string; firstName: string; middleName: string; lastName: string }

/**
 * Every name a transfer states for its beneficiary, the expected name first. The separate fields may give another name,
 * or the rest of the expected one, so the two are also combined into one.
 */
export function statedNames({ name, firstName, middleName, lastName }: StatedNames): string[] {
  const stated = joinedBySpaces(firstName, middleName, lastName)
  // guard: joined-stated-names
  return [...new Set([name, stated, joinedName(name, stated)])].filter((each) => each !== '')
}

/** Merges two names without repeating shared words. Equals one of them if it already contains the other. */
function joinedName(name: string, other: string): string {
  const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')
  const fold = (word: string) => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const missingFrom = (words: readonly string[], others: readonly string[]) => {
    const known = new Set(others.map(fold))
    return words.filter((word) => !known.has(fold(word)))
  }
  const [words, others] = [wordsOf(name), wordsOf(other)]
  if (missingFrom(words, others).length === 0) return other
  const more = missingFrom(others, words)
  return more.length === 0 ? name : joinedBySpaces(name, ...more)
}

const maxPieces = 4
const isKnown = (text: string) => isGivenName(text) || isCommonFamilyName(text)

/**
 * A key that is equal for the ways to write one name: words in any order, an initial beside whole names, a word said twice, and a
 * well-known name cut into pieces (`Je an`, `Mbu-yi`). A rare name in pieces is another name, because joining any two words would
 * make one person of many.
 */
export function samePersonKey(name: string): string {
  const words = withoutRepeats(joinedPieces(wordsOf(name)))
  const whole = words.filter(({ kind }) => kind !== 'initial')
  // guard: same-person-initials
  const kept = whole.filter(({ kind }) => kind !== 'particle').length >= 2 ? whole : words
  return kept
    .map(({ text }) => text)
    .sort()
    .join(' ')
}

/** Joins pieces that make a well-known name, unless each of them is a name itself, as in Marie Claire. */
function joinedPieces(words: readonly Word[]): Word[] {
  const joined: Word[] = []
  for (let from = 0; from < words.length; ) {
    const size = [4, 3, 2].find((pieces) => areOneName(words.slice(from, from + pieces), pieces)) ?? 1
    const run = words.slice(from, from + size)
    joined.push(size === 1 ? run[0]! : toWord(run.map(({ text }) => text).join('')))
    from += size
  }
  return joined
}

function areOneName(run: readonly Word[], size: number): boolean {
  if (run.length < size || size > maxPieces) return false
  // guard: same-person-pieces
  return isKnown(run.map(({ text }) => text).join('')) && !run.every(({ text }) => isKnown(text))
}

/** Leaves out a word that was said before, unless a particle makes it a name of its own: Ilunga wa Ilunga. */
function withoutRepeats(words: readonly Word[]): Word[] {
  return words.filter(
    (word, at) =>
      word.kind === 'particle' ||
      words[at - 1]?.kind === 'particle' ||
      words.findIndex(({ text }) => text === word.text) === at,
  )
}
