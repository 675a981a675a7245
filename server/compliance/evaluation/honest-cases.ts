// Honest people: none of these may hold a transfer, however near the name comes to a listed one.
import type { Place } from './evasion.ts'
import * as honest from './honest-data.ts'
import { birthDateOf, type CommonEntry, fold, type ListedPerson } from './listed-people.ts'
import { common } from './people-data.ts'
import type { Resemblance } from './resemblance.ts'
import { fieldsOf, type ScreeningCase } from './screening-case.ts'
import { type Dice, diceOf } from './seeded.ts'

type Made = {
  name: string
  /** The entry it is made to resemble, if any: of no other it may have two words. */
  near?: { id: string; name: string }
  birthDate?: string
  country?: string
  documentNumber?: string
}

export type HonestKind = {
  group: string
  kind: string
  pairs: number
  make(
    dice: Dice,
    list: { people: readonly ListedPerson[]; commons: readonly CommonEntry[] },
  ): Made | undefined
}

const givenName = (dice: Dice) => dice.pick([...common.men, ...common.women])
const congolese = (dice: Dice) => [...dice.some(common.families, 2), givenName(dice)]
const families = (dice: Dice, count: number) => dice.some(common.families, count)
const nameOfCommon = ({ given, families: own }: CommonEntry) => `${given} ${own.join(' ')}`
const wholeName = ({ given, middle, family }: ListedPerson) => [...given, ...middle, ...family].join(' ')
const nearTo = (entry: CommonEntry) => ({ id: entry.id, name: nameOfCommon(entry) })
const nearPerson = (person: ListedPerson) => ({ id: person.id, name: wholeName(person) })
const isWoman = (given: string) => (common.women as readonly string[]).includes(given)
const otherSex = (dice: Dice, given: string) => dice.pick(isWoman(given) ? common.men : common.women)

const ordinary: readonly HonestKind[] = [
  { group: 'Ordinary names', kind: 'nom, postnom, prénom', pairs: 240, make: (dice) => ({ name: congolese(dice).join(' ') }) },
  {
    group: 'Ordinary names', kind: 'other orders, two names', pairs: 150,
    make: (dice) => {
      const [nom = '', postnom = '', prenom = ''] = congolese(dice)
      return { name: dice.pick([`${prenom} ${nom}`, `${prenom} ${nom} ${postnom}`, `${nom} ${prenom}`, `${prenom.toUpperCase()} ${postnom} ${nom}`]) }
    },
  },
  {
    group: 'Ordinary names', kind: 'people of other countries', pairs: 150,
    make: (dice) => {
      const country = dice.pick(Object.keys(common.foreign))
      const [givens, last] = common.foreign[country]!
      const name = `${dice.pick(givens.split(' '))} ${dice.some(last.split(' '), country === 'PT' ? 2 : 1).join(' ')}`
      return { name, country }
    },
  },
  {
    group: 'Ordinary names', kind: 'initials', pairs: 60,
    make: (dice) => {
      const [nom = '', postnom = '', prenom = ''] = congolese(dice)
      return { name: dice.pick([`${prenom[0]}. ${nom} ${postnom}`, `${nom} ${postnom[0]}. ${prenom}`, `${prenom[0]} ${nom} ${postnom}`]) }
    },
  },
  { group: 'Ordinary names', kind: 'hyphens', pairs: 72, make: (dice) => ({ name: `${dice.pick(honest.doubleGivens)} ${families(dice, 2).join(dice.pick([' ', '-']))}` }) },
  { group: 'Ordinary names', kind: 'apostrophes', pairs: 60, make: (dice) => ({ name: `${givenName(dice)} ${dice.pick(honest.withApostrophes).replace("'", dice.pick(["'", '’', 'ʼ']))} ${families(dice, 1)[0]}` }) },
  {
    group: 'Ordinary names', kind: 'accents, composed or not', pairs: 72,
    make: (dice) => {
      const accented = [...common.men, ...common.women].filter((name) => fold(name) !== name.toLowerCase())
      const name = `${dice.pick(accented)} ${families(dice, 2).join(' ')}`
      return { name: dice.below(2) === 0 ? name.normalize('NFD') : name }
    },
  },
  { group: 'Ordinary names', kind: 'particles', pairs: 72, make: (dice) => ({ name: dice.below(2) === 0 ? `${dice.pick(honest.withParticles)} ${givenName(dice)}` : `${givenName(dice)} ${dice.pick(honest.withParticles)}` }) },
  { group: 'Ordinary names', kind: 'titles', pairs: 60, make: (dice) => ({ name: `${dice.pick(['Mr', 'Mme', 'Dr.', 'Pasteur', 'Maître', 'Prof.', 'Papa', 'Maman'])} ${congolese(dice).join(' ')}` }) },
  {
    group: 'Ordinary names', kind: 'six or seven words', pairs: 72,
    make: (dice) => ({ name: [...families(dice, 3), ...dice.some([...common.men, ...common.women], 3 + dice.below(2))].join(' ') }),
  },
  {
    group: 'Ordinary names', kind: 'a typing slip', pairs: 72,
    make: (dice) => {
      const [nom = '', postnom = '', prenom = ''] = congolese(dice)
      const at = 1 + dice.below(Math.max(1, nom.length - 3))
      const slips = [nom.slice(0, at) + nom.slice(at + 1), nom.slice(0, at) + nom[at] + nom.slice(at), nom.slice(0, at) + nom[at + 1] + nom[at] + nom.slice(at + 2)]
      return { name: `${dice.pick(slips)} ${postnom} ${prenom}` }
    },
  },
  {
    group: 'Ordinary names', kind: 'other scripts', pairs: 72,
    make: (dice) => {
      const script = dice.pick(Object.values(honest.otherScripts))
      return { name: dice.pick(script.split('|')) }
    },
  },
] // biome-ignore format: records

