// The in-memory index of all list entries. It finds candidates by the words of a name, weighted by how rare they are,
// so that only a few names have to be compared in full.

import { isPatronymic, openRarity, type Rarity } from '../names/rarity.ts'
import { consonantsOfForeign } from '../names/reading/consonants.ts'
import { chineseKeys, isOnlyPinyin, koreanKeys } from '../names/reading/east-asian-names.ts'
import { isTakenApart, sortedWords, soundsOfName, type Word } from '../names/words.ts'
import type { StoredEntry } from './entry.ts'
import { identifierKeys, phoneKey, phoneKeys } from './identifiers.ts'
import { openLettersIndex } from './letters-index.ts'
import { openSearch } from './search.ts'
import { append, openConsonants, openWordIndex } from './word-index.ts'

/** A name or alias of an entry. */
export type ListedName = { entry: StoredEntry; text: string; words: readonly Word[]; weak: boolean }

export type ListIndex = Rarity & {
  add(entry: StoredEntry): void
  /** The number of entries. */
  readonly size: number
  /** For each reading of a name, the listed names that share the most distinctive words with it, best first. */
  candidates(readings: readonly (readonly Word[])[], max: number): ListedName[][]
  /** Names with the same letters as these words but split into words differently, perhaps with one letter wrong. */
  rewritten(words: readonly Word[]): ListedName[]
  /** The entries with this document or identifier, regardless of their name. */
  withIdentifier(number: string): readonly StoredEntry[]
  /** The entries with this telephone number, digits with country code. */
  withPhone(number: string): readonly StoredEntry[]
  /** The names of entries born on this date, YYYY-MM-DD. Empty for 1 January, which stands for an unknown day. */
  bornOn(date: string): readonly ListedName[]
  /** Names that this one is as Hebrew, Greek, katakana or Hangul write foreign names. */
  inOtherLetters(name: string): readonly ListedName[]
  /** Chinese and Korean names with the same syllables in any romanisation. */
  sameSyllables(words: readonly Word[]): readonly ListedName[]
}

const textsOf = (words: readonly Word[]) => words.map(({ text }) => text)
/** Lists write 1 January where the day is unknown. */
const isWholeDate = (date: string) => date.length === 10 && !date.endsWith('-01-01')

/** Keys of names whose romanisations differ too much to compare word by word. */
const syllableKeys = (texts: readonly string[]) => [...koreanKeys(texts), ...chineseKeys(texts)]

const isNoParticle = ({ kind }: Word) => kind !== 'particle'

export function openListIndex(): ListIndex {
  const names: ListedName[] = []
  const nameTokens = { starts: [0], tokens: [] as number[] }
  const words = openWordIndex()
  const letters = openLettersIndex()
  const weakNames = new Map<string, ListedName[]>()
  const identifiers = new Map<string, StoredEntry[]>()
  const phones = new Map<string, StoredEntry[]>()
  const birthDates = new Map<string, ListedName[]>()
  const syllableNames = new Map<string, ListedName[]>()
  /** Words that look like patronymics but are the only family name of a listed person. */
  const patronymicFamilies = new Set<string>()
  const rarity = openRarity(
    words.entriesOfSound,
    () => size,
    (text) => patronymicFamilies.has(text),
  )
  let consonants: ReturnType<typeof openConsonants<ListedName>> | undefined
  let size = 0
  let search: ReturnType<typeof openSearch> | undefined

  function addName(listed: ListedName): void {
    if (listed.words.length === 0) return
    if (listed.weak) {
      append(weakNames, sortedWords(listed.words), listed)
      return
    }
    const families = listed.words.filter(({ kind }) => kind === 'family')
    const areAll = families.every(isPatronymic) || listed.words.filter(isNoParticle).length < 3
    for (const word of families) if (areAll && isPatronymic(word)) patronymicFamilies.add(word.text)
    const position = names.length
    const tokens = listed.words.map(words.tokenOf)
    for (const token of new Set(tokens)) {
      token.names.push(position)
      words.countEntry(token.word, listed.entry)
    }
    for (const { id } of tokens) nameTokens.tokens.push(id)
    nameTokens.starts.push(nameTokens.tokens.length)
    letters.add(listed.words, position)
    const name = { ...listed, words: tokens.map(({ word }) => word) }
    names.push(name)
    for (const date of listed.entry.birthDates) if (isWholeDate(date)) append(birthDates, date, name)
    for (const key of syllableKeys(textsOf(listed.words))) append(syllableNames, key, name)
  }

  /** Indexes a name once for each way its letters can sound. */
  function addReadings(entry: StoredEntry, text: string, weak: boolean): void {
    for (const words of soundsOfName(text)) addName({ entry, text, weak, words })
  }

  return {
    ...rarity,
    add(entry) {
      size += 1
      search = undefined
      consonants = undefined
      const strong = new Set([entry.name, ...entry.aliases])
      for (const text of strong) addReadings(entry, text, false)
      for (const text of entry.weakAliases) if (!strong.has(text)) addReadings(entry, text, true)
      for (const number of new Set(entry.identifiers.flatMap(identifierKeys)))
        append(identifiers, number, entry)
      for (const number of new Set((entry.phones ?? []).flatMap((each) => phoneKeys(each, entry.countries))))
        append(phones, number, entry)
    },
    get size() {
      return size
    },
    candidates(readings, max) {
      search ??= openSearch(nameTokens, words, rarity)
      return search(readings, max).map((found, reading) => [
        ...(weakNames.get(sortedWords(readings[reading]!)) ?? []),
        ...found.map((at) => names[at]!),
      ])
    },
    rewritten: (wanted) => letters.find(wanted, { oneOff: isTakenApart(wanted) }).map((at) => names[at]!),
    withIdentifier: (number) => [
      ...new Set(identifierKeys(number).flatMap((key) => identifiers.get(key) ?? [])),
    ],
    withPhone: (number) => phones.get(phoneKey(number)) ?? [],
    bornOn: (date) => birthDates.get(date) ?? [],
    inOtherLetters(name) {
      if (consonantsOfForeign(name) === undefined) return []
      consonants ??= openConsonants(names)
      return consonants(name)
    },
    sameSyllables(wanted) {
      const texts = textsOf(wanted)
      // guard: pinyin-names
      const isPinyin = isOnlyPinyin(texts)
      return syllableKeys(texts)
        .flatMap((key) => syllableNames.get(key) ?? [])
        .filter(({ words }) => !(isPinyin && isOnlyPinyin(textsOf(words))))
    },
  }
}
