// The entries of the evaluation list: one for each invented person, plus entries with common names.
import type { StoredEntry } from '../../server/compliance/lists/entry.ts'
import { common } from './common-names.ts'
import { nearFamilies } from './honest/data.ts'
import { birthDateOf, type ListedPerson, nameOf } from './listed-people.ts'
import { type Dice, diceOf } from './seeded.ts'

function listedName(person: ListedPerson, number: number): string {
  const isEastern = person.origin === 'chinese' || person.origin === 'korean'
  if (isEastern) return [...person.family, ...person.given].join(' ')
  if (number % 3 !== 2 || person.family.length === 0) return nameOf(person)
  return `${person.family.join(' ').toUpperCase()}, ${[...person.given, ...person.middle].join(' ')}`
}

function entryOfPerson(person: ListedPerson, number: number): StoredEntry {
  const script = person.isScriptListed && person.script !== undefined ? [person.script] : []
  return {
    list: 'evaluation',
    environments: ['production'],
    entryId: person.id,
    entryVersion: '1',
    kind: 'person',
    name: listedName(person, number),
    aliases: [...person.aliases, ...script],
    weakAliases: person.weakAliases,
    birthDates: person.listedBirthDates,
    countries: [person.country],
    identifiers: [person.document],
    programs: [],
  }
}

export type CommonEntry = { id: string; given: string; families: readonly string[]; birthDate: string }

/** Entries with very common names: a person who resembles one of these is most likely someone different. */
export function commonEntries(seed: string): CommonEntry[] {
  const { families, men, women } = common
  const entry = (id: string, dice: Dice, given: string, own: string[]) => ({
    id,
    given,
    families: own,
    birthDate: birthDateOf(dice, 1945, 1975),
  })
  const ordinary = Array.from({ length: 240 }, (_, i) => {
    const dice = diceOf(seed, 'common', i)
    return entry(
      `common-${i}`,
      dice,
      dice.pick(i % 5 === 4 ? women : men),
      dice.some(families, i % 3 === 0 ? 1 : 2),
    )
  })
  const near = Array.from({ length: 60 }, (_, i) => {
    const dice = diceOf(seed, 'near', i)
    return entry(`near-${i}`, dice, dice.pick(men), [dice.pick(nearFamilies[i % nearFamilies.length]!)])
  })
  return [...ordinary, ...near]
}

export function entriesOf(persons: readonly ListedPerson[], commons: readonly CommonEntry[]): StoredEntry[] {
  const organisations = ['Ituri Golden Hills Trading', 'Kivu Mineral Export', 'Tanganyika Air Cargo']
  const shared = {
    list: 'evaluation',
    environments: ['production'],
    entryVersion: '1',
    aliases: [],
    weakAliases: [],
  } as const
  return [
    ...persons.map(entryOfPerson),
    ...commons.map(
      ({ id, given, families, birthDate }): StoredEntry => ({
        ...shared,
        kind: 'person',
        entryId: id,
        name: `${given} ${families.join(' ')}`,
        birthDates: [birthDate],
        countries: ['CD'],
        identifiers: [],
        programs: [],
      }),
    ),
    ...organisations.map(
      (name, i): StoredEntry => ({
        ...shared,
        kind: 'organisation',
        entryId: `organisation-${i}`,
        name,
        birthDates: [],
        countries: ['CD'],
        identifiers: [],
        programs: [],
      }),
    ),
  ]
}
