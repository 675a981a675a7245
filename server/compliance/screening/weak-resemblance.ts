// Whether a name weakly resembles a listed one, which is enough to report a person with the listed birth date.

import type { ListedName } from '../lists/index.ts'
import { align } from '../names/alignment.ts'
import { isCommonFamilyName } from '../names/common-names.ts'
import { damerauLevenshtein } from '../names/edit-distance.ts'
import { minDistinctive, type Rarity } from '../names/rarity.ts'
import { compareLoosely, type Pair } from '../names/word-pair.ts'
import { type Word, wordsOf } from '../names/words.ts'

const minAlike = 0.6
/** For common family names, one changed letter makes another name. */
const minOfCommon = 0.85
const shortestBeginning = 4
const surelyAlike = 0.8
const rare = 0.8
const longEnough = 7
const minOfWhole = 0.7
const shortestWhole = 8

/** Whether two words match including a family name, or a rare family name alone, or all but given names as one text. */
export function resemblesWeakly(
  words: readonly Word[],
  { text, words: listed }: Pick<ListedName, 'text' | 'words'>,
  { weigh }: Pick<Rarity, 'weigh'>,
): boolean {
  const { pairs, left } = align(words, listed, { weigh, compare: compareWeakly })
  const telling = pairs.filter(
    ({ how, right }) => how === 'initial' || right.some((word) => weigh(word) >= minDistinctive),
  )
  const families = telling.filter(
    ({ how, right }) => how !== 'initial' && right.some(({ kind }) => kind === 'family'),
  )
  // The first word, or the first behind a comma, is most likely a given name, so it is not enough beside another family name.
  // guard: rare-given-names
  const [forename] = wordsOf(text.slice(text.indexOf(',') + 1))
  const isOther = left.some((word) => word.kind === 'family')
  const isRare = families.some(
    ({ score, right }) =>
      score >= surelyAlike &&
      right.some(
        (word) =>
          weigh(word) >= rare && word.text.length >= longEnough && !(isOther && word.text === forename?.text),
      ),
  )
  if (isRare) return true
  const best = Math.max(...telling.map(({ score }) => score), 0)
  return (telling.length >= 2 && families.length > 0 && best >= surelyAlike) || areAlikeAsOne(words, listed)
}

function compareWeakly(a: Word, b: Word): Pair | undefined {
  const pair = compareLoosely(a, b)
  if (a.kind === 'particle' || b.kind === 'particle' || a.kind === 'initial' || b.kind === 'initial')
    return pair
  const score = Math.max(pair?.score ?? 0, likenessOf(a, b))
  const min = isCommonFamilyName(a.text) && a.text !== b.text ? minOfCommon : minAlike
  return score < min ? undefined : pair && pair.score >= score ? pair : { how: 'similar', score }
}

function likenessOf(a: Word, b: Word): number {
  const bothGiven = a.kind === 'given' && b.kind === 'given'
  if (bothGiven) return a.text.slice(0, 3) === b.text.slice(0, 3) ? minAlike : 0
  const [shorter, longer] = a.text.length < b.text.length ? [a.text, b.text] : [b.text, a.text]
  const isPart =
    shorter.length >= shortestBeginning && (longer.startsWith(shorter) || longer.endsWith(shorter))
  return Math.max(isPart ? minAlike : 0, alike(a.text, b.text), alike(a.ear, b.ear))
}

function alike(a: string, b: string): number {
  const length = Math.max(a.length, b.length)
  return length < shortestBeginning ? 0 : 1 - damerauLevenshtein(a, b) / length
}

/** Compares the names as one text, however the words are split, with the words rotated through every start. */
function areAlikeAsOne(words: readonly Word[], listed: readonly Word[]): boolean {
  const whole = (some: readonly Word[]) =>
    some
      .filter(({ kind }) => kind !== 'given')
      .map(({ ear }) => ear)
      .join('')
  const theirs = whole(listed)
  if (theirs.length < shortestWhole) return false
  return words.some(
    (_, at) => alike(whole([...words.slice(at), ...words.slice(0, at)]), theirs) >= minOfWhole,
  )
}
