// How the listed persons of the unseen set are written: kinds that testers named, on other names, and kinds of which nobody thought when
// the matcher was made.

import type { BlindKind } from '../blind/evasions.ts'
import { type BlindPerson, blindName, longFamily } from '../blind/people.ts'
import { common } from '../common-names.ts'
import type { Facts } from '../evasions/evasion.ts'
import {
  inGreek,
  inHangul,
  inHebrew,
  inKatakana,
  typedInLatin,
  typedOn,
} from '../evasions/foreign-letters.ts'
import { fold } from '../listed-people.ts'
import type { Dice } from '../seeded.ts'

const any: readonly Facts[] = ['true', 'false', 'none']
const mild: readonly Facts[] = ['true', 'none']
const isBantu = ({ origin }: BlindPerson) => origin === 'congolese' || origin === 'rwandan'
const is =
  (...origins: BlindPerson['origin'][]) =>
  ({ origin }: BlindPerson) =>
    origins.includes(origin)
const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const plain = (word: string) => fold(word).replace(/[^a-z]/g, '')
const family = (dice: Dice) => dice.pick(common.families)
const joined = (...parts: readonly string[]) => parts.filter(Boolean).join(' ')

const arabicLetters: readonly (readonly [string, string])[] = [
  ['tsh', 'تش'],
  ['ch', 'ش'],
  ['sh', 'ش'],
  ['kh', 'خ'],
  ['ou', 'و'],
  ['b', 'ب'],
  ['p', 'ب'],
  ['t', 'ت'],
  ['j', 'ج'],
  ['d', 'د'],
  ['r', 'ر'],
  ['z', 'ز'],
  ['s', 'س'],
  ['f', 'ف'],
  ['v', 'ف'],
  ['q', 'ق'],
  ['k', 'ك'],
  ['c', 'ك'],
  ['g', 'غ'],
  ['l', 'ل'],
  ['m', 'م'],
  ['n', 'ن'],
  ['h', 'ه'],
  ['w', 'و'],
  ['u', 'و'],
  ['o', 'و'],
  ['y', 'ي'],
  ['i', 'ي'],
  ['e', 'ي'],
  ['a', 'ا'],
  ['x', 'كس'],
]

const inArabic = (name: string) =>
  name
    .split(/[ -]/)
    .map((word) => arabicLetters.reduce((text, [from, to]) => text.replaceAll(from, to), plain(word)))
    .join(' ')

const inOtherLanguages: Readonly<Record<string, readonly string[]>> = {
  Charles: ['Karl', 'Carlos', 'Charly'],
  Evariste: ['Evaristo'],
  Jacob: ['Yakobo', 'Jakob', 'Jacobo'],
  Mathias: ['Matthias', 'Matias'],
  Alphonse: ['Alfonso', 'Alphonso'],
  Etienne: ['Stephen', 'Esteban', 'Stefano'],
  Oscar: ['Oskar'],
  Gustave: ['Gustavo', 'Gustav'],
  Theophile: ['Theophilus', 'Teofilo'],
  Artyom: ['Artem', 'Artiom'],
  Kirill: ['Cyril', 'Kyrylo'],
  Lev: ['Leo', 'Leon'],
  Semyon: ['Simon', 'Semen'],
  Domingos: ['Domingo', 'Dominic'],
  László: ['Ladislas', 'Laszlo'],
  Yahya: ['Yehia', 'Yahia'],
}

const respelt: readonly (readonly [RegExp, string])[] = [
  [/ki/g, 'qui'],
  [/k(?=[aou])/g, 'c'],
  [/j/g, 'g'],
  [/u(?=[bdglmnt])/g, 'o'],
  [/mb/g, 'nb'],
  [/z/g, 's'],
  [/tsh/g, 'x'],
  [/w/g, 'u'],
]

/** A letter added, dropped or changed in the first half of a long word. */
function earlySlip(word: string, dice: Dice): string {
  const at = dice.below(3)
  const vowel = 'aeiou'.includes(word[at]!)
  const other = dice.pick([...(vowel ? 'aeiou' : 'bdgklmnprstz')].filter((letter) => letter !== word[at]))
  return dice.pick([
    word.slice(0, at) + other + word.slice(at + 1),
    word.slice(0, at + 1) + other + word.slice(at + 1),
  ])
}

