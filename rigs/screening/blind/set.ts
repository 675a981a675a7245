// The blind set as cases of the evaluation, made by its own rules from a seed.
import type { StoredEntry } from '../../../server/compliance/lists/entry.ts'
import type { Facts } from '../evasions/evasion.ts'
import { birthDateOf } from '../listed-people.ts'
import { fieldsOf, type ScreeningCase } from '../screening-case.ts'
import { type Dice, diceOf } from '../seeded.ts'
import { type BlindKind, blindKinds } from './evasions.ts'
import { blindHonest } from './honest.ts'
import { type BlindPerson, blindEntries, blindName, blindPeople } from './people.ts'

export type BlindSet = { entries: StoredEntry[]; evasive: ScreeningCase[]; honest: ScreeningCase[] }

export const blindPairs = 20
const honestPairs = 36

const factsOf = (person: BlindPerson, facts: Facts, dice: Dice): Partial<ScreeningCase> => {
  if (facts === 'none') return {}
  return facts === 'true'
    ? { birthDate: person.birthDate, country: person.country }
    : { birthDate: birthDateOf(dice, 1990, 2004), country: dice.pick(['BE', 'FR', 'ZM']) }
}

function evasiveCases(kind: BlindKind, people: readonly BlindPerson[], seed: string): ScreeningCase[] {
  const suited = people.filter((person) => kind.suits?.(person) ?? true)
  const made = new Map<string, ScreeningCase>()
  for (let draw = 0; made.size < blindPairs && draw < blindPairs * 20; draw += 1) {
    const dice = diceOf(seed, 'blind', kind.kind, draw)
    const person = dice.pick(suited)
    const written = kind.write(person, dice)
    if (written === undefined || written === blindName(person)) continue
    const isSplit = typeof written === 'object'
    const place = isSplit ? 'receiver' : 'sender'
    const facts = kind.facts[made.size % kind.facts.length]!
    const { expected, ...fields } = isSplit ? written : { ...fieldsOf(written, place), expected: undefined }
    const document = kind.writesDocument?.(person.document, dice)
    const { country, ...birth } = factsOf(person, facts, dice)
    made.set(JSON.stringify(written), {
      group: 'Blind',
      kind: kind.kind,
      entryId: person.id,
      listed: blindName(person),
      place,
      fields,
      facts,
      person: person.id,
      ...(expected !== undefined && { expected }),
      ...birth,
      ...(country !== undefined && !isSplit && { country }),
      ...(document !== undefined && { documentNumber: document }),
    })
  }
  return [...made.values()]
}

function honestCases(people: readonly BlindPerson[], seed: string): ScreeningCase[] {
  return blindHonest.flatMap(({ kind, make }) => {
    const made = new Map<string, ScreeningCase>()
    for (let draw = 0; made.size < honestPairs && draw < honestPairs * 20; draw += 1) {
      const dice = diceOf(seed, 'blind honest', kind, draw)
      const person = make(dice, people)
      if (!person || made.has(person.name)) continue
      const birthDate = person.birthDate ?? birthDateOf(dice, 1960, 2006)
      made.set(person.name, {
        group: 'Blind',
        kind,
        entryId: undefined,
        listed: '',
        place: 'sender',
        fields: fieldsOf(person.name, 'sender'),
        person: person.name,
        birthDate,
        country: 'CD',
      })
    }
    return [...made.values()]
  })
}

export function blindSet(seed = '1'): BlindSet {
  const people = blindPeople(seed)
  return {
    entries: blindEntries(people, seed),
    evasive: blindKinds.flatMap((kind) => evasiveCases(kind, people, seed)),
    honest: honestCases(people, seed),
  }
}
