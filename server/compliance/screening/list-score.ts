// Scores how likely a party is the listed person, in points out of 100, each part with its reason.

import type { StoredEntry } from '../lists/entry.ts'
import { identifierKeys, phoneKey, phoneKeys } from '../lists/identifiers.ts'
import type { ListedName } from '../lists/index.ts'
import { isRewritten } from '../lists/letters-index.ts'
import { type AlignedPair, type Alignment, align, type Judge, total } from '../names/alignment.ts'
import { agreement, ceiling } from '../names/match.ts'
import { evidenceOf, type Rarity } from '../names/rarity.ts'
import { chineseKeys, isSyllable } from '../names/reading/east-asian-names.ts'
import { sharedConsonants } from '../names/word-pair.ts'
import { joined, sortedWords, type Word } from '../names/words.ts'
import { contained, nearCertain } from './near-certain.ts'
import type { ListMatch, MatchPart, ScreenedParty } from './screener.ts'

/** `isNear`: the name is nearly the listed one, so unverified facts may not lower its score. */
export type NameScore = { points: number; detail: string; isNear: boolean }

/** A part of the score before rendering: points are whole hundredths. */
type Points = { part: MatchPart['part']; points: number; detail: string }

const points = {
  weakAlias: 85,
  sameLetters: 97,
  nearlySameLetters: 88,
  sameSyllables: 90,
  weakResemblance: 70,
  sameBirthDate: 10,
  sameBirthMonth: 5,
  sameBirthYear: 3,
  /** A date with one slip is close to the listed one, so it does not lower the score. */
  nearBirthDate: 0,
  otherBirthYear: -15,
  otherBirthDate: -25,
  sameCountry: 2,
  otherCountry: -20,
  /** A matching document or telephone number raises the score to this, whatever the name. */
  sameNumber: 95,
} as const

/**
 * An established name (Kabanga) is unlikely to be a misspelling of another (Kabongo), least so of an established one.
 */
const ownName = { ofParty: 0.85, ofBoth: 0.7 }
const oneWord = 0.5

/** Scores the words of a name against one name of an entry. */
export function nameScore(words: readonly Word[], listed: ListedName, rarity: Rarity & Judge): NameScore {
  if (words.length === listed.words.length && sortedWords(words) === sortedWords(listed.words))
    return listed.weak
      ? { points: points.weakAlias, detail: 'the same words as a weak alias', isNear: true }
      : { points: 100, detail: 'the same words', isNear: true }
  if (listed.weak) return { points: 0, detail: 'a weak alias counts only in the same words', isNear: false }
  const found = align(words, listed.words, rarity)
  const alignment = { ...found, pairs: found.pairs.map((pair) => judged(pair, rarity)) }
  const agreed = agreement(alignment, rarity.weigh) * evidence(alignment, rarity)
  // guard: vague-names
  const vague = Math.min(bySkeleton(alignment), ofSyllables(words, listed.words, alignment))
  const score = Math.min(agreed, ceiling(alignment), oneWordOnly(alignment))
  // guard: contained-names
  const whole = contained(alignment, rarity)
  // A person is not a part of a company, whose rare words are no family names.
  const isCompany = listed.entry.kind === 'organisation'
  const certain = isCompany ? 0 : nearCertain({ ...alignment, lastName: lastNameOf(listed) }, rarity)
  const byInitial = found.pairs.some(({ how, left }) => how === 'initial' && left.length === 1)
  const best = Math.min(vague, Math.max(score, byInitial ? Math.min(whole, initialAlone) : whole, certain))
  return {
    points: Math.round(100 * best),
    detail: describe(alignment),
    isNear: (whole > 0 && !byInitial) || certain > 0,
  }
}

/** The score of a Korean name in another romanisation. */
export const sameSyllables: NameScore = {
  points: points.sameSyllables,
  detail: 'the same syllables, written by another system',
  isNear: true,
}

/** The score of a name that resembles the listed one only weakly, used when the birth date is equal. */
export const weakResemblance: NameScore = {
  points: points.weakResemblance,
  detail: 'resembles the name of a listed person born on the same day',
  isNear: true,
}