const keyNeighbours: Readonly<Record<string, string>> = {
  a: 's',
  b: 'v',
  d: 'f',
  e: 'r',
  g: 'h',
  i: 'o',
  k: 'l',
  l: 'k',
  m: 'n',
  n: 'm',
  o: 'p',
  r: 't',
  s: 'd',
  t: 'y',
  u: 'i',
  w: 'e',
  y: 'u',
  z: 'x',
}

export const unseenKinds: readonly BlindKind[] = [
  { kind: 'Hebrew letters', facts: any, suits: longFamily, write: (person) => inHebrew(blindName(person)) },
  { kind: 'Greek letters', facts: any, suits: longFamily, write: (person) => inGreek(blindName(person)) },
  { kind: 'katakana', facts: any, suits: longFamily, write: (person) => inKatakana(blindName(person)) },
  { kind: 'Hangul', facts: any, suits: longFamily, write: (person) => inHangul(blindName(person)) },
  {
    kind: 'Arabic letters for an African name',
    facts: mild,
    suits: isBantu,
    write: (person) => inArabic(blindName(person)),
  },
  {
    kind: 'another keyboard layout',
    facts: any,
    suits: longFamily,
    write: (person, dice) =>
      person.origin === 'slavic'
        ? typedInLatin(person.otherwise[0]!)
        : typedOn(blindName(person), dice.pick(['Russian', 'Greek'])),
  },
  {
    kind: 'other scripts and other transliterations',
    facts: mild,
    suits: ({ otherwise }) => otherwise.length > 0,
    write: ({ otherwise }, dice) => dice.pick(otherwise),
  },
  {
    kind: 'the given name in another language',
    facts: any,
    suits: ({ given }) => inOtherLanguages[given] !== undefined,
    write: ({ given, middle, family: name }, dice) =>
      joined(dice.pick(inOtherLanguages[given]!), middle, name),
  },
  {
    kind: 'as Portuguese or Spanish writes it',
    facts: any,
    suits: isBantu,
    write: (person, dice) => {
      const usable = respelt.filter(([from]) => plain(person.family).search(from) >= 0)
      const [from, to] = usable.length === 0 ? ([/$/, ''] as const) : dice.pick(usable)
      const spelt = titled(plain(person.family).replace(from, to))
      return fold(spelt) === fold(person.family) ? undefined : joined(person.given, person.middle, spelt)
    },
  },
  {
    kind: 'a slip at the beginning of the family name',
    facts: mild,
    suits: longFamily,
    write: ({ given, middle, family: name }, dice) =>
      joined(given, middle, titled(earlySlip(plain(name), dice))),
  },
  {
    kind: 'the next key',
    facts: any,
    suits: longFamily,
    write: ({ given, middle, family: name }, dice) => {
      const word = plain(name)
      const at = 2 + dice.below(word.length - 3)
      const key = keyNeighbours[word[at]!]
      return key && joined(given, middle, titled(word.slice(0, at) + key + word.slice(at + 1)))
    },
  },
  {
    kind: 'a nickname in quotes',
    facts: any,
    write: ({ given, middle, family: name }, dice) =>
      joined(
        given,
        dice.pick(['"Rambo"', '« Simba »', "'le Grand'", '(Papa Noël)', '"Docta"']),
        middle,
        name,
      ),
  },
  {
    kind: 'a married name',
    facts: any,
    suits: longFamily,
    write: (person, dice) =>
      dice.pick([
        `${blindName(person)} épouse ${family(dice)}`,
        `${family(dice)} née ${blindName(person)}`,
        `Mme ${family(dice)} ${blindName(person)}`,
      ]),
  },
  {
    kind: 'the owner of a business',
    facts: mild,
    suits: longFamily,
    write: (person, dice) =>
      dice.pick([
        `Ets ${blindName(person)} et Fils`,
        `${blindName(person)} & Co`,
        `Maison ${blindName(person)}`,
        `c/o ${blindName(person)}`,
      ]),
  },
  {
    kind: 'cut at the end, as a form cuts it',
    facts: mild,
    suits: (person) => longFamily(person) && person.family.length >= 10,
    write: ({ given, middle, family: name }, dice) =>
      joined(given, middle, name.slice(0, name.length - 1 - dice.below(2))),
  },
  {
    kind: 'two family names joined by a hyphen',
    facts: any,
    suits: longFamily,
    write: ({ given, family: name }, dice) =>
      dice.pick([`${given} ${name}-${family(dice)}`, `${given} ${family(dice)}-${name}`]),
  },
  {
    kind: 'the postnom as the family name',
    facts: any,
    suits: (person) => isBantu(person) && person.middle !== '',
    write: ({ given, middle, family: name }, dice) =>
      dice.pick([
        `${name} ${given} ${middle}`,
        `${middle}, ${name} ${given}`,
        `${given} ${name.toUpperCase()} ${middle}`,
      ]),
  },
  {
    kind: 'the family name cut over two fields',
    facts: any,
    suits: longFamily,
    write: ({ given, middle, family: name }, dice) => {
      const at = 3 + dice.below(name.length - 5)
      return { expected: joined(given, middle), first: '', middle: name.slice(0, at), last: name.slice(at) }
    },
  },
  {
    kind: 'initials run into the family name',
    facts: any,
    suits: longFamily,
    write: ({ given, middle, family: name }, dice) =>
      dice.pick([
        `${given[0]}.${name}`,
        `${given[0]}.${middle[0] ?? ''}. ${name}`.replace('..', '.'),
        `${name} ${given[0]}`,
      ]),
  },
  {
    kind: 'one name and an initial of the rest',
    facts: mild,
    suits: (person) => longFamily(person) && person.middle !== '',
    write: ({ given, middle, family: name }) => `${given} ${middle[0]} ${name}`,
  },
  {
    kind: 'every vowel accented',
    facts: any,
    suits: longFamily,
    write: (person, dice) =>
      blindName(person).replace(
        /[aeiou]/g,
        (vowel) => `${vowel}${dice.pick(['\u0301', '\u0308', '\u0302'])}`,
      ),
  },
  {
    kind: 'the whole name said twice',
    facts: any,
    suits: longFamily,
    write: (person) => `${blindName(person)} ${blindName(person).toUpperCase()}`,
  },
  {
    kind: 'Cyrillic letters for an African name',
    facts: any,
    suits: isBantu,
    write: (person) =>
      [...fold(blindName(person))]
        .map(
          (letter) =>
            ({
              a: 'а',
              b: 'б',
              v: 'в',
              g: 'г',
              d: 'д',
              e: 'е',
              z: 'з',
              i: 'и',
              k: 'к',
              l: 'л',
              m: 'м',
              n: 'н',
              o: 'о',
              p: 'п',
              r: 'р',
              s: 'с',
              t: 'т',
              u: 'у',
              f: 'ф',
              h: 'х',
              y: 'й',
              w: 'в',
              c: 'к',
              j: 'ж',
            })[letter] ?? letter,
        )
        .join(''),
  },
  {
    kind: 'article and particles moved',
    facts: any,
    suits: is('arabic'),
    write: ({ given, middle, family: name }, dice) => {
      const stem = name.replace(/^al-/, '')
      return joined(
        given,
        dice.pick(['bin', 'ibn', 'ben']),
        middle,
        dice.pick([stem, `el-${stem}`, `Al ${stem}`, `Al${stem.toLowerCase()}`]),
      )
    },
  },
  {
    kind: 'a document with its kind and place',
    facts: ['none'],
    write: (_, dice) => `${dice.pick(common.men)} ${family(dice)} ${family(dice)}`,
    writesDocument: (document, dice) =>
      dice.pick([
        `CNI n° ${document}`,
        `Passport ${document} (Goma)`,
        `PP-${document.slice(0, 3)}-${document.slice(3)}`,
        `${document} issued 2019`,
      ]),
  },
]
