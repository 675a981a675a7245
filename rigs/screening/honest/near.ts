// Unlisted persons whose name, date of birth or document is close to a listed one. Each differs in a fact that
// distinguishes two persons, so that a compliance officer would clear them.

import { common } from '../common-names.ts'
import type { CommonEntry } from '../listed-entries.ts'
import { type ListedPerson, nameOf } from '../listed-people.ts'
import type { Dice } from '../seeded.ts'
import * as honest from './data.ts'
import { congolese, families, givenName, type HonestKind } from './kind.ts'

const nearTo = ({ id, given, families: own }: CommonEntry) => ({ id, name: `${given} ${own.join(' ')}` })
const nearPerson = (person: ListedPerson) => ({ id: person.id, name: nameOf(person) })
const isWoman = (given: string) => (common.women as readonly string[]).includes(given)
const otherSex = (dice: Dice, given: string) => dice.pick(isWoman(given) ? common.men : common.women)
const arabFamilies = ['Khoury', 'Mansour', 'Saleh', 'Farouk', 'Haddad', 'Nassar', 'Bakri', 'Jaber', 'Awad']

export const nearNames: readonly HonestKind[] = [
  {
    group: 'Near a listed name',
    kind: 'family name of a listed person',
    pairs: 90,
    make: (dice, { commons }) => {
      const entry = dice.pick(commons)
      const given = otherSex(dice, entry.given)
      const words = dice.some([dice.pick(entry.families), families(dice, 1)[0]!], 2)
      return { name: `${given} ${words.join(' ')}`, near: nearTo(entry) }
    },
  },
  {
    group: 'Near a listed name',
    kind: 'brother or sister: both family names',
    pairs: 72,
    make: (dice, { commons }) => {
      const entry = dice.pick(commons.filter((each) => each.families.length === 2))
      return { name: `${entry.families.join(' ')} ${otherSex(dice, entry.given)}`, near: nearTo(entry) }
    },
  },
  {
    group: 'Near a listed name',
    kind: 'given name of a listed person',
    pairs: 120,
    make: (dice, { persons }) => {
      const person = dice.pick(persons.filter(({ family, isRare }) => isRare && family.length > 0))
      return {
        name: `${person.given[0]} ${families(dice, 1 + dice.below(2)).join(' ')}`,
        near: nearPerson(person),
      }
    },
  },
  {
    group: 'Near a listed name',
    kind: 'given names of a listed Arab',
    pairs: 60,
    make: (dice, { persons }) => {
      const person = dice.pick(
        persons.filter(({ origin, middle }) => origin === 'arabic' && middle.length > 0),
      )
      return {
        name: `${person.given[0]} ${person.middle[0]} ${dice.pick(arabFamilies)}`,
        near: nearPerson(person),
        country: 'EG',
      }
    },
  },
  {
    group: 'Near a listed name',
    kind: 'given name and patronymic of a listed Russian',
    pairs: 48,
    make: (dice, { persons }) => {
      const person = dice.pick(
        persons.filter(({ origin, middle }) => origin === 'slavic' && middle.length > 0),
      )
      const family = dice.pick([
        'Ivanov',
        'Petrov',
        'Smirnov',
        'Volkov',
        'Popov',
        'Sokolov',
        'Lebedev',
        'Morozov',
      ])
      return {
        name: `${person.given[0]} ${person.middle[0]} ${family}`,
        near: nearPerson(person),
        country: 'RU',
      }
    },
  },
  {
    group: 'Near a listed name',
    kind: 'family name a letter or two apart',
    pairs: 80,
    make: (dice, { commons }) => {
      const entry = dice.pick(commons.filter(({ id }) => id.startsWith('near-')))
      const [own = ''] = entry.families
      const pair = dice.pick(honest.nearFamilies.filter((names) => names.includes(own)))
      return {
        name: dice.pick([
          `${entry.given} ${pair.find((each) => each !== own)}`,
          `${pair.find((each) => each !== own)} ${entry.given}`,
        ]),
        near: nearTo(entry),
      }
    },
  },
  {
    group: 'Near a listed name',
    kind: 'family name that begins alike',
    pairs: 72,
    make: (dice, { persons }) => {
      const person = dice.pick(persons.filter(({ origin }) => ['congolese', 'rwandan'].includes(origin)))
      const family = person.family[0]!
      const other =
        family.slice(0, 4 + dice.below(2)).replace(/[aeiouyw]+$/, '') + dice.pick(['a', 'i', 'o', 'u'])
      return family.length - other.length < 4
        ? undefined
        : { name: `${person.given[0]} ${other}`, near: nearPerson(person) }
    },
  },
  {
    group: 'Near a listed name',
    kind: 'date of birth of a listed person',
    pairs: 72,
    make: (dice, { persons }) => {
      const person = dice.pick(persons.filter(({ listedBirthDates }) => listedBirthDates[0]?.length === 10))
      return {
        name: congolese(dice).join(' '),
        near: nearPerson(person),
        birthDate: person.birthDate,
        country: person.country,
      }
    },
  },
  {
    group: 'Near a listed name',
    kind: 'given name and birth date of a listed person',
    pairs: 60,
    make: (dice, { persons }) => {
      const suited = persons.filter(
        ({ origin, listedBirthDates }) => origin === 'congolese' && listedBirthDates[0]?.length === 10,
      )
      const person = dice.pick(suited)
      return {
        name: `${person.given[0]} ${families(dice, 2).join(' ')}`,
        near: nearPerson(person),
        birthDate: person.birthDate,
        country: 'CD',
      }
    },
  },
  {
    group: 'Near a listed name',
    kind: 'document number a digit apart',
    pairs: 60,
    make: (dice, { persons }) => {
      const person = dice.pick(persons)
      const at = 2 + dice.below(person.document.length - 2)
      const digit = String((Number(person.document[at]) + 1 + dice.below(8)) % 10)
      const documentNumber = person.document.slice(0, at) + digit + person.document.slice(at + 1)
      return { name: congolese(dice).join(' '), near: nearPerson(person), documentNumber }
    },
  },
  {
    group: 'Near a listed name',
    kind: 'a word of a byname',
    pairs: 48,
    make: (dice, { persons }) => {
      const word = dice.pick(honest.bynameWords)
      const person = persons.find(({ weakAliases }) =>
        weakAliases.some((alias) => alias.split(' ').includes(word)),
      )
      return (
        person && { name: `${word} ${families(dice, 1)[0]} ${givenName(dice)}`, near: nearPerson(person) }
      )
    },
  },
  {
    group: 'Near a listed name',
    kind: 'given names out of a long Arabic name',
    pairs: 60,
    make: (dice, { persons }) => {
      const person = dice.pick(persons.filter(({ origin }) => origin === 'long arabic'))
      const names = [person.given[0]!, ...dice.some(person.middle, 2)]
      return {
        name: `${names.join(' ')} ${dice.pick(arabFamilies)}`,
        near: nearPerson(person),
        country: 'EG',
      }
    },
  },
  {
    group: 'Near a listed name',
    kind: 'postnom of a listed person',
    pairs: 60,
    make: (dice, { persons }) => {
      const person = dice.pick(
        persons.filter(({ origin, middle }) => origin === 'congolese' && middle.length > 0),
      )
      return {
        name: `${person.middle[0]} ${families(dice, 1)[0]} ${dice.pick(common.women)}`,
        near: nearPerson(person),
      }
    },
  },
  {
    group: 'Near a listed name',
    kind: 'family name of a listed Chinese or Korean',
    pairs: 60,
    make: (dice, { persons }) => {
      const person = dice.pick(persons.filter(({ origin }) => origin === 'chinese' || origin === 'korean'))
      const givens =
        person.origin === 'chinese'
          ? 'Wei Fang Lei Na Ting Bo Meiling Yan'
          : 'Min-ho Soo-jin Ji-hye Hye-won Jae-in Yu-na'
      const name = [person.family[0]!, dice.pick(givens.split(' '))]
      return {
        name: dice.some(name, 2).join(' '),
        near: nearPerson(person),
        country: dice.pick(['CN', 'KR', 'CD']),
      }
    },
  },
  {
    group: 'Near a listed name',
    kind: 'family name that begins like a listed one name',
    pairs: 60,
    make: (dice, { persons }) => {
      const person = dice.pick(persons.filter(({ origin }) => origin === 'one name'))
      const begins = person.given[0]!.slice(0, -(2 + dice.below(2))).replace(/[^aeiou]+$/, '')
      return { name: `${begins} ${families(dice, 1)[0]} ${givenName(dice)}`, near: nearPerson(person) }
    },
  },
  {
    group: 'Near a listed name',
    kind: 'a word of a listed company',
    pairs: 48,
    make: (dice) => ({
      name: `${dice.pick(['Golden', 'Kivu', 'Ituri', 'Tanganyika'])} ${families(dice, 1)[0]} ${givenName(dice)}`,
    }),
  },
]
