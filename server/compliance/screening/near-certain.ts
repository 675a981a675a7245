// Rules by which a name is almost certainly the listed one, despite words left out or added.
import type { AlignedPair, Alignment } from '../names/alignment.ts'
import { isCommonFamilyName } from '../names/common-names.ts'
import { damerauLevenshtein } from '../names/edit-distance.ts'
import { makesByname } from '../names/parts.ts'
import { enoughContained, minDistinctive, type Rarity } from '../names/rarity.ts'
import { sharedConsonants, withoutVowels } from '../names/word-pair.ts'
import { joined, type Word } from '../names/words.ts'

/** The least weight of a rare family name. */
const rare = 0.85
const contains = 0.85
const minQuality = 0.8
const enough = 0.8
const bySound = 0.93
/** Short words are shared by many people. */
const longEnough = 7

/** How many words of a name are enough if one is misspelt and others are added. */
const minMisspelt = 3

/** The first part of names such as Abdul Qadir, which are one given name in two words. */
const servantOf = /^abd(?:[aeou]l?|oul?)?$/

type Weighed = Pick<Rarity, 'weigh'>

/**
 * How well a name contains all of a listed one, whatever other words it has. 0 where a distinctive word of the listed
 * name is missing, or where the listed name consists of given names only, which thousands of longer names contain.
 */
export function contained({ pairs, left, right }: Alignment, { weigh }: Weighed): number {
  const isTelling = (word: Word) => weigh(word) >= minDistinctive
  if (right.some(isTelling)) return 0
  const listed = pairs.flatMap((pair) =>
    pair.right.map((word) => ({
      word,
      score: isSpeltOut(pair) ? Math.max(pair.score, bySound) : pair.score,
    })),
  )
  const telling = listed.filter(({ word }) => isTelling(word) && !servantOf.test(word.text))
  const matched = telling.reduce((sum, { word, score }) => sum + weigh(word) * score, 0)
  const isPadded = left.some(isTelling)
  if (telling.length < 2 || (isPadded && matched < enoughContained)) return 0
  if (isPadded && telling.every(({ word }) => word.kind === 'given')) return 0
  const isSpelt = listed.every(({ score }) => score >= bySound)
  const hasLongName = telling.some(
    ({ word }) => word.kind === 'family' && weigh(word) >= rare && word.text.length >= longEnough,
  )
  // Among other words, a name of two words of which one is spelt otherwise is another name, and so is a common one.
  // guard: misspelt-among-others
  if (isPadded && !isSpelt && (telling.length < minMisspelt || !hasLongName)) return 0
  const quality = matched / telling.reduce((sum, { word }) => sum + weigh(word), 0)
  return quality < minQuality ? quality : contains + (quality - minQuality) / 2
}

/** `lastName` is the word of the listed name that is most likely the family name. */
type ListedAlignment = Alignment & { lastName: Word | undefined }

/** 0.8 when one of the rules below finds that it is the listed name, otherwise 0. */
export function nearCertain(alignment: ListedAlignment, rarity: Weighed): number {
  // guard: near-certain-rules
  const rules = [
    isShortened,
    hasRareNameAndAnother,
    hasInitialsOfRareName,
    isRareNameAlone,
    hasByname,
    isRareWordAmongOthers,
  ]
  return rules.some((rule) => rule(alignment, rarity)) ? enough : 0
}

/** Whether a pair matches by sound, or by the consonants of a word that is written without vowels. */
const isSpeltOut = ({ score, left, right }: AlignedPair) =>
  score >= bySound || (score >= withoutVowels.score && sharedConsonants(joined(left), joined(right)) >= 4)

/** Whether a pair matches by letters or sound. A match by consonants alone is enough only for a long word. */
const isSure = ({ how, score, right }: AlignedPair) =>
  how === 'equal' ||
  (how !== 'similar' &&
    how !== 'initial' &&
    right.every(({ text }) => text.length >= (score >= bySound ? 5 : 8)))
const hasRareFamily = (pair: AlignedPair, { weigh }: Weighed) =>
  pair.right.some((word) => word.kind === 'family' && weigh(word) >= rare)

/**
 * Whether the name is the listed one shortened: nothing is added, and a rare family name is kept as listed. With two
 * shared words one may be missing; with three or more any number may, as in long Arabic names.
 */
