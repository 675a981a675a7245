// Ways to write a name that testers from outside used first: scripts and keyboards of other languages, cut words, pet names, other first
// letters, and names of one word among others.

import { common } from '../common-names.ts'
import { fold, type ListedPerson, nameOf } from '../listed-people.ts'
import { petNames } from '../people-data.ts'
import type { Dice } from '../seeded.ts'
import { anyFacts, type Evasion, isRareName, noFalseFacts } from './evasion.ts'
import {
  inGreek,
  inHangul,
  inHebrew,
  inKatakana,
  type layouts,
  typedInLatin,
  typedOn,
  typedOnAzerty,
} from './foreign-letters.ts'

const evasion = (group: string, kind: string, more: Partial<Evasion> & Pick<Evasion, 'write'>): Evasion => ({
  group,
  kind,
  pairs: 72,
  facts: anyFacts,
  suits: isRareName,
  ...more,
})

const isShort = (person: ListedPerson) => isRareName(person) && person.middle.length < 3
const isForeign = (person: ListedPerson) => isShort(person) && !['greek', 'one name'].includes(person.origin)
const hasLongFamily = (person: ListedPerson) => isShort(person) && /^\p{L}{8,}$/u.test(person.family[0] ?? '')
const familyOf = ({ family }: ListedPerson) => family[0] ?? ''
const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function onAnotherKeyboard(person: ListedPerson, dice: Dice): string {
  if (person.script !== undefined && person.origin === 'slavic' && dice.below(2) === 0)
    return typedInLatin(person.script)
  if (dice.below(4) === 0) return typedOnAzerty(nameOf(person))
  return typedOn(nameOf(person), dice.pick<keyof typeof layouts>(['Russian', 'Russian', 'Greek', 'Hebrew']))
}

const byEar: readonly (readonly [RegExp, string])[] = [
  [/ou/g, 'u'],
  [/u(?=[^aeiou])/g, 'ou'],
  [/sh/g, 'ch'],
  [/tsh/g, 'tch'],
  [/v/g, 'w'],
  [/w/g, 'ou'],
  [/y/g, 'i'],
  [/k/g, 'c'],
  [/f$/, 'ff'],
  [/v$/, 'ff'],
  [/j/g, 'dj'],
  [/i(?=[^aeiou])/g, 'y'],
  [/z/g, 's'],
]

/** The family name by ear, cut in two where neither half is left as one letter. */
function respeltAndCut(person: ListedPerson, dice: Dice): string | undefined {
  const family = fold(familyOf(person)).replace(/[^a-z]/g, '')
  const usable = byEar.filter(([from]) => family.search(from) > 1)
  if (usable.length === 0 || family.length < 8) return undefined
  const [from, to] = dice.pick(usable)
  const spelt = family.replace(from, to)
  if (spelt === family) return undefined
  const at = 3 + dice.below(spelt.length - 5)
  return [...person.given, `${titled(spelt.slice(0, at))} ${spelt.slice(at)}`].join(' ')
}

function cutBetweenFields(person: ListedPerson, dice: Dice) {
  const family = familyOf(person)
  const at = 3 + dice.below(family.length - 5)
  const [start, end] = [family.slice(0, at), titled(family.slice(at))]
  const given = person.given.join(' ')
  return dice.pick([
    { first: given, middle: start, last: end },
    { first: `${given} ${start}`, middle: '', last: end },
    { first: start, middle: end, last: given },
    { first: given, middle: `${dice.pick(common.men)} ${start}`, last: end },
  ])
}

