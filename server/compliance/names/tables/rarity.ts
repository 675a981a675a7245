// How much a word tells of who is meant. A name shared by thousands tells little, on any list.

import type { Word } from '../words.ts'
import { isCommonFamilyName } from './common-names.ts'

export type Rarity = {
  /** How much a word tells of who is meant: near 1 for a word that few have, little for what thousands are called. */
  weigh(word: Word): number
  /** Whether a word is a name in its own right, and so hardly a misspelling of another. */
  isEstablished(word: Word): boolean
}

/** A list of one name would find every word unique; so many unknown names are assumed beside it. */
const assumedNames = 2_000
const manyNames = 5
const mostKnown = 200_000
const mostOfGiven = 0.5
const mostOfCommon = 0.7
/** There are few words so short, and many people of each. */
const mostFrequentLength = 4

/**
 * @param countOf in how many of all listed names a word stands.
 * @param isFamilyName whether a word that is formed like a patronymic is the family name of somebody listed.
 */
export function openRarity(
  countOf: (text: string) => number,
  total: () => number,
  isFamilyName: (text: string) => boolean,
): Rarity {
  let known = new Map<Word, number>()
  let knownFor = -1

  function weigh(word: Word): number {
    if (word.kind === 'particle') return 0.15
    if (word.kind === 'initial' || (isPatronymic(word) && !isFamilyName(word.text))) return 0.3
    const all = total() + assumedNames
    const weight = 0.25 + (0.75 * Math.log(all / (countOf(word.text) + 1))) / Math.log(all)
    if (word.kind === 'given') return Math.min(weight, mostOfGiven)
    const isFrequent = isCommonFamilyName(word.text) || word.text.length <= mostFrequentLength
    return isFrequent ? Math.min(weight, mostOfCommon) : weight
  }

  return {
    weigh(word) {
      // The words of a search are weighed again and again, until the lists have grown or there are too many to keep.
      if (total() !== knownFor || known.size > mostKnown) {
        known = new Map()
        knownFor = total()
      }
      const before = known.get(word)
      if (before !== undefined) return before
      const weight = weigh(word)
      known.set(word, weight)
      return weight
    },
    isEstablished: ({ kind, text }) =>
      kind === 'given' || isCommonFamilyName(text) || countOf(text) >= manyNames,
  }
}

/** A given name and a family name that few have. */
export const enoughShared = 1.5

/** A given name and a family name that many have: enough where all of a listed name is there. */
export const enoughContained = 1.1

/** Words of less weight (particles, initials, patronymics) tell nobody apart. */
export const leastDistinctive = 0.35

const patronymic = /(?:[oe]vit?ch|[oe]vna|ichna|oglu|oglou|kyzy)$/

/** Formed like the name of a father; Petrovich and Davutoğlu are family names as well. */
export const isPatronymic = ({ text }: Word): boolean => text.length > 7 && patronymic.test(text)

/** 0 to 1: whether what two names share tells enough, where something of either is left over. */
export function evidenceOf(shared: number, leftOver: number): number {
  return leftOver < 0.01 ? 1 : Math.min(1, shared / enoughShared)
}
