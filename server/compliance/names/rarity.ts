// How distinctive a word of a name is. A name shared by thousands identifies nobody, on any list.

import { isCommonFamilyName } from './common-names.ts'
import type { Word } from './words.ts'

export type Rarity = {
  /** How distinctive a word is: near 1 for a rare word, low for a name that thousands share. */
  weigh(word: Word): number
  /** Whether a word is an established name, and so unlikely to be a misspelling of another. */
  isEstablished(word: Word): boolean
}

/** Names assumed beyond the list, since every word would seem unique in a short list. */
const assumedNames = 2_000
const manyNames = 5
const maxKnown = 200_000
const maxOfGiven = 0.5
const maxOfCommon = 0.7
/** Words this short are few, so each is shared by many people. */
const maxFrequentLength = 4

/**
 * @param countOf the number of list entries that have a word that sounds like this one.
 * @param isFamilyName whether a word that looks like a patronymic is the family name of a listed person.
 */
export function openRarity(
  countOf: (word: Word) => number,
  total: () => number,
  isFamilyName: (text: string) => boolean,
): Rarity {
  let known = new Map<Word, number>()
  let knownFor = -1

  function weigh(word: Word): number {
    if (word.kind === 'particle') return 0.15
    // guard: patronymic-family-names
    if (word.kind === 'initial' || (isPatronymic(word) && !isFamilyName(word.text))) return 0.3
    const all = total() + assumedNames
    const weight = 0.25 + (0.75 * Math.log(all / (countOf(word) + 1))) / Math.log(all)
    if (word.kind === 'given') return Math.min(weight, maxOfGiven)
    const isFrequent = isCommonFamilyName(word.text) || word.text.length <= maxFrequentLength
    return isFrequent ? Math.min(weight, maxOfCommon) : weight
  }

  return {
    weigh(word) {
      // One search weighs the same words many times, so weights are cached until the lists grow or the cache is full.
      if (total() !== knownFor || known.size > maxKnown) {
        known = new Map()
        knownFor = total()
      }
      const before = known.get(word)
      if (before !== undefined) return before
      const weight = weigh(word)
      known.set(word, weight)
      return weight
    },
    isEstablished: (word) =>
      word.kind === 'given' || isCommonFamilyName(word.text) || countOf(word) >= manyNames,
  }
}

/** The weight of a given name with a rare family name. */
const enoughShared = 1.5

/** More than a given name with a common family name, which many longer names contain. */
export const enoughContained = 1.22

/** Words with less weight (particles, initials, patronymics) do not distinguish people. */
export const minDistinctive = 0.35

const patronymic = /(?:[oe]vit?ch|[oe]vna|ichna|oglu|oglou|kyzy)$/

/** Whether the word looks like a patronymic. Petrovich and Davutoğlu do, and are family names as well. */
export const isPatronymic = ({ text }: Word): boolean => text.length > 7 && patronymic.test(text)

/** Whether the shared words are distinctive enough, from 0 to 1, when other words are left unmatched. */
export function evidenceOf(shared: number, leftOver: number): number {
  return leftOver < 0.01 ? 1 : Math.min(1, shared / enoughShared)
}