function isShortened({ pairs, left, right }: Alignment, rarity: Weighed): boolean {
  const isTelling = (word: Word) => rarity.weigh(word) >= minDistinctive
  const shared = pairs
    .filter(({ how }) => how !== 'initial')
    .flatMap((pair) => pair.right)
    .filter(isTelling).length
  const maxMissing = shared >= 3 ? Number.POSITIVE_INFINITY : shared === 2 ? 1 : 0
  return (
    shared >= 2 &&
    !left.some(isTelling) &&
    right.filter(isTelling).length <= maxMissing &&
    pairs.some((pair) => (isSpelt(pair) || isOneLetterOff(pair)) && hasRareFamily(pair, rarity))
  )
}

/** Whether a pair matches by letters or sound, or by the consonants of a word that is not short. */
const isSpelt = (pair: AlignedPair) =>
  isSure(pair) || (pair.how === 'spelling' && pair.right.every(({ text }) => text.length >= longEnough - 1))

/** Whether a long word, which is no other name, has one wrong letter. */
const isOneLetterOff = ({ how, left: [ours], right: [theirs] }: AlignedPair) =>
  how === 'similar' &&
  ours?.kind === 'family' &&
  !isCommonFamilyName(ours.text) &&
  theirs !== undefined &&
  theirs.text.length > longEnough &&
  damerauLevenshtein(ours.text, theirs.text) === 1

/**
 * Whether a rare family name and another name of the person match, so that other words are padding. Contradicting given
 * names point to a brother, and another last name to another family.
 */
function hasRareNameAndAnother({ pairs, left, right, lastName }: ListedAlignment, rarity: Weighed): boolean {
  const hasGiven = (words: readonly Word[]) => words.some(({ kind }) => kind === 'given')
  // guard: contradicting-given-names
  if (hasGiven(left) && hasGiven(right) && !areSpellings(left, right)) return false
  const isOther = (word: Word) => word.kind === 'family' && rarity.weigh(word) >= minDistinctive
  // guard: other-last-name
  if (lastName && right.includes(lastName) && isOther(lastName) && left.some(isOther)) return false
  const sure = pairs.filter(
    (pair) => isSure(pair) && pair.right.some((word) => rarity.weigh(word) >= minDistinctive),
  )
  // guard: padded-rare-names
  return (
    sure.length >= 2 &&
    sure.some((pair) => (isSpeltOut(pair) || sure.length > 2) && hasRareFamily(pair, rarity))
  )
}

/** Whether a word on one side may be a spelling of one on the other. */
const areSpellings = (left: readonly Word[], right: readonly Word[]) =>
  left.some((ours) => right.some((theirs) => sharedConsonants(ours, theirs) >= 2))

/** Whether the name has only initials of the listed given names beside a rare family name: L. Nkundabose. */
function hasInitialsOfRareName({ pairs, left }: Alignment, rarity: Weighed): boolean {
  return (
    left.every((word) => word.kind === 'initial' || word.kind === 'particle') &&
    pairs.some(({ how }) => how === 'initial') &&
    pairs.some((pair) => isSure(pair) && hasRareFamily(pair, rarity))
  )
}

/** Whether the name is a rare family name alone, without anything that points to another person. */
function isRareNameAlone({ pairs, left }: Alignment, rarity: Weighed): boolean {
  const [pair] = pairs.filter(({ right }) => right.some((word) => word.kind !== 'particle'))
  return (
    left.every((word) => word.kind === 'particle') &&
    (pair?.how === 'equal' || (pair?.how === 'joined' && pair.score === 1)) &&
    pair.right.every((word) => word.text.length > longEnough) &&
    hasRareFamily(pair, rarity)
  )
}

/** Whether the name contains a listed name of one rare word, such as Bwilakosi, as it is written or in pieces. */
function isRareWordAmongOthers({ pairs, right }: Alignment, { weigh }: Weighed): boolean {
  const [pair, another] = pairs.filter((each) => each.right.some((word) => word.kind !== 'particle'))
  // guard: rare-one-word-names
  return (
    another === undefined &&
    right.every(({ kind }) => kind === 'particle') &&
    (pair?.how === 'equal' || (pair?.how === 'joined' && pair.score === 1)) &&
    pair.right.every(
      (word) => word.text.length >= longEnough && word.kind === 'family' && weigh(word) >= rare,
    )
  )
}

/** Whether the name contains a listed byname with its title or particle: Abu Qatada, Colonel Mbuyulu. */
function hasByname({ pairs, right }: Alignment, { weigh }: Weighed): boolean {
  const words = pairs.filter(({ how }) => how === 'equal').flatMap((pair) => pair.right)
  return (
    right.length === 0 &&
    words.some(({ text }) => makesByname(text)) &&
    words.some((word) => word.kind === 'family' && weigh(word) >= rare)
  )
}
