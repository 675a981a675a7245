// Which spellings of a name are one person's, where limits and cases recognize persons by names and birth date.
import { isCommonFamilyName } from './tables/common-names.ts'
import { isGivenName } from './tables/given-names.ts'
import { toWord, type Word, wordsOf } from './words.ts'

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
