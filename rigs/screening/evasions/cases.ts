// Listed persons under evasive names: each must hold the transfer.

import { birthDateOf, type ListedPerson, nameOf } from '../listed-people.ts'
import { fieldsOf, longestField, type ScreeningCase } from '../screening-case.ts'
import { type Dice, diceOf } from '../seeded.ts'
import { anyFacts, type Evasion, type Facts, type Place } from './evasion.ts'
import { letterEvasions } from './letters.ts'
import { outsideEvasions } from './outside-kinds.ts'
import { partialEvasions } from './partial.ts'
import { paddingEvasions, signEvasions } from './signs.ts'
import { spellingEvasions } from './spelling.ts'
import { identityEvasions, scriptEvasions, wordEvasions } from './words.ts'

const single: readonly Evasion[] = [
  ...wordEvasions,
  ...identityEvasions,
  ...signEvasions,
  ...letterEvasions,
  ...paddingEvasions,
  ...spellingEvasions,
  ...scriptEvasions,
  ...partialEvasions,
  ...outsideEvasions,
]

const named = (kind: string) => single.find((evasion) => evasion.kind === kind)!
const nextTo = [
  'another order',
  'capitals and small letters',
  'words joined',
  'titles before the name',
  'six honest given names',
  'accents added, taken, decomposed',
].map(named)
const after = [
  'invisible characters between letters',
  'dots between letters',
  'Cyrillic letters that look alike',
  'digits and signs for letters',
  'mathematical letters',
  'vowels by ear',
  'two letters change places',
  'combining marks on letters',
  '300 dots or signs',
].map(named)

/** Two evasions at once: the second is applied to the result of the first. */
const both: Evasion = {
  group: 'Together',
  kind: 'two ways at once',
  pairs: 108,
  facts: anyFacts,
  suits: (person) => after.every((evasion) => evasion.suits(person)),
  write(person, dice) {
    const second = dice.pick(nextTo).write(person, dice)
    if (typeof second !== 'string') return undefined
    const [given = '', ...family] = second.split(' ')
    return dice.pick(after).write({ ...person, given: [given], middle: [], family }, dice)
  },
}

const evasions: readonly Evasion[] = [...single, both]
const placesByDefault: readonly Place[] = ['sender', 'sender', 'receiver', 'expected']
const otherCountries = ['CD', 'FR', 'CA', 'AO', 'ZA', 'TR', 'AE']

/** A date with a wrong digit, or with day and month swapped. */
function slippedDate(date: string, dice: Dice): string {
  const [year = '', month = '', day = ''] = date.split('-')
  if (Number(day) <= 12 && day !== month && dice.below(2) === 0) return [year, day, month].join('-')
  const digit = Number(day.at(-1))
  const slipped = `${day.charAt(0)}${digit === 8 ? 7 : digit + 1}`
  return dice.below(2) === 0
    ? [year, month, slipped === '00' ? '01' : slipped].join('-')
    : [String(Number(year) + 1), month, day].join('-')
}

function factsOf(person: ListedPerson, facts: Facts, place: Place, dice: Dice): Partial<ScreeningCase> {
  if (facts === 'none') return {}
  const away = dice.pick(otherCountries.filter((each) => each !== person.country))
  const country = facts === 'false' || facts === 'abroad' ? away : person.country
  // A generation apart, so that it is not an error in the true date.
  const someoneElses = birthDateOf(dice, 1990, 2004)
  const slip = slippedDate(person.birthDate, dice)
  const birthDate = facts === 'false' ? someoneElses : facts === 'slip' ? slip : person.birthDate
  return { birthDate, ...(place === 'sender' && { country }) }
}

/** A document number as it is copied from paper. */
function copied(document: string, dice: Dice): string {
  const [letters, number] = [document.slice(0, 2), document.slice(2)]
  return dice.pick([
    document,
    `${letters} ${number}`,
    `${letters}-${number}`,
    document.toLowerCase(),
    `${letters} ${number.slice(0, 3)} ${number.slice(3)}`,
  ])
}

function casesOf(
  evasion: Evasion,
  persons: readonly ListedPerson[],
  seed: string,
  seen: Set<string>,
): ScreeningCase[] {
  const { kind, group, pairs, places = placesByDefault } = evasion
  const suited = persons.filter((person) => evasion.suits(person))
  const order = diceOf(seed, kind).some(suited, suited.length)
  const made: ScreeningCase[] = []
  // Some draws change nothing, or repeat an earlier result; each person has many.
  for (let draw = 0; made.length < pairs && draw < pairs * 40 && order.length > 0; draw += 1) {
    const person = order[draw % order.length]!
    const dice = diceOf(seed, kind, person.id, draw)
    const written = evasion.write(person, dice)
    if (written === undefined) continue
    const drawn = dice.pick(places)
    const place =
      drawn === 'expected' && typeof written === 'string' && written.length > longestField ? 'sender' : drawn
    const fields = typeof written === 'string' ? fieldsOf(written, place) : written
    const facts = evasion.facts[made.length % evasion.facts.length]!
    const screening: ScreeningCase = {
      group,
      kind,
      entryId: person.id,
      listed: nameOf(person),
      person: person.id,
      place,
      fields,
      facts,
      ...factsOf(person, facts, place, dice),
      ...(evasion.withDocument && {
        documentNumber: (evasion.withDocument === true ? copied : evasion.withDocument)(
          person.document,
          dice,
        ),
      }),
    }
    const same = JSON.stringify({ ...screening, group: '', kind: '', facts: '' })
    if (seen.has(same)) continue
    seen.add(same)
    made.push(screening)
  }
  return made
}

export function evasiveCases(persons: readonly ListedPerson[], seed: string): ScreeningCase[] {
  const seen = new Set<string>()
  return evasions.flatMap((evasion) => casesOf(evasion, persons, seed, seen))
}
