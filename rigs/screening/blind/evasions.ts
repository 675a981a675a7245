// How the listed persons of the blind set disguise their names. Each kind is a rule that applies to many of them.

import { common } from '../common-names.ts'
import type { Facts, Fields } from '../evasions/evasion.ts'
import { fold } from '../listed-people.ts'
import type { Dice } from '../seeded.ts'
import { type BlindPerson, blindName, longFamily } from './people.ts'

export type BlindKind = {
  kind: string
  facts: readonly Facts[]
  suits?: (person: BlindPerson) => boolean
  /**
   * The disguised name, or the receiver's name fields with the expected name; undefined where the rule changes
   * nothing.
   */
  write: (person: BlindPerson, dice: Dice) => string | (Fields & { expected: string }) | undefined
  writesDocument?: (document: string, dice: Dice) => string
}

const any: readonly Facts[] = ['true', 'false', 'none']
const isBantu = ({ origin }: BlindPerson) => origin === 'congolese' || origin === 'rwandan'
const hasMiddle = (person: BlindPerson) => person.middle !== '' && isBantu(person)
const isLong = (person: BlindPerson) => longFamily(person) && person.origin !== 'korean'
const letters = (word: string) => fold(word).replace(/[^a-z]/g, '')
const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const changed = (before: string, after: string) => (after === before ? undefined : after)

/** Replaces letters in the long words of the name; at least one letter remains in common. */
const respell =
  (...rules: readonly (readonly [RegExp, string])[]) =>
  (person: BlindPerson, dice: Dice) => {
    const name = fold(blindName(person))
    const usable = rules.filter(([from]) => letters(person.family).search(from) >= 0)
    if (usable.length === 0) return undefined
    const [from, to] = dice.pick(usable)
    const spelt = name
      .split(' ')
      .map((word) => (word.length < 6 ? word : word.replace(from, to)))
      .map(titled)
      .join(' ')
    return changed(name, fold(spelt)) && spelt
  }

const swap = (word: string, at: number) => word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2)

/** A typing error inside a long word, never in its first letter. */
function slip(word: string, dice: Dice): string {
  const at = 2 + dice.below(word.length - 4)
  const other = dice.pick(
    [...('aeiou'.includes(word[at]!) ? 'aeiou' : 'bdgklmnprstz')].filter((l) => l !== word[at]),
  )
  return dice.pick([
    swap(word, at),
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + other + word.slice(at + 1),
  ])
}

const inLong = (person: BlindPerson, change: (word: string) => string) =>
  fold(blindName(person))
    .split(' ')
    .map((word) => titled(word.length >= 8 ? change(word) : word))
    .join(' ')

const lookalike: Readonly<Record<string, string>> = { A: 'А', C: 'С', E: 'Е', K: 'К', O: 'О', P: 'Р' }
const otherLanguages: Readonly<Record<string, readonly string[]>> = {
  'Jean-Pierre': ['Yohana Petro', 'John Peter'],
  Emmanuel: ['Manuel', 'Immanuel'],
  Raymond: ['Ramon', 'Raimundo'],
  Lucien: ['Luciano', 'Lucian'],
  Constant: ['Constantin'],
  Antoinette: ['Antonia', 'Antonieta'],
  Pascal: ['Pasquale', 'Pascoal'],
  Zacharie: ['Zakaria', 'Zachary'],
  Justin: ['Justino', 'Justinus'],
  Modeste: ['Modesto'],
  Cyprien: ['Cyprian', 'Cipriano'],
  Félicien: ['Feliciano', 'Felician'],
  Guillaume: ['William', 'Guglielmo'],
  Faustin: ['Faustino', 'Faustinus'],
}

const families = (dice: Dice, count: number) => dice.some(common.families, count).join(' ')

