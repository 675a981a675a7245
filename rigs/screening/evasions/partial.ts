// Names of which little is left, and document numbers written with look-alike characters.

import { common } from '../common-names.ts'
import { type ListedPerson, nameOf } from '../listed-people.ts'
import type { Dice } from '../seeded.ts'
import { anyFacts, type Evasion, hasLongWord, isRareName, longWords, onName } from './evasion.ts'

const partial = (kind: string, evasion: Partial<Evasion> & Pick<Evasion, 'write'>): Evasion => ({
  group: 'Parts and papers',
  kind,
  pairs: 72,
  facts: anyFacts,
  suits: isRareName,
  ...evasion,
})

const hasRareFamily = (person: ListedPerson) =>
  isRareName(person) && person.family.length === 1 && /^\p{L}{8,}$/u.test(person.family[0]!)
const hasWholeDate = ({ listedBirthDates: [date = ''] }: ListedPerson) =>
  date.length === 10 && !date.endsWith('-01-01')

/** Replaces one letter inside the word. */
function slip(word: string, dice: Dice): string {
  const at = 2 + dice.below(word.length - 4)
  const others = [...('aeiou'.includes(word[at]!) ? 'aeiou' : 'bdgklmnprstz')].filter(
    (letter) => letter !== word[at],
  )
  return word.slice(0, at) + dice.pick(others) + word.slice(at + 1)
}

const lookalikes: Readonly<Record<string, string>> = {
  A: 'А',
  B: 'В',
  C: 'С',
  E: 'Е',
  H: 'Н',
  K: 'К',
  M: 'М',
  O: 'О',
  P: 'Р',
  T: 'Т',
  X: 'Х',
  '0': 'O',
  '1': 'I',
}

export const partialEvasions: readonly Evasion[] = [
  partial('an initial and a rare family name', {
    suits: hasRareFamily,
    write: ({ given: [given = ''], family: [family = ''] }, dice) =>
      dice.pick([`${given[0]}. ${family}`, `${family} ${given[0]}.`, `${family.toUpperCase()} ${given[0]}`]),
  }),
  partial('given and rare family name, other names put in', {
    suits: (person) => hasRareFamily(person) && person.middle.length > 0 && person.middle.length < 3,
    write: ({ given: [given = ''], family: [family = ''] }, dice) => {
      const [one = '', two = ''] = dice.some(common.families, 2)
      return dice.pick([
        `${given} ${family} ${one}`,
        `${given} ${one} ${family}`,
        `${one} ${given} ${two} ${family}`,
      ])
    },
  }),
  partial('two slips in long words, with the true date', {
    facts: ['true'],
    suits: (person) => hasLongWord(person) && hasWholeDate(person),
    write: onName((name, dice) => {
      const word = dice.pick(
        longWords(name)
          .filter((each) => /^[\p{L}]{8,}$/u.test(each))
          .concat(longWords(name)),
      )
      return name.replace(word, slip(slip(word, dice), dice))
    }),
  }),
  partial('w and m as print makes them', {
    suits: (person) => isRareName(person) && /w|m/.test(nameOf(person)),
    write: onName((name, dice) => {
      const way = dice.below(2) === 0 ? /w/g : /m(?=[aeiou])/g
      return name.replace(way, (letter) => (letter === 'w' ? 'vv' : 'rn'))
    }),
  }),
  partial('another name, the listed document with letters that look alike', {
    facts: ['true', 'false'],
    withDocument: (document, dice) =>
      dice.below(2) === 0
        ? [...document].map((sign) => lookalikes[sign] ?? sign).join('')
        : document.replaceAll('0', 'O').replaceAll('1', 'I'),
    write: (_, dice) => `${dice.pick(common.men)} ${dice.some(common.families, 2).join(' ')}`,
  }),
]
