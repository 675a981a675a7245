// Unlisted persons: none of them may hold a transfer, however near the name comes to a listed one.
import type { Place } from '../evasions/evasion.ts'
import { birthDateOf, fold } from '../listed-people.ts'
import { fieldsOf, type ScreeningCase } from '../screening-case.ts'
import { diceOf } from '../seeded.ts'
import type { HonestPerson, ListedNames } from './kind.ts'
import { nearNames } from './near.ts'
import { ordinaryNames } from './ordinary.ts'
import type { Resemblance } from './resemblance.ts'

/** Kinds that resemble their entry on purpose, except in the word that distinguishes the two. */
const resembles = new Set([
  'family name a letter or two apart',
  'brother or sister: both family names',
  'given name and patronymic of a listed Russian',
])

/** The entries that a name may resemble because of its kind. */
function exempt(kind: string, near: HonestPerson['near']): ((entryId: string) => boolean) | undefined {
  // Common given names occur in many of the long Arabic names.
  if (/given names .* Arab/.test(kind)) return (entryId) => /^(ara|lon)-/.test(entryId)
  return resembles.has(kind) ? (entryId) => entryId === near?.id : undefined
}

const places: readonly Place[] = ['sender', 'sender', 'expected', 'wallet', 'receiver']

export function honestCases(list: ListedNames, resemblance: Resemblance, seed: string): ScreeningCase[] {
  return [...ordinaryNames, ...nearNames].flatMap(({ group, kind, pairs, make }) => {
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
        group,
        kind,
        entryId: undefined,
        listed: to?.name ?? '',
        place,
        fields: fieldsOf(name, place),
        person: fold(name),
        birthDate,
        ...(place === 'sender' && { country }),
        ...(documentNumber !== undefined && { documentNumber }),
      })
    }
    return [...made.values()]
  })
}