const near: readonly HonestKind[] = [
  {
    group: 'Near a listed name', kind: 'family name of a listed person', pairs: 90,
    make: (dice, { commons }) => {
      const entry = dice.pick(commons)
      const given = otherSex(dice, entry.given)
      const words = dice.some([dice.pick(entry.families), families(dice, 1)[0]!], 2)
      return { name: `${given} ${words.join(' ')}`, near: nearTo(entry) }
    },
  },
  {
    group: 'Near a listed name', kind: 'brother or sister: both family names', pairs: 72,
    make: (dice, { commons }) => {
      const entry = dice.pick(commons.filter((each) => each.families.length === 2))
      return { name: `${entry.families.join(' ')} ${otherSex(dice, entry.given)}`, near: nearTo(entry) }
    },
  },
  {
    group: 'Near a listed name', kind: 'given name of a listed person', pairs: 120,
    make: (dice, { people }) => {
      const person = dice.pick(people.filter(({ family, isRare }) => isRare && family.length > 0))
      return { name: `${person.given[0]} ${families(dice, 1 + dice.below(2)).join(' ')}`, near: nearPerson(person) }
    },
  },
  {
    group: 'Near a listed name', kind: 'given names of a listed Arab', pairs: 60,
    make: (dice, { people }) => {
      const person = dice.pick(people.filter(({ origin, middle }) => origin === 'arabic' && middle.length > 0))
      const family = dice.pick(['Khoury', 'Mansour', 'Saleh', 'Farouk', 'Haddad', 'Nassar', 'Bakri', 'Jaber', 'Awad'])
      return { name: `${person.given[0]} ${person.middle[0]} ${family}`, near: nearPerson(person), country: 'EG' }
    },
  },
  {
    group: 'Near a listed name', kind: 'given name and patronymic of a listed Russian', pairs: 48,
    make: (dice, { people }) => {
      const person = dice.pick(people.filter(({ origin, middle }) => origin === 'slavic' && middle.length > 0))
      const family = dice.pick(['Ivanov', 'Petrov', 'Smirnov', 'Volkov', 'Popov', 'Sokolov', 'Lebedev', 'Morozov'])
      return { name: `${person.given[0]} ${person.middle[0]} ${family}`, near: nearPerson(person), country: 'RU' }
    },
  },
  {
    group: 'Near a listed name', kind: 'family name a letter or two apart', pairs: 80,
    make: (dice, { commons }) => {
      const entry = dice.pick(commons.filter(({ id }) => id.startsWith('near-')))
      const [own = ''] = entry.families
      const pair = dice.pick(honest.nearFamilies.filter((names) => names.includes(own)))
      return { name: dice.pick([`${entry.given} ${pair.find((each) => each !== own)}`, `${pair.find((each) => each !== own)} ${entry.given}`]), near: nearTo(entry) }
    },
  },
  {
    group: 'Near a listed name', kind: 'family name that begins alike', pairs: 72,
    make: (dice, { people }) => {
      const person = dice.pick(people.filter(({ origin }) => ['congolese', 'rwandan'].includes(origin)))
      const family = person.family[0]!
      const other = family.slice(0, 4 + dice.below(2)).replace(/[aeiouyw]+$/, '') + dice.pick(['a', 'i', 'o', 'u'])
      return family.length - other.length < 4 ? undefined : { name: `${person.given[0]} ${other}`, near: nearPerson(person) }
    },
  },
  {
    group: 'Near a listed name', kind: 'date of birth of a listed person', pairs: 72,
    make: (dice, { people }) => {
      const person = dice.pick(people.filter(({ listedBirthDates }) => listedBirthDates[0]?.length === 10))
      return { name: congolese(dice).join(' '), near: nearPerson(person), birthDate: person.birthDate, country: person.country }
    },
  },
  {
    group: 'Near a listed name', kind: 'given name and date of birth of a listed person', pairs: 60,
    make: (dice, { people }) => {
      const suited = people.filter(({ origin, listedBirthDates }) => origin === 'congolese' && listedBirthDates[0]?.length === 10)
      const person = dice.pick(suited)
      return { name: `${person.given[0]} ${families(dice, 2).join(' ')}`, near: nearPerson(person), birthDate: person.birthDate, country: 'CD' }
    },
  },
  {
    group: 'Near a listed name', kind: 'document number a digit apart', pairs: 60,
    make: (dice, { people }) => {
      const person = dice.pick(people)
      const at = 2 + dice.below(person.document.length - 2)
      const digit = String((Number(person.document[at]) + 1 + dice.below(8)) % 10)
      const documentNumber = person.document.slice(0, at) + digit + person.document.slice(at + 1)
      return { name: congolese(dice).join(' '), near: nearPerson(person), documentNumber }
    },
  },
  {
    group: 'Near a listed name', kind: 'a word of a byname', pairs: 48,
    make: (dice, { people }) => {
      const word = dice.pick(honest.bynameWords)
      const person = people.find(({ weakAliases }) => weakAliases.some((alias) => alias.split(' ').includes(word)))
      return person && { name: `${word} ${families(dice, 1)[0]} ${givenName(dice)}`, near: nearPerson(person) }
    },
  },
] // biome-ignore format: records

