// A generated list of the shape of the real ones: as many entries as those of OFAC and the UN together, with their shares of persons,
// companies and ships, their origins, lengths of names, aliases, scripts and birth dates.
import type { StoredEntry } from '../../../server/compliance/lists/entry.ts'
import { birthDateOf } from '../listed-people.ts'
import { type Dice, diceOf } from '../seeded.ts'
import { companies, type Origin, origins } from './origins.ts'

export type OriginName = keyof typeof origins

const counts = { persons: 8_600, companies: 8_000, ships: 1_400 }

/** One of the items: the earlier, the more often, as frequent names are frequent. */
export const pickEarly = <T>(dice: Dice, from: readonly T[]): T =>
  from[Math.floor(from.length * (dice.below(10_000) / 10_000) ** 1.3)]!

const rareName = (dice: Dice, [starts, middles, ends]: Origin['parts']) =>
  `${dice.pick(starts)}${dice.pick(middles)}${dice.pick(ends)}`
/** A family name: one of the frequent ones, or a rarer one. */
export const familyName = (dice: Dice, origin: OriginName): string =>
  dice.below(100) < origins[origin].frequent
    ? pickEarly<string>(dice, origins[origin].families)
    : rareName(dice, origins[origin].parts)
const givenName = (dice: Dice, origin: OriginName) => pickEarly<string>(dice, origins[origin].givens)

const patronymic = (given: string) =>
  `${given.replace(/[aeiy]+$/, '')}${/[iy]$/.test(given) ? 'evich' : 'ovich'}`

/** Given names, then the family name, as many as names of an origin have. */
export function partsOf(dice: Dice, origin: OriginName): { givens: string[]; family: string } {
  const family = familyName(dice, origin)
  const given = () => givenName(dice, origin)
  if (origin === 'arabic') return { givens: Array.from({ length: 1 + dice.below(4) }, given), family }
  if (origin === 'russian') {
    const father = pickEarly<string>(dice, origins.russian.givens.slice(0, 35))
    return { givens: dice.below(3) === 0 ? [given()] : [given(), patronymic(father)], family }
  }
  if (origin === 'spanish')
    return {
      givens: dice.below(2) === 0 ? [given()] : [given(), given()],
      family: `${family} ${familyName(dice, origin)}`,
    }
  return {
    givens:
      dice.below(4) === 0 && origin !== 'chinese' && origin !== 'korean' ? [given(), given()] : [given()],
    family,
  }
}

const spelt: readonly (readonly [RegExp, string])[] = [
  [/u/g, 'ou'],
  [/q/gi, 'k'],
  [/y/g, 'i'],
  [/al-/g, 'el '],
  [/ayn/g, 'ein'],
  [/sh/g, 'ch'],
  [/w/g, 'ou'],
  [/ei/g, 'ey'],
  [/ks/g, 'x'],
  [/v$/g, 'ff'],
]

const cyrillic: readonly (readonly [string, string])[] = [
  ['shch', 'щ'],
  ['sh', 'ш'],
  ['ch', 'ч'],
  ['zh', 'ж'],
  ['kh', 'х'],
  ['ts', 'ц'],
  ['ya', 'я'],
  ['yu', 'ю'],
  ['ye', 'е'],
  ['yan', 'ян'],
  ['ks', 'кс'],
  ...[...'abvgdeziklmnoprstufy'].map((letter, at) => [letter, [...'абвгдезиклмнопрстуфй'][at]!] as const),
]

export const inCyrillic = (name: string) =>
  name
    .split(' ')
    .map((word) => cyrillic.reduce((text, [from, to]) => text.replaceAll(from, to), word.toLowerCase()))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** Other names of a person: parts left out, spelt otherwise, in another order or script, or with a byname of the father. */
