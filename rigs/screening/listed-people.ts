// The listed persons of the evaluation set: invented, of many origins.
import * as latin from './evasions/transliterations.ts'
import * as data from './people-data.ts'
import { type Dice, diceOf } from './seeded.ts'

export type ListedPerson = {
  id: string
  origin: string
  /** Given names, then middle names, then family names; an element may be several words (Abd al-Rahman). */
  given: readonly string[]
  middle: readonly string[]
  family: readonly string[]
  aliases: readonly string[]
  weakAliases: readonly string[]
  /** The true date; the list may contain only its year or month, or nothing. */
  birthDate: string
  listedBirthDates: readonly string[]
  country: string
  document: string
  /** The name in its own script, where that is not Latin. */
  script?: string
  isScriptListed: boolean
  /** The whole name in other transliterations or phonetic spellings. */
  respelled: readonly string[]
  /** Whether the whole name is so rare that an unrelated person of that name is unlikely. */
  isRare: boolean
}

export const wordsOfPerson = ({ given, middle, family }: ListedPerson) => [...given, ...middle, ...family]
export const nameOf = (person: ListedPerson) => wordsOfPerson(person).join(' ')
export const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

type Named = Pick<ListedPerson, 'origin' | 'given' | 'middle' | 'family'> &
  Partial<Pick<ListedPerson, 'script' | 'respelled' | 'aliases' | 'isRare'>>

const two = (number: number) => String(number).padStart(2, '0')
export const birthDateOf = (dice: Dice, from: number, to: number) =>
  `${from + dice.below(to - from)}-${two(1 + dice.below(12))}-${two(1 + dice.below(28))}`

const bynames =
  'Kifaru Mzee Terminator Simba Machozi Tigre Rambo Castro Bazooka Commandant Docteur Bébé Chuma Moto'.split(
    ' ',
  )

function personOf(named: Named, countries: readonly string[], seed: string, number: number): ListedPerson {
  const id = `${named.origin.slice(0, 3)}-${number}`
  const dice = diceOf(seed, 'person', id)
  const birthDate = birthDateOf(dice, 1948, 1989)
  const exact = dice.below(10)
  const isScriptListed = named.script !== undefined && number % 2 === 0
  return {
    aliases: [],
    respelled: [],
    isRare: true,
    ...named,
    id,
    weakAliases: number % 3 === 1 ? [dice.some(bynames, 2).join(' ')] : [],
    birthDate,
    listedBirthDates: exact < 7 ? [birthDate] : exact < 9 ? [birthDate.slice(0, exact === 7 ? 4 : 7)] : [],
    country: countries[number % countries.length]!,
    document: `${String.fromCharCode(65 + dice.below(26))}${String.fromCharCode(65 + dice.below(26))}${1_000_000 + dice.below(8_999_999)}`,
    isScriptListed,
  }
}

/** Another name of the same person, for example a nom de guerre with the mother's family name. */
const otherName = (dice: Dice, givens: readonly string[], postnoms: readonly string[], family: string) =>
  `${dice.pick(givens)} ${dice.pick(postnoms)}${family.slice(-3).toLowerCase()}`

function latinPersons(seed: string): ListedPerson[] {
  return Object.entries(data.latinOrigins).flatMap(([origin, { countries, families, givens, postnoms }]) =>
    families.map((family, i) => {
      const dice = diceOf(seed, origin, i)
      const given = givens[i % givens.length]!
      const middle = i % 3 === 0 ? [] : [postnoms[(i * 7) % postnoms.length]!]
      const aliases = i % 3 === 1 ? [otherName(dice, givens, postnoms, family)] : []
      return personOf({ origin, given: [given], middle, family: [family], aliases }, countries, seed, i)
    }),
  )
}

function slavicPersons(seed: string): ListedPerson[] {
  const { families, givens, patronymics, countries } = data.cyrillic
  return families.map((family, i) => {
    const given = givens[i % givens.length]!
    const patronymic = i % 3 === 0 ? [] : [patronymics[i % patronymics.length]!]
    const written = (system: latin.CyrillicSystem) => latin.fromCyrillic(given, system)
    const whole = (system: latin.CyrillicSystem) =>
      [given, ...patronymic, family].map((word) => latin.fromCyrillic(word, system)).join(' ')
    const named = {
      origin: 'slavic',
      given: [written('english')],
      middle: patronymic.map((word) => latin.fromCyrillic(word, 'english')),
      family: [latin.fromCyrillic(family, 'english')],
      script: [given, ...patronymic, family].join(' '),
      respelled: (['passport', 'french', 'german', 'scholarly'] as const).map(whole),
    }
    return personOf(named, countries, seed, i)
  })
}