/** Beginnings of words that languages write with other first letters. */
const beginnings: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^us/, ['os', 'ous']],
  [/^um/, ['om', 'oum']],
  [/^uth/, ['ous', 'oth', 'os']],
  [/^os/, ['us']],
  [/^ye/, ['e', 'ie', 'je']],
  [/^yu/, ['iou', 'ju', 'you']],
  [/^ya/, ['ia', 'ja']],
  [/^e(?=[lmrsv])/, ['ye', 'i']],
  [/^is/, ['es']],
  [/^ib/, ['eb']],
  [/^im/, ['em']],
  [/^kh/, ['h', 'k', 'ch']],
  [/^j(?=[aeiou])/, ['dj', 'g']],
  [/^dj/, ['j']],
  [/^w/, ['ou', 'v']],
  [/^q/, ['k', 'gh']],
  [/^gh/, ['g', 'r']],
  [/^tsh/, ['ch', 'c', 'tch']],
  [/^zh/, ['j', 'sh']],
  [/^sh/, ['ch', 'sch']],
  [/^ch/, ['tch', 'c']],
  [/^ts/, ['z', 'c']],
  [/^ou/, ['w', 'u']],
  [/^ph/, ['f']],
  [/^h(?=[aeiou])/, ['']],
]

function otherFirstLetters(person: ListedPerson, dice: Dice): string | undefined {
  const words = fold(nameOf(person)).split(' ')
  const changed = words.map((word) => {
    const found = beginnings.find(([from]) => from.test(word))
    return titled(found && word.length > 4 ? word.replace(found[0], dice.pick(found[1])) : word)
  })
  return fold(changed.join(' ')) === words.join(' ') ? undefined : changed.join(' ')
}

/** The given name and the rare family name with one other letter, anywhere in it. */
function oneLetter({ given, family: [family = ''] }: ListedPerson, dice: Dice): string {
  const at = dice.below(family.length)
  const letter = fold(family[at]!)
  const other = dice.pick(
    [...('aeiou'.includes(letter) ? 'aeiou' : 'bdfgklmnprstvz')].filter((each) => each !== letter),
  )
  return `${given.join(' ')} ${titled(fold(family.slice(0, at) + other + family.slice(at + 1)))}`
}

export const outsideEvasions: readonly Evasion[] = [
  evasion('Scripts', 'Hebrew letters', { suits: isForeign, write: (person) => inHebrew(nameOf(person)) }),
  evasion('Scripts', 'Greek letters for a name of another language', {
    suits: isForeign,
    write: (person) => inGreek(nameOf(person)),
  }),
  evasion('Scripts', 'katakana', { suits: isForeign, write: (person) => inKatakana(nameOf(person)) }),
  evasion('Scripts', 'Hangul for a foreign name', {
    suits: isForeign,
    write: (person) => inHangul(nameOf(person)),
  }),
  evasion('Scripts', 'typed with another keyboard layout', { suits: isForeign, write: onAnotherKeyboard }),
  evasion('Words', 'another spelling cut in two', { suits: hasLongFamily, write: respeltAndCut }),
  evasion('Words', 'a rare family name cut between two fields', {
    places: ['sender', 'receiver'],
    suits: hasLongFamily,
    write: cutBetweenFields,
  }),
  evasion('Words', 'a listed name of one word among other names', {
    suits: ({ origin }) => origin === 'one name',
    write: ({ given: [name = ''] }, dice) =>
      dice.pick([
        `${dice.pick(common.men)} ${name}`,
        `${name} ${dice.pick(common.men)}`,
        `${dice.pick(common.men)} ${name} ${dice.pick(common.families)}`,
        `${name[0]}. ${name}`,
      ]),
  }),
  evasion('Spelling', 'one letter of a rare family name', {
    facts: noFalseFacts,
    suits: hasLongFamily,
    write: oneLetter,
  }),
  evasion('Spelling', 'other first letters', { suits: isShort, write: otherFirstLetters }),
  evasion('Other names and papers', 'a pet name of the given name', {
    suits: (person) => isRareName(person) && petNames[person.given[0] ?? ''] !== undefined,
    write: ({ given: [given = ''], middle, family }, dice) =>
      [dice.pick(petNames[given]!), ...dice.pick([middle, []]), ...family].join(' '),
  }),
]
