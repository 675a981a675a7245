// Misspelt names: typing errors, phonetic spelling, habits of another language.

import { fold, type ListedPerson, nameOf } from '../listed-people.ts'
import { cyrillic, shortForms } from '../people-data.ts'
import type { Dice } from '../seeded.ts'
import {
  anyFacts,
  type Evasion,
  hasLongWord,
  isRareName,
  isSeveralWords,
  longWords,
  noFalseFacts,
  onName,
} from './evasion.ts'
import { fromCyrillic } from './transliterations.ts'

/** An error inside one long word: a wrong first letter would make another name. */
const slip = (kind: string, change: (word: string, at: number, dice: Dice) => string): Evasion => ({
  group: 'Spelling',
  kind,
  pairs: 72,
  facts: anyFacts,
  suits: hasLongWord,
  write: onName((name, dice) => {
    const usable = longWords(name)
    if (usable.length === 0) return undefined
    const word = dice.pick(usable)
    const changed = change(word, 1 + dice.below(word.length - 3), dice)
    return changed === word ? undefined : name.replace(word, changed)
  }),
})

const cut = (word: string, at: number, drop: number, put: string) =>
  word.slice(0, at) + put + word.slice(at + drop)
const isVowel = (letter: string) => 'aeiou'.includes(letter)

type Swap = readonly [from: RegExp, to: string]
const byEarVowels: readonly Swap[] = [
  [/ou/g, 'u'],
  [/(?<![oaqg])u(?![aeio])/g, 'ou'],
  [/(?<=[^aeou])i(?![aeo])/g, 'y'],
  [/y(?![aeiou])/g, 'i'],
  [/(?<=[bgklmn])w(?=[aei])/g, 'ou'],
  [/(?<=[bgklmn])w(?=[aei])/g, 'u'],
  [/(?<=[^aeiou])y(?=[aeo])/g, 'i'],
  [/ay/g, 'ai'],
  [/oo/g, 'u'],
  [/ie/g, 'iye'],
]
const byEarConsonants: readonly Swap[] = [
  [/tsh/g, 'ch'],
  [/tsh/g, 'c'],
  [/tsh/g, 'tch'],
  [/(?<![ts])ch(?=[aeiou])/g, 'tch'],
  [/(?<!t)sh/g, 'ch'],
  [/k(?=[aou])/g, 'c'],
  [/k(?=[aou])/g, 'q'],
  [/q/g, 'k'],
  [/c(?=[aou])/g, 'k'],
  [/ph/g, 'f'],
  [/f/g, 'ph'],
  [/z/g, 's'],
  [/(?<=[aeiou])s(?=[aeiou])/g, 'z'],
  [/v/g, 'w'],
  [/(?<=[aeiou])([lmnst])(?=[aeiou])/g, '$1$1'],
  [/([lmnrst])\1/g, '$1'],
  [/(?<!d)j/g, 'dj'],
  [/dj/g, 'j'],
  [/kh/g, 'k'],
  [/zh/g, 'j'],
  [/x/g, 'ks'],
  [/th/g, 't'],
]

/** Applies one or two phonetic habits to the long words of the name. */
function byEar(name: string, dice: Dice, swaps: readonly Swap[]): string | undefined {
  const plain = fold(name)
  const words = plain.split(' ')
  const longest = words.toSorted((a, b) => b.length - a.length)[0]!
  const usable = swaps.filter(([from]) => longest.replace(from, '') !== longest)
  if (usable.length === 0) return undefined
  const [from, to] = dice.pick(usable)
  const others = swaps.filter((swap) => swap[0].source !== from.source && swap[1] !== from.source)
  const second = dice.below(2) === 0 ? dice.pick(others) : undefined
  return words
    .map((word) => (word.length < 5 ? word : word.replace(from, to)))
    .map((word) =>
      word === longest.replace(from, to) || !second || word.length < 5 ? word : word.replace(...second),
    )
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

const endings: readonly Swap[] = [
  [/ov\b/g, 'off'],
  [/ov\b/g, 'ow'],
  [/ov\b/g, 'of'],
  [/ev\b/g, 'eff'],
  [/ev\b/g, 'ew'],
  [/in\b/g, 'ine'],
  [/sk(i|y|iy)\b/g, 'skij'],
  [/sky\b/g, 'ski'],
  [/sky\b/g, 'skii'],
  [/chuk\b/g, 'tchouk'],
  [/yuk\b/g, 'iouk'],
  [/enko\b/g, 'yenko'],
  [/uk\b/g, 'ouk'],
]

function withShortForm(
  { origin, given, middle, family, script = '' }: ListedPerson,
  dice: Dice,
): string | undefined {
  const first = given[0]!
  const russian: Readonly<Record<string, string>> = cyrillic.shortForms
  const known = origin === 'slavic' ? russian[script.split(' ')[0]!] : undefined
  const short = known === undefined ? (shortForms[first] ?? []) : [fromCyrillic(known, 'english')]
  if (short.length === 0) return undefined
  return [dice.pick(short), ...middle, ...family].join(' ')
}

const marks: Readonly<Record<string, string>> = {
  a: 'àáâäã',
  e: 'éèêë',
  i: 'îïí',
  o: 'ôöóõ',
  u: 'ùûüú',
  c: 'ç',
  n: 'ñ',
}

function withOtherMarks(name: string, dice: Dice): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '')
  if (plain !== name && dice.below(2) === 0) return plain
  const marked = [...plain].map((letter) =>
    marks[letter] !== undefined && dice.below(3) === 0 ? dice.pick([...marks[letter]]) : letter,
  )
  return dice.below(2) === 0 ? marked.join('').normalize('NFD') : marked.join('')
}

const spelling = (kind: string, write: Evasion['write'], suits: Evasion['suits'] = hasLongWord): Evasion => ({
  group: 'Spelling',
  kind,
  pairs: 72,
  facts: anyFacts,
  suits,
  write,
})

export const spellingEvasions: readonly Evasion[] = [
  slip('one letter is another', (word, at, dice) => {
    const others = isVowel(word[at]!) ? 'aeiou' : 'bdgklmnprstvz'
    return cut(word, at, 1, dice.pick([...others]))
  }),
  slip('one letter left out', (word, at) => cut(word, at, 1, '')),
  slip('one letter too many', (word, at, dice) =>
    cut(word, at, 0, dice.below(2) === 0 ? word[at]! : dice.pick([...'aeiounrlsk'])),
  ),
  slip('two letters change places', (word, at) => cut(word, at, 2, word[at + 1]! + word[at]!)),
  slip('a letter stretched', (word, at, dice) => cut(word, at, 1, word[at]!.repeat(3 + dice.below(5)))),
  spelling('vowels by ear', (person, dice) => byEar(nameOf(person), dice, byEarVowels)),
  spelling('consonants by ear', (person, dice) => byEar(nameOf(person), dice, byEarConsonants)),
  spelling(
    'endings of Slavic names',
    onName((name, dice) => {
      const usable = endings.filter(([from]) => name.search(from) >= 0)
      return usable.length === 0 ? undefined : name.replace(...dice.pick(usable))
    }),
    ({ origin }) => origin === 'slavic',
  ),
  spelling('accents added, taken, decomposed', onName(withOtherMarks), isSeveralWords),
  {
    group: 'Spelling',
    kind: 'short form of the given name',
    pairs: 72,
    facts: noFalseFacts,
    suits: (person) => isRareName(person) && ['congolese', 'slavic'].includes(person.origin),
    write: withShortForm,
  },
]