const honestKinds: readonly HonestKind[] = [...ordinary, ...near]
/** Kinds that resemble their entry on purpose, in all but the word that tells the two apart. */
const resembles = new Set([
  'family name a letter or two apart',
  'brother or sister: both family names',
  'given name and patronymic of a listed Russian',
])

/** The entries a name may resemble, so that its kind is what it is. */
function exempt(kind: string, near: Made['near']): ((entryId: string) => boolean) | undefined {
  // Common given names are in many of the long Arabic names.
  if (kind === 'given names of a listed Arab') return (entryId) => /^(ara|lon)-/.test(entryId)
  return resembles.has(kind) ? (entryId) => entryId === near?.id : undefined
}

const places: readonly Place[] = ['sender', 'sender', 'expected', 'wallet', 'receiver']

export function honestCases(
  list: { people: readonly ListedPerson[]; commons: readonly CommonEntry[] },
  resemblance: Resemblance,
  seed: string,
): ScreeningCase[] {
  return honestKinds.flatMap(({ group, kind, pairs, make }) => {
    const made = new Map<string, ScreeningCase>()
    for (let draw = 0; made.size < pairs && draw < pairs * 40; draw += 1) {
      const dice = diceOf(seed, 'honest', kind, draw)
      const person = make(dice, list)
      if (!person || resemblance.isArguable(person.name, exempt(kind, person.near))) continue
      const place = dice.pick(places)
      const {
        name,
        near: to,
        documentNumber,
        country = 'CD',
        birthDate = birthDateOf(dice, 1985, 2006),
      } = person
      made.set(fold(name), {
        group, kind, entryId: undefined, listed: to?.name ?? '', place, fields: fieldsOf(name), person: fold(name), birthDate,
        ...(place === 'sender' && { country }), ...(documentNumber !== undefined && { documentNumber }),
      }) // biome-ignore format: a record
    }
    return [...made.values()]
  })
}