function greekPersons(seed: string): ListedPerson[] {
  return data.greek.families.map((family, i) => {
    const given = data.greek.givens[i % data.greek.givens.length]!
    const whole = (system: latin.GreekSystem) =>
      `${latin.fromGreek(given, system)} ${latin.fromGreek(family, system)}`
    const named = {
      origin: 'greek',
      given: [latin.fromGreek(given, 'official')],
      middle: [],
      family: [latin.fromGreek(family, 'official')],
      script: `${given} ${family}`,
      respelled: [whole('mapping'), whole('popular')],
    }
    return personOf(named, data.greek.countries, seed, i)
  })
}

/** Respellings of the whole name: every part takes its next spelling, so that no two are alike. */
const spellings = (parts: readonly data.Spelled[]) =>
  Array.from({ length: 5 }, (_, turn) =>
    parts.map(({ spellings: of }) => of[1 + (turn % (of.length - 1))]!).join(' '),
  )

/** @param middles how many names stand between the given name and the family name: father, grandfather and so on. */
function spelledPersons(
  origin: string,
  givens: readonly data.Spelled[],
  families: readonly data.Spelled[],
  middles: (i: number) => number,
  countries: readonly string[],
  seed: string,
): ListedPerson[] {
  return families.map((family, i) => {
    const own = givens[(i * 3) % givens.length]!
    const fathers = diceOf(seed, origin, 'fathers', i).some(
      givens.filter((each) => each !== own),
      middles(i),
    )
    const parts = [own, ...fathers, family]
    const named = {
      origin,
      given: [own.spellings[0]!],
      middle: fathers.map(({ spellings: [first = ''] }) => first),
      family: [family.spellings[0]!],
      script: parts.map(({ script }) => script).join(' '),
      respelled: [...new Set(spellings(parts))],
    }
    return personOf(named, countries, seed, i)
  })
}

const chineseWord = (syllables: readonly string[]) => latin.titleCase(syllables.join(''))

function chinesePersons(seed: string): ListedPerson[] {
  return data.chinese.map(([script, pinyin], i) => {
    const [family = '', ...given] = pinyin.split('-')
    const older = [latin.wadeGiles(family), given.map(latin.wadeGiles).join('-')].map(latin.titleCase)
    const named = {
      origin: 'chinese',
      given: [chineseWord(given)],
      middle: [],
      family: [family],
      script,
      isRare: false,
      respelled: [
        older.join(' '),
        older.join(' ').replaceAll("'", ''),
        `${latin.titleCase(given.join('-'))} ${family}`,
        `${family} ${latin.titleCase(given.join(' '))}`,
      ],
    }
    return personOf(named, ['CN', 'HK'], seed, i)
  })
}

function koreanPersons(seed: string): ListedPerson[] {
  return data.korean.map((script, i) => {
    const [first = '', ...rest] = [...script]
    const families = latin.koreanFamilies[first]!
    const syllables = (system: latin.KoreanSystem) => rest.map((each) => latin.fromHangul(each, system))
    const older = latin.titleCase(syllables('older').join('-'))
    const revised = latin.titleCase(syllables('revised').join('-'))
    const named = {
      origin: 'korean',
      given: [latin.titleCase(syllables('older').join(' '))],
      middle: [],
      family: [families[0]!],
      script,
      isRare: false,
      respelled: [
        `${families.at(-1)} ${older}`,
        `${older.replaceAll('-', '')} ${families[0]}`,
        `${families.at(-1)} ${revised}`,
        `${revised} ${families[0]}`,
      ],
    }
    return personOf(named, ['KP', 'KR'], seed, i)
  })
}

const singleNamePersons = (seed: string) =>
  data.singleNames.map((name, i) =>
    personOf(
      { origin: 'one name', given: [name], middle: [], family: [], isRare: false },
      ['CD', 'UG', 'RW'],
      seed,
      i,
    ),
  )

const arabCountries = ['LY', 'IQ', 'SY', 'LB', 'YE', 'TN', 'DZ', 'SD']

/** All persons whose names are disguised. */
export function listedPersons(seed: string): ListedPerson[] {
  const half = data.arabicFamilies.length - 12
  return [
    ...latinPersons(seed),
    ...slavicPersons(seed),
    ...greekPersons(seed),
    ...spelledPersons(
      'arabic',
      data.arabicGivens,
      data.arabicFamilies.slice(0, half),
      (i) => i % 3,
      arabCountries,
      seed,
    ),
    ...spelledPersons(
      'long arabic',
      data.arabicGivens,
      data.arabicFamilies.slice(half),
      (i) => 9 + (i % 4),
      arabCountries,
      seed,
    ),
    ...spelledPersons('persian', data.persianGivens, data.persianFamilies, () => 0, ['IR'], seed),
    ...chinesePersons(seed),
    ...koreanPersons(seed),
    ...singleNamePersons(seed),
  ]
}

/** The name as lists write it: some have the family name first and in capitals. */