/** Scores a name whose letters are the same but split into words differently. */
export function lettersScore(words: readonly Word[], listed: ListedName): NameScore {
  const isSplitAlike = lengthsOf(words) === lengthsOf(listed.words)
  // guard: names-split-alike
  const how = listed.weak || isSplitAlike ? undefined : isRewritten(words, listed.words)
  const isOther = how === 'nearly' && listed.words.every(({ text }) => isSyllable(text))
  if (how === undefined || isOther) return { points: 0, detail: 'other letters', isNear: false }
  return how === 'exactly'
    ? {
        points: points.sameLetters,
        detail: 'the same letters, written apart or together otherwise',
        isNear: true,
      }
    : {
        isNear: true,
        points: points.nearlySameLetters,
        detail: 'the same letters but one, written apart or together otherwise',
      }
}

/** Equal for names whose words have the same lengths, which are compared word by word. */
const lengthsOf = (words: readonly Word[]) =>
  words
    .map(({ text }) => text.length)
    .sort((a, b) => a - b)
    .join()

/** The last word of a name, or the first if a comma follows the family name. */
function lastNameOf({ text, words }: ListedName): Word | undefined {
  const names = words.filter(({ kind }) => kind !== 'particle')
  return names.at(text.includes(',') ? 0 : -1)
}

function judged(pair: AlignedPair, { isEstablished }: Rarity): AlignedPair {
  if (pair.how !== 'similar') return pair
  // A word that is not an established name is likely a misspelling of the listed one.
  if (!pair.left.every(isEstablished)) return { ...pair, score: Math.max(pair.score, misspelt) }
  const factor = pair.right.every(isEstablished) ? ownName.ofBoth : ownName.ofParty
  return { ...pair, score: pair.score * factor }
}

/** An initial could be anyone's, so the score is capped low enough that one contradicting fact outweighs it. */
const initialAlone = 0.78

const misspelt = 0.85

function evidence({ pairs, left, right }: Alignment, { weigh }: Rarity): number {
  const shared = pairs.reduce((sum, { weight, score }) => sum + weight * score, 0)
  return evidenceOf(shared, total([...left, ...right], weigh))
}

const skeleton = 0.7
const surelySpelt = 0.92

/**
 * Words that share their consonants alone may be any names: of two, six consonants are enough, or seven if one word has only two. Of a
 * listed name of one word, the sound must be the same.
 */
function bySkeleton({ pairs }: Alignment): number {
  const isVague = pairs.every(({ score, how }) => how !== 'equal' && how !== 'similar' && score < surelySpelt)
  if (!isVague || pairs.length > 2) return 1
  const counts = pairs.map(({ left, right }) => sharedConsonants(joined(left), joined(right)))
  const count = counts.reduce((sum, each) => sum + each, 0)
  return pairs.length === 1 || count < (counts.some((each) => each < 3) ? 7 : 6) ? skeleton : 1
}

/** Chinese and Korean names of which a syllable differs are two names; other romanisations are compared over whole names. */
function ofSyllables(
  words: readonly Word[],
  listed: readonly Word[],
  { pairs, left, right }: Alignment,
): number {
  const isEqual = pairs.every(({ how }) => how === 'equal' || how === 'joined')
  const areBothLeft = left.length > 0 && right.length > 0
  return (!isEqual || areBothLeft) && areEastAsian(words) && areEastAsian(listed) ? skeleton : 1
}

const textsOf = (words: readonly Word[]) => words.map(({ text }) => text)
const areEastAsian = (words: readonly Word[]) =>
  chineseKeys(textsOf(words)).length > 0 || (words.length > 1 && words.every(({ text }) => isSyllable(text)))

/** One shared word out of several identifies nobody; a one-word name is matched by that word alone. */
function oneWordOnly({ pairs, left, right }: Alignment): number {
  const distinctive = pairs
    .filter((pair) => [...pair.left, ...pair.right].every(({ kind }) => kind !== 'particle'))
    .flatMap((pair) => pair.right)
  return distinctive.length <= 1 && left.length + right.length > 0 ? oneWord : 1
}

function describe({ pairs, left, right }: Alignment): string {
  const text = (words: readonly Word[]) => words.map((word) => word.text).join(' ')
  const parts = pairs.map((pair) =>
    pair.how === 'equal' ? text(pair.left) : `${text(pair.left)} for ${text(pair.right)} (${pair.how})`,
  )
  if (left.length > 0) parts.push(`without ${text(left)} on the list`)
  if (right.length > 0) parts.push(`with ${text(right)} on the list only`)
  return parts.join(', ')
}

