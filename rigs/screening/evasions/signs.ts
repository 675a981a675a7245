// Names disguised by signs: between the letters, around the name, or by removing spaces.

import { common } from '../common-names.ts'
import { nameOf } from '../listed-people.ts'
import type { Dice } from '../seeded.ts'
import { anyFacts, between, type Evasion, isRareName, isSeveralWords, onName } from './evasion.ts'

const signs = (codes: string) =>
  codes.split(' ').map((code) => String.fromCodePoint(Number.parseInt(code, 16)))

const invisible = signs('200b 200c 200d 2060 feff ad 180e 034f 3164 115f 2063')
const direction = signs('200e 200f 202a 202b 202c 202d 202e 2066 2067 2068 2069 61c')
const selectors = signs('fe00 fe01 fe0e fe0f e0100 e0101 180b')
const combining = signs('301 300 302 307 308 323 331 335 336 337 338 20dd 489 358')
const particles = ['wa', 'ya', 'de', 'da', 'ben', 'al', 'van', 'von', 'di', 'el', 'bin', 'la']
const titles = [
  'Mr',
  'Mme',
  'Dr.',
  'Prof.',
  'Général',
  'Colonel',
  'Honorable',
  'Maître',
  'Pasteur',
  'Son Excellence',
  'Sheikh',
  'Hadj',
  'Ingénieur',
  'Me',
  'Commandant',
  'S.E.M.',
]

const sign = (kind: string, marks: readonly string[]): Evasion => ({
  group: 'Signs',
  kind,
  pairs: 72,
  facts: anyFacts,
  suits: isRareName,
  write: onName((name, dice) => between(name, dice, marks)),
})

/** The letters of a name in groups of one to three. */
function inPieces(name: string, dice: Dice): string {
  const letters = [...name.replaceAll(' ', '')]
  const pieces: string[] = []
  while (letters.length > 0) pieces.push(letters.splice(0, 1 + dice.below(4)).join(''))
  return pieces.join(' ')
}

const joined = (name: string) => name.replace(/[ -]/g, '')
const somewhere = (words: readonly string[], more: readonly string[], dice: Dice): string => {
  const at = dice.below(words.length + 1)
  return [...words.slice(0, at), ...more, ...words.slice(at)].join(' ')
}

export const signEvasions: readonly Evasion[] = [
  sign('invisible characters between letters', invisible),
  sign('marks of writing direction', direction),
  {
    group: 'Signs',
    kind: 'letters backwards, shown forwards',
    pairs: 72,
    facts: anyFacts,
    suits: isRareName,
    write: onName((name, dice) => {
      const backwards = (text: string) => `\u202e${[...text].toReversed().join('')}\u202c`
      const [first = '', ...rest] = name.split(' ')
      return dice.below(2) === 0 ? backwards(name) : `${first} ${backwards(rest.join(' '))}`
    }),
  },
  sign('variation selectors', selectors),
  sign('combining marks on letters', combining),
  sign('dots between letters', ['.', '. ', '..', '…']),
  sign('dashes, underscores, apostrophes', ['-', '_', "'", '’', '–', '·', '*', '/', '|', '~', '+']),
  sign('spaces between letters', [' ', '\u00a0', '\u2009', '\u3000']),
  {
    group: 'Signs',
    kind: 'name in pieces',
    pairs: 72,
    facts: anyFacts,
    suits: isRareName,
    write: onName((name, dice) => inPieces(name, dice)),
  },
  {
    group: 'Signs',
    kind: 'words joined',
    pairs: 72,
    facts: anyFacts,
    suits: isRareName,
    write: onName((name, dice) => (dice.below(2) === 0 ? joined(name) : joined(name).toUpperCase())),
  },
  {
    group: 'Signs',
    kind: 'words joined, with another word',
    pairs: 72,
    facts: anyFacts,
    suits: isRareName,
    write: onName((name, dice) =>
      somewhere([joined(name)], [dice.pick(['X', '.', 'A', 'Junior', 'Mr', ...common.men])], dice),
    ),
  },
]

const padding = (kind: string, pad: (words: readonly string[], dice: Dice) => string): Evasion => ({
  group: 'Padding',
  kind,
  pairs: 72,
  facts: anyFacts,
  suits: isRareName,
  write: (person, dice) => pad(nameOf(person).split(' '), dice),
})

export const paddingEvasions: readonly Evasion[] = [
  // Three fields hold 600 characters.
  padding('300 dots or signs', (words, dice) => {
    const sign = dice.pick(['.', '-', '_', '. ', '*', '~ '])
    return somewhere(words, [sign.repeat(300 / sign.length).trim()], dice)
  }),
  padding('a particle behind each word', (words, dice) =>
    words.map((word) => `${word} ${dice.pick(particles)}`).join(' '),
  ),
  padding('many particles', (words, dice) =>
    somewhere(
      words,
      Array.from({ length: 12 }, () => dice.pick(particles)),
      dice,
    ),
  ),
  padding('six honest given names', (words, dice) => somewhere(words, dice.some(common.men, 6), dice)),
  padding('honest given names between', (words, dice) =>
    words.map((word) => `${word} ${dice.pick(common.men)}`).join(' '),
  ),
  padding('a whole honest name', (words, dice) => {
    const honest = `${dice.pick(common.men)} ${dice.some(common.families, 2).join(' ')}`
    return dice.below(2) === 0 ? `${honest} ${words.join(' ')}` : `${words.join(' ')} ${honest}`
  }),
  padding(
    'titles before the name',
    (words, dice) => `${dice.some(titles, 1 + dice.below(3)).join(' ')} ${words.join(' ')}`,
  ),
  padding('words said twice', (words, dice) => {
    const times = 2 + dice.below(3)
    const isWhole = dice.below(2) === 0
    if (isWhole) return Array.from({ length: times }, () => words.join(' ')).join(' ')
    return words.flatMap((word) => Array.from({ length: times }, () => word)).join(' ')
  }),
  padding('digits and single letters', (words, dice) =>
    somewhere(words, dice.some([...'ABEGHKLRTXZ', '12', '2024', '007'], 3), dice),
  ),
  {
    group: 'Padding',
    kind: 'also called',
    pairs: 72,
    facts: anyFacts,
    suits: isSeveralWords,
    write: (person, dice) =>
      `${dice.pick(common.men)} ${dice.pick(common.families)} ${dice.pick(['alias', 'dit', 'aka', 'alias', 'surnommé', '/'])} ${nameOf(person)}`,
  },
]
