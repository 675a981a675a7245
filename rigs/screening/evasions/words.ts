// Names whose words are moved, left out or put into other fields, and other names and scripts of the same person.

import { common } from '../common-names.ts'
import { fold, type ListedPerson, nameOf, wordsOfPerson } from '../listed-people.ts'
import { cyrillic } from '../people-data.ts'
import type { Dice } from '../seeded.ts'
import {
  anyFacts,
  type Evasion,
  type Fields,
  isRareName,
  isSeveralWords,
  noFalseFacts,
  onName,
} from './evasion.ts'
import { fromCyrillic } from './transliterations.ts'

const isEastern = ({ origin }: ListedPerson) => origin === 'chinese' || origin === 'korean'
const ofOrigin =
  (...origins: string[]) =>
  ({ origin }: ListedPerson) =>
    origins.includes(origin)

const randomCase = (name: string, dice: Dice) => {
  const way = dice.below(4)
  if (way === 0) return name.toUpperCase()
  if (way === 1) return name.toLowerCase()
  return [...name]
    .map((letter, i) =>
      (way === 2 ? i % 2 === 0 : dice.below(2) === 0) ? letter.toUpperCase() : letter.toLowerCase(),
    )
    .join('')
}

function reordered(person: ListedPerson, dice: Dice): string | undefined {
  const words = wordsOfPerson(person)
  const { family, given, middle } = person
  const ways = [
    words.toReversed().join(' '),
    [...family, ...given, ...middle].join(' '),
    `${family.join(' ').toUpperCase()}, ${[...given, ...middle].join(' ')}`,
    [...middle, ...family, ...given].join(' '),
    dice.some(words, words.length).join(' '),
  ].filter((way) => way !== nameOf(person))
  return ways.length === 0 ? undefined : dice.pick(ways)
}

/** The name spread over the three fields in the wrong way. */
function inWrongFields(person: ListedPerson, dice: Dice): Fields {
  const words = nameOf(person).split(' ')
  const name = words.join(' ')
  const last = words.at(-1)!
  const half = 2 + dice.below(Math.max(1, last.length - 4))
  const ways: Fields[] = [
    { first: name, middle: '', last: '.' },
    { first: name, middle: '', last: '-' },
    { first: '.', middle: '', last: name },
    { first: '-', middle: name, last: 'X' },
    { first: last, middle: '', last: words.slice(0, -1).join(' ') },
    { first: words.slice(0, -1).join(' '), middle: last.slice(0, half), last: last.slice(half) },
    { first: words.join(''), middle: '', last: '.' },
    { first: last, middle: '.', last: words.slice(0, -1).join('') },
  ]
  return dice.pick(ways)
}

const withoutMiddle = ({ given, family }: ListedPerson) => [...given, ...family].join(' ')

/** Part of a long chain of names, including the given name and the family name. */
function partOfChain({ given, middle, family }: ListedPerson, dice: Dice): string {
  const chain = middle.filter(() => dice.below(3) === 0)
  return [...given, ...chain, ...family].join(' ')
}

function initials({ given, middle, family }: ListedPerson, dice: Dice): string {
  const initial = (word: string) => `${word.charAt(0)}${dice.pick(['.', '', '.'])}`
  const ways = [
    [initial(given[0]!), ...middle, ...family],
    [...family, ...middle, initial(given[0]!)],
  ]
  if (middle.length === 1) ways.push([given[0]!, initial(middle[0]!), ...family])
  return dice.pick(ways).join(' ')
}

function withPatronymic(person: ListedPerson, dice: Dice): string {
  const { given, middle, family } = person
  if (middle.length > 0) return dice.pick([withoutMiddle(person), [...family, ...given].join(' ')])
  return [...given, fromCyrillic(dice.pick(cyrillic.patronymics), 'english'), ...family].join(' ')
}

const honest = (dice: Dice) => `${dice.pick(common.men)} ${dice.some(common.families, 2).join(' ')}`
const whole =
  (group: string) =>
  (kind: string, evasion: Partial<Evasion> & Pick<Evasion, 'write'>): Evasion => ({
    group,
    kind,
    pairs: 72,
    facts: anyFacts,
    suits: isRareName,
    ...evasion,
  })