function aliasesOf(
  dice: Dice,
  { givens, family }: { givens: string[]; family: string },
  origin: OriginName,
): { aliases: string[]; weak: string[] } {
  const name = [...givens, family].join(' ')
  const aliases = Array.from({ length: [0, 0, 0, 1, 1, 2, 3, 5][dice.below(8)]! }, () => {
    const [from, to] = dice.pick(spelt)
    return dice.pick([
      name.replace(from, to),
      [givens[0], family].join(' '),
      [...givens].join(' '),
      [family, ...givens].join(' '),
      [givens[0], family.split(' ')[0]].join(' '),
      `${givens[0]} ${familyName(dice, origin)}`,
    ])
  })
  if (origin === 'russian' && dice.below(3) > 0) aliases.push(inCyrillic(name))
  if (origin === 'arabic' && dice.below(5) === 0)
    aliases.push(`Abu ${givenName(dice, origin)} ${dice.pick(['', familyName(dice, origin)])}`.trim())
  const isMany = (alias: string) => alias.includes(' ') && alias !== name
  const weak =
    dice.below(6) === 0
      ? [dice.pick([`Abu ${givenName(dice, origin)}`, givens[0]!, family, `Haji ${givens[0]}`])]
      : []
  return { aliases: [...new Set(aliases.filter(isMany))], weak }
}

const listed = {
  list: 'real-shape',
  environments: ['production'],
  entryVersion: '1',
} as const

const shares = Object.entries(origins).flatMap(([name, { share }]) =>
  Array.from({ length: share }, () => name as OriginName),
)

function person(seed: string, number: number): StoredEntry {
  const dice = diceOf(seed, 'real-shape person', number)
  const origin = dice.pick(shares)
  const { countries } = origins[origin]
  const parts = partsOf(dice, origin)
  const { aliases, weak } = aliasesOf(dice, parts, origin)
  const date = birthDateOf(dice, 1935, 1995)
  const exact = dice.below(10)
  return {
    ...listed,
    entryId: `real-person-${number}`,
    kind: 'person',
    name: `${parts.family.toUpperCase()}, ${parts.givens.join(' ')}`,
    aliases,
    weakAliases: weak,
    birthDates: exact < 7 ? [date] : exact < 9 ? [date.slice(0, 4)] : [],
    countries: [dice.pick<string>(countries)],
    identifiers:
      dice.below(3) === 0 ? [`${dice.pick([...'ABDGHKNPRT'])}${1_000_000 + dice.below(8_999_999)}`] : [],
    programs: [],
  }
}

const companyName = (dice: Dice) =>
  [
    ...dice.some(companies.own, 1 + dice.below(2)),
    ...dice.some(companies.trades, 1 + dice.below(2)),
    dice.pick(companies.forms),
  ].join(' ')

function company(seed: string, number: number): StoredEntry {
  const dice = diceOf(seed, 'real-shape company', number)
  const name = companyName(dice)
  const short = name
    .split(' ')
    .map((word) => word[0])
    .join('')
  return {
    ...listed,
    entryId: `real-company-${number}`,
    kind: 'organisation',
    name,
    aliases: dice.below(2) === 0 ? [] : Array.from({ length: 1 + dice.below(3) }, () => companyName(dice)),
    weakAliases: dice.below(4) === 0 && short.length > 2 ? [short] : [],
    birthDates: [],
    countries: [dice.pick(['IR', 'RU', 'SY', 'CN', 'AE', 'TR', 'MX'])],
    identifiers: [],
    programs: [],
  }
}

function ship(seed: string, number: number): StoredEntry {
  const dice = diceOf(seed, 'real-shape ship', number)
  const name = dice.some(companies.own, 2).join(' ').toUpperCase()
  return {
    ...listed,
    entryId: `real-ship-${number}`,
    kind: 'thing',
    name,
    aliases: [],
    weakAliases: [],
    birthDates: [],
    countries: [],
    identifiers: [],
    programs: [],
  }
}

export const realShapeEntries = (seed: string): StoredEntry[] => [
  ...Array.from({ length: counts.persons }, (_, number) => person(seed, number)),
  ...Array.from({ length: counts.companies }, (_, number) => company(seed, number)),
  ...Array.from({ length: counts.ships }, (_, number) => ship(seed, number)),
]