export const blindKinds: readonly BlindKind[] = [
  { kind: 'one of three names left out', facts: any, suits: hasMiddle, write: ({ given, middle, family }, dice) => dice.pick([`${given} ${family}`, `${middle} ${family}`, `${family} ${middle}`]) },
  { kind: 'family names added', facts: any, write: (person, dice) => dice.pick([`${blindName(person)} ${families(dice, 2)}`, `${families(dice, 1)} ${blindName(person)}`, `${blindName(person)}-${families(dice, 1)}`]) },
  { kind: 'an initial and a rare family name', facts: ['false', 'none', 'true'], suits: isLong, write: ({ given, family }, dice) => dice.pick([`${given[0]}. ${family}`, `${family} ${given[0]}.`, `${given[0]} ${family}`]) },
  { kind: 'initials of several names', facts: any, suits: (person) => isLong(person) && (person.middle !== '' || person.given.includes('-')), write: ({ given, middle, family }, dice) => {
    const initials = [...given.split('-'), ...(middle === '' ? [] : [middle])].map((word) => fold(word)[0]!.toUpperCase())
    return dice.pick([`${initials.join('.')}. ${family}`, `${family} ${initials.join('.')}.`, `${initials.join('')} ${family}`])
  } },
  { kind: 'words joined or split', facts: any, suits: isLong, write: (person, dice) => {
    const at = 3 + dice.below(person.family.length - 6)
    const apart = `${person.family.slice(0, at)}${dice.pick([' ', '-'])}${person.family.slice(at)}`
    return dice.pick([`${person.given}${person.family.toLowerCase()} ${person.middle}`.trim(), [person.given, person.middle, apart].filter(Boolean).join(' ')])
  } },
  { kind: 'a particle put in', facts: any, suits: isBantu, write: ({ given, middle, family }, dice) => {
    const particle = dice.pick(['wa', 'ya', 'de', 'wa ba', 'mwa', 'ka'])
    return `${given} ${middle} ${particle} ${family}`.replace(/\s+/g, ' ')
  } },
  { kind: 'the given name in another language', facts: any, suits: ({ given }) => otherLanguages[given] !== undefined, write: ({ given, middle, family }, dice) => `${dice.pick(otherLanguages[given]!)} ${middle} ${family}`.replace(/\s+/g, ' ') },
  { kind: 'b, v and w', facts: any, suits: isBantu, write: respell([/bw/g, 'bu'], [/b(?=[aeiou])/g, 'v'], [/v(?=[aeiouw])/g, 'b'], [/w/g, 'v'], [/bw/g, 'v']) },
  { kind: 'u, ou and w', facts: any, suits: isBantu, write: respell([/u(?=[^aeiou])/g, 'ou'], [/w/g, 'ou'], [/w/g, 'u'], [/u(?=[aeio])/g, 'w'], [/wa/g, 'oi']) },
  { kind: 'tsh, ch, dj and j', facts: any, suits: isBantu, write: respell([/tsh|tch/g, 'ch'], [/ch/g, 'tsh'], [/dj/g, 'j'], [/j/g, 'dj'], [/sh/g, 'ch'], [/ts(?!h)/g, 'tsh'], [/z/g, 'dz'], [/kh/g, 'k']) },
  { kind: 'y, i and e', facts: any, suits: isBantu, write: respell([/y/g, 'i'], [/i(?=[aeou])/g, 'y'], [/ye/g, 'ie'], [/e$/g, 'é'], [/ny/g, 'gn'], [/ky/g, 'ki'], [/u$/g, 'o']) },
  { kind: 'doubled and single letters', facts: any, suits: isBantu, write: respell([/([lmnst])(?=[aeiou])/g, '$1$1'], [/([aeiou])(?=[bdgk])/, '$1$1'], [/(.)\1/g, '$1']) },
  { kind: 'l and r', facts: any, suits: isBantu, write: respell([/l/, 'r'], [/r/, 'l'], [/l(?=[^l]*$)/, 'r'], [/nd/, 'nl']) },
  { kind: 'prefixes of Bantu names', facts: ['true', 'none'], suits: isBantu, write: respell([/^nt/, 'int'], [/^n(?=[dgyz])/, 'in'], [/^mu/, 'm'], [/^b(?=[aeiouw])/, 'mb'], [/^n(?=[dgtz])/, ''], [/^ba/, 'aba'], [/^ru/, 'lu']) },
  { kind: 'two slips in long names, with the true date', facts: ['true'], suits: isLong, write: (person, dice) => changed(fold(blindName(person)), inLong(person, (word) => slip(slip(word, dice), dice))) },
  { kind: 'one slip in each long name', facts: any, suits: isLong, write: (person, dice) => changed(fold(blindName(person)), inLong(person, (word) => slip(word, dice))) },
  { kind: 'letters that look alike in print', facts: any, suits: isLong, write: respell([/m/, 'rn'], [/w/g, 'vv'], [/rn/, 'm'], [/d/, 'cl'], [/nn/, 'm'], [/l/, 'i']) },
  { kind: 'another ending, with the true date', facts: ['true'], suits: isLong, write: (person, dice) => `${person.given} ${person.middle} ${letters(person.family).replace(/[aeiouy]+$/, '')}${dice.pick(['o', 'ubu', 'is', 'eko', 'i'])}`.replace(/\s+/g, ' ') },
  { kind: 'patronymic dropped, shortened or put in', facts: any, suits: ({ origin }) => origin === 'slavic', write: ({ given, middle, family }, dice) => middle === '' ? `${given} ${dice.pick(['Viktorovich', 'Olegovich', 'Romanovich'])} ${family}` : dice.pick([`${given} ${family}`, `${family} ${given[0]}.${middle[0]}.`, `${given} ${middle[0]}. ${family}`]) },
  { kind: 'other scripts and other Latin letters', facts: ['true', 'none'], suits: ({ otherwise }) => otherwise.length > 0, write: ({ otherwise }, dice) => dice.pick(otherwise) },
  { kind: 'Cyrillic letters for a French or African name', facts: any, suits: (person) => isBantu(person) || person.id === 'blind-60', write: (person) => inCyrillic(blindName(person)) },
  { kind: 'the Arabic article and words before names', facts: any, suits: ({ origin, family }) => origin === 'arabic' && /^(al|Abu|Bin)-/.test(family), write: ({ given, middle, family }, dice) => {
    const [word = '', stem = ''] = family.split('-')
    const ways: Readonly<Record<string, readonly string[]>> = { al: [`el ${stem}`, `Al${stem.toLowerCase()}`, stem, `El${stem.toLowerCase()}`], Abu: [`Abou ${stem}`, `Abu${stem.toLowerCase()}`, `Abo ${stem}`], Bin: [`Ben ${stem}`, `Ibn ${stem}`, `Ben${stem.toLowerCase()}`] }
    return `${given} ${middle} ${dice.pick(ways[word] ?? [stem])}`.replace(/\s+/g, ' ')
  } },
  { kind: "the receiver's name in two fields", facts: any, suits: isLong, write: ({ given, middle, family }, dice) => dice.pick([
    { expected: given, first: family, middle, last: '' }, { expected: family, first: given, middle: '', last: '' },
    { expected: `${families(dice, 1)} ${given}`, first: '', middle: family, last: '' },
  ]) },
  { kind: 'a document with letters that look alike', facts: ['none'], write: (_, dice) => `${dice.pick(common.men)} ${families(dice, 2)}`, writesDocument: (document, dice) => dice.pick([
    [...document].map((sign) => lookalike[sign] ?? sign).join(''), document.replace('O', '0'), document.replace(/(?<=^..)0/, 'O').replace(/(?<=^..)1/, 'I'), `${document.slice(0, 2)} ${document.slice(2)}`.toLowerCase(),
  ]) },
  { kind: 'a title and padding around two names', facts: any, suits: isLong, write: ({ given, family }, dice) => `${dice.pick(['Col', 'Gén.', 'Honorable', 'Maître', 'Papa', 'Mzee', 'Cdt'])} ${given} ${families(dice, 1)} ${family} ${dice.pick(['fils', 'Junior', 'II', 'alias Commandant'])}` },
] // biome-ignore format: a table with one row per line

const cyrillicSounds: readonly (readonly [string, string])[] = [
  ['tsh', 'ч'],
  ['tch', 'ч'],
  ['ch', 'ш'],
  ['sh', 'ш'],
  ['dj', 'дж'],
  ['ph', 'ф'],
  ['kh', 'х'],
  ['ny', 'нь'],
  ['ou', 'у'],
  ['ye', 'е'],
  ['yi', 'йи'],
  ['ya', 'я'],
  ['yu', 'ю'],
  ['ts', 'ц'],
  ['zh', 'ж'],
  ['j', 'ж'],
  ['w', 'в'],
  ['c', 'к'],
  ['q', 'к'],
  ['x', 'кс'],
  ['y', 'й'],
  ...[...'abvgdezklmnoprstufhi'].map((letter, i) => [letter, [...'абвгдезклмнопрстуфхи'][i]!] as const),
]

/** The name as a Russian registrar would write it. */
function inCyrillic(name: string): string {
  return fold(name)
    .split(/([ -])/)
    .map((word) => titled(cyrillicSounds.reduce((text, [from, to]) => text.replaceAll(from, to), word)))
    .join('')
}
