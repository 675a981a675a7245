// What is so much of a listed name that it is near-certain, however much is left out or put beside it.
import type { AlignedPair, Alignment } from '../../names/alignment.ts'
import { makesByname } from '../../names/parts.ts'
import { enoughContained, leastDistinctive, type Rarity } from '../../names/tables/rarity.ts'
import type { Word } from '../../names/words.ts'

/** The weight of a family name that hardly anybody else has. */
const rare = 0.8
const contains = 0.85
const leastQuality = 0.8
const enough = 0.8
const bySound = 0.93
/** Short words are names of many. */
const longEnough = 7

type Weighed = Pick<Rarity, 'weigh'>

/**
 * How well a name has all of a listed one in it, however much else: 0 where a telling word of the listed name is missing,
 * or where that is a name of which nothing but given names is known, which thousands have among theirs.
 */
export function contained({ pairs, left, right }: Alignment, { weigh }: Weighed): number {
  const isTelling = (word: Word) => weigh(word) >= leastDistinctive
  if (right.some(isTelling)) return 0
  const listed = pairs.flatMap((pair) => pair.right.map((word) => ({ word, score: pair.score })))
  const telling = listed.filter(({ word }) => isTelling(word))
  const matched = telling.reduce((sum, { word, score }) => sum + weigh(word) * score, 0)
  const isPadded = left.some(isTelling)
  if (telling.length < 2 || (isPadded && matched < enoughContained)) return 0
  if (isPadded && telling.every(({ word }) => word.kind === 'given')) return 0
  const quality = matched / telling.reduce((sum, { word }) => sum + weigh(word), 0)
  return quality < leastQuality ? quality : contains + (quality - leastQuality) / 2
}

/** `lastName` is the word of the listed name that its family is most likely called by. */
export type ListedAlignment = Alignment & { lastName: Word | undefined }

/** The same by a rule of its own: 0.8 where one of the rules below says that it is the listed name, 0 otherwise. */
export function nearCertain(alignment: ListedAlignment, rarity: Weighed): number {
  const rules = [isShortened, hasRareNameAndAnother, hasInitialsOfRareName, isRareNameAlone, hasByname]
  return rules.some((rule) => rule(alignment, rarity)) ? enough : 0
}

/** By its letters or its sound; consonants alone tell enough of a long word only. */
const isSure = ({ how, score, right }: AlignedPair) =>
  how === 'equal' ||
  (how !== 'similar' &&
    how !== 'initial' &&
    right.every(({ text }) => text.length >= (score >= bySound ? 5 : 8)))
const hasRareFamily = (pair: AlignedPair, { weigh }: Weighed) =>
  pair.right.some((word) => word.kind === 'family' && weigh(word) >= rare)

/**
 * Words of a listed name are left out, nothing is added, and what is left has a rare word of it as the list has it: of two
 * words one may be missing, of three or more any number, as of long Arabic names.
 */
function isShortened({ pairs, left, right }: Alignment, rarity: Weighed): boolean {
  const isTelling = (word: Word) => rarity.weigh(word) >= leastDistinctive
  const shared = pairs
    .filter(({ how }) => how !== 'initial')
    .flatMap((pair) => pair.right)
    .filter(isTelling).length
  const most = shared >= 3 ? Number.POSITIVE_INFINITY : shared === 2 ? 1 : 0
  return (
    shared >= 2 &&
    !left.some(isTelling) &&
    right.filter(isTelling).length <= most &&
    pairs.some((pair) => pair.how !== 'similar' && pair.how !== 'initial' && hasRareFamily(pair, rarity))
  )
}

/**
 * A rare family name with a given name or another name of the same person: what else is written is padding. Given names
 * that contradict each other are a brother's, and another last name is another family.
 */
function hasRareNameAndAnother({ pairs, left, right, lastName }: ListedAlignment, rarity: Weighed): boolean {
  const hasGiven = (words: readonly Word[]) => words.some(({ kind }) => kind === 'given')
  const isGivenShared = pairs.some((pair) => hasGiven(pair.left) && hasGiven(pair.right))
  if (!isGivenShared && hasGiven(left) && hasGiven(right)) return false
  const isOther = (word: Word) => word.kind === 'family' && rarity.weigh(word) >= leastDistinctive
  if (lastName && right.includes(lastName) && isOther(lastName) && left.some(isOther)) return false
  const sure = pairs.filter(
    (pair) => isSure(pair) && pair.right.some((word) => rarity.weigh(word) >= leastDistinctive),
  )
  return sure.length >= 2 && sure.some((pair) => hasRareFamily(pair, rarity))
}

/** L. Nkundabose: nothing but initials of the listed given names beside a rare family name. */
function hasInitialsOfRareName({ pairs, left }: Alignment, rarity: Weighed): boolean {
  return (
    left.every((word) => word.kind === 'initial' || word.kind === 'particle') &&
    pairs.some(({ how }) => how === 'initial') &&
    pairs.some((pair) => isSure(pair) && hasRareFamily(pair, rarity))
  )
}

/** A rare family name and no other word: nothing says that it is somebody else's. */
function isRareNameAlone({ pairs, left }: Alignment, rarity: Weighed): boolean {
  const [pair] = pairs.filter(({ right }) => right.some((word) => word.kind !== 'particle'))
  return (
    left.every((word) => word.kind === 'particle') &&
    pair?.how === 'equal' &&
    pair.right.every((word) => word.text.length > longEnough) &&
    hasRareFamily(pair, rarity)
  )
}

/** A byname of one word with what makes it one, padded: Abu Qatada, Colonel Mbuyulu. */
function hasByname({ pairs, right }: Alignment, { weigh }: Weighed): boolean {
  const words = pairs.filter(({ how }) => how === 'equal').flatMap((pair) => pair.right)
  return (
    right.length === 0 &&
    words.some(({ text }) => makesByname(text)) &&
    words.some((word) => word.kind === 'family' && weigh(word) >= rare)
  )
}