const words = whole('Words')
const identity = whole('Other names and papers')
const scripts = whole('Scripts')
const respelled: Evasion['write'] = (person, dice) => {
  const others = person.respelled.filter((name) => name !== nameOf(person))
  return others.length === 0 ? undefined : dice.pick(others)
}
const inScript: Evasion['write'] = ({ script }) => script

export const wordEvasions: readonly Evasion[] = [
  words('as listed', { suits: isRareName, write: nameOf }),
  words('as listed: Chinese, Korean, one name', {
    facts: noFalseFacts,
    suits: (person) => !isRareName(person),
    write: nameOf,
  }),
  words('as listed, a slip in the date of birth', {
    facts: ['slip'],
    suits: (person) => isRareName(person) && person.listedBirthDates[0]?.length === 10,
    write: nameOf,
  }),
  words('as listed, living in another country', { facts: ['abroad'], suits: isSeveralWords, write: nameOf }),
  words('capitals and small letters', { write: onName(randomCase) }),
  words('another order', { write: reordered }),
  words('middle names left out', {
    facts: noFalseFacts,
    suits: (person) => isRareName(person) && person.middle.length === 1,
    write: withoutMiddle,
  }),
  words('most of a long Arabic name left out', {
    facts: noFalseFacts,
    suits: ofOrigin('long arabic'),
    write: partOfChain,
  }),
  words('long Arabic name in another order', { suits: ofOrigin('long arabic'), write: reordered }),
  words('patronymic left out or put in', { suits: ofOrigin('slavic'), write: withPatronymic }),
  words('initials, with the true date', {
    facts: ['true'],
    suits: (person) =>
      isRareName(person) && person.middle.length < 3 && person.listedBirthDates[0]?.length === 10,
    write: initials,
  }),
  words('name in the wrong fields', { places: ['sender', 'receiver'], write: inWrongFields }),
  words("only as the receiver's name", { places: ['receiver'], write: nameOf }),
  words('only as the expected name', {
    places: ['expected'],
    write: onName((name, dice) => (dice.below(2) === 0 ? name.toUpperCase() : fold(name))),
  }),
  words('only as the name of the wallet', {
    places: ['wallet'],
    write: (person) => nameOf(person).toUpperCase(),
  }),
]

export const identityEvasions: readonly Evasion[] = [
  identity('listed alias', {
    suits: ({ aliases }) => aliases.length > 0,
    write: ({ aliases }, dice) => randomCase(dice.pick(aliases), dice),
  }),
  identity('weak alias, with the true date', {
    facts: ['true'],
    suits: ({ weakAliases, listedBirthDates }) =>
      weakAliases.length > 0 && listedBirthDates[0]?.length === 10,
    write: ({ weakAliases }, dice) => randomCase(dice.pick(weakAliases), dice),
  }),
  identity('another name, the listed document', {
    withDocument: true,
    facts: ['true', 'false'],
    suits: isSeveralWords,
    write: (_, dice) => honest(dice),
  }),
]

export const scriptEvasions: readonly Evasion[] = [
  scripts('Cyrillic names by other systems', { suits: ofOrigin('slavic'), write: respelled }),
  scripts('Greek names by other systems', { suits: ofOrigin('greek'), write: respelled }),
  scripts('Arabic names spelt otherwise', { suits: ofOrigin('arabic'), write: respelled }),
  scripts('Persian names spelt otherwise', { suits: ofOrigin('persian'), write: respelled }),
  scripts('Chinese names by other systems, orders', {
    facts: noFalseFacts,
    suits: ofOrigin('chinese'),
    write: respelled,
  }),
  scripts('Korean names by other systems, orders', {
    facts: noFalseFacts,
    suits: ofOrigin('korean'),
    write: respelled,
  }),
  scripts('own script, which the list has', {
    facts: noFalseFacts,
    suits: ({ isScriptListed }) => isScriptListed,
    write: inScript,
  }),
  scripts('Cyrillic or Greek for a Latin entry', {
    suits: (person) => !person.isScriptListed && ofOrigin('slavic', 'greek')(person),
    write: inScript,
  }),
  scripts('Arabic or Persian script for a Latin entry', {
    facts: noFalseFacts,
    suits: (person) => !person.isScriptListed && ofOrigin('arabic', 'persian')(person),
    write: inScript,
  }),
  scripts('Chinese or Korean for a Latin entry', {
    facts: noFalseFacts,
    suits: (person) => !person.isScriptListed && isEastern(person),
    write: inScript,
  }),
]