/** Builds the match: its parts add up to the score, which stays between 0 and 1. */
export function matchOf(
  party: ScreenedParty,
  listed: Pick<ListedName, 'entry' | 'text'>,
  { isNear, ...name }: NameScore,
): ListMatch {
  const { entry } = listed
  const parts: Points[] = [{ part: 'name', ...name }]
  const others = [birthDatePoints(party, entry), countryPoints(party, entry)].filter(
    (part) => part !== undefined,
  )
  // Deductions come first so that they count in full; additions are capped at 100. These facts are unverified, so they
  // do not lower the score of a name that is nearly the listed one.
  // guard: unverified-facts
  for (const part of others.sort((x, y) => x.points - y.points))
    add(parts, isNear ? { ...part, points: Math.max(part.points, 0) } : part)
  for (const [part, number] of sharedNumbers(party, entry)) {
    const missing = Math.max(points.sameNumber - totalOf(parts), 1)
    const what = part === 'document' ? 'document' : 'telephone number'
    add(parts, { part, points: missing, detail: `has the ${what} ${masked(number)}` })
  }
  return {
    role: party.role,
    list: entry.list,
    entryId: entry.entryId,
    entryVersion: entry.entryVersion,
    entryName: entry.name,
    matchedName: listed.text,
    programs: entry.programs,
    score: totalOf(parts) / 100,
    parts: parts.map((part) => ({ ...part, points: part.points / 100 })),
  }
}

function totalOf(parts: readonly Points[]): number {
  return parts.reduce((sum, part) => sum + part.points, 0)
}

/** Adds a part, keeping the total between 0 and 100. */
function add(parts: Points[], part: Points): void {
  const total = totalOf(parts)
  parts.push({ ...part, points: Math.max(-total, Math.min(100 - total, part.points)) })
}

function birthDatePoints({ birthDate }: ScreenedParty, { birthDates }: StoredEntry): Points | undefined {
  if (birthDate === undefined || birthDates.length === 0) return undefined
  return birthDates
    .map((listed): Points => ({ part: 'birth_date', ...compareBirthDates(birthDate, listed) }))
    .reduce((best, each) => (each.points > best.points ? each : best))
}

/** Compares a full date with the listed one, as precisely as the list has it. */
function compareBirthDates(date: string, listed: string): { points: number; detail: string } {
  const [year, month, day] = date.split('-')
  const [listedYear, listedMonth, listedDay] = listed.split('-')
  const scored = (value: number, detail: string) => ({ points: value, detail: `${detail} ${listed}` })
  if (listedDay !== undefined) {
    if (date === listed) return scored(points.sameBirthDate, 'born on')
    const equal = Number(year === listedYear) + Number(month === listedMonth) + Number(day === listedDay)
    const swapped = year === listedYear && month === listedDay && day === listedMonth
    return equal === 2 || swapped
      ? scored(points.nearBirthDate, `born on ${date}, a slip away from`)
      : scored(points.otherBirthDate, `born on ${date}, not`)
  }
  if (year !== listedYear) return scored(points.otherBirthYear, `born in ${year}, not`)
  if (listedMonth === undefined) return scored(points.sameBirthYear, 'born in')
  return month === listedMonth
    ? scored(points.sameBirthMonth, 'born in')
    : scored(points.nearBirthDate, `born in ${date.slice(0, 7)}, not`)
}

function countryPoints(
  { countries = [] }: ScreenedParty,
  { countries: listed }: StoredEntry,
): Points | undefined {
  if (countries.length === 0 || listed.length === 0) return undefined
  const shared = countries.find((country) => listed.includes(country))
  return shared === undefined
    ? {
        part: 'country',
        points: points.otherCountry,
        detail: `${countries.join(', ')}, not ${listed.join(', ')}`,
      }
    : { part: 'country', points: points.sameCountry, detail: shared }
}

/** The document, as the list has it, and the telephone number that the party shares with the entry. */
function sharedNumbers(
  { documentNumber, phones = [] }: ScreenedParty,
  entry: StoredEntry,
): ['document' | 'phone', string][] {
  const documents = new Set(identifierKeys(documentNumber ?? ''))
  const document = entry.identifiers.find((number) =>
    identifierKeys(number).some((key) => documents.has(key)),
  )
  const listed = new Set((entry.phones ?? []).flatMap((number) => phoneKeys(number, entry.countries)))
  const phone = phones.map(phoneKey).find((number) => listed.has(number))
  return [
    ...(document === undefined ? [] : [['document', document] satisfies ['document', string]]),
    ...(phone === undefined ? [] : [['phone', phone] satisfies ['phone', string]]),
  ]
}

function masked(number: string): string {
  return `…${number.slice(-3)}`
}
