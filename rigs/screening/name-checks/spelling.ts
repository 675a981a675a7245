// Names that differ by a prefix, a letter or a language: two persons where that makes another name, one where it is
// only another spelling.
import { fold } from '../listed-people.ts'
import type { Dice } from '../seeded.ts'
import { asOperator, type NameCheckKind, person } from './kind.ts'

const words = (text: string) => text.trim().split(/\s+/)

/** Common names that start with a prefix, and the prefixes that would make another name of their stem. */
const prefixed = words(
  'Mukendi Lukusa Mulumba Mutombo Mwamba Mukuna Lukeba Mulamba Mulongo Kasongo Kabongo Kalonji Kapinga Tshibanda Tshimanga',
)
const otherFirst = ['L', 'M', 'K', 'T', 'B']
const withoutPrefix = words('Ilunga Omari Amisi Okito Onema')
const before = ['Tsh', 'K', 'L', 'B']
const vowels: Readonly<Record<string, readonly string[]>> = {
  a: ['e', 'i', 'o'],
  e: ['a', 'o'],
  i: ['a', 'o'],
  o: ['a', 'i'],
  u: ['a', 'e'],
}
const otherLanguages = words(
  'Jean/Ivan Joseph/José Patrick/Patrice Pierre/Pedro Henri/Enrique Jacques/Diego Guillaume/William Étienne/Stephen Paul/Pavel',
).map((pair) => pair.split('/') as [string, string])
const spelt: readonly (readonly [RegExp, string])[] = [
  [/u(?=[^aeiouw])/, 'ou'],
  [/tsh/, 'tch'],
  [/mw/, 'mu'],
  [/([lsn])(?=[aeiou])/, '$1$1'],
  [/i$/, 'y'],
  [/tsh/, 'c'],
]

const title = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
const pairOf = (dice: Dice, prenom: string, one: string, other: string) => {
  const [a, b] = dice.some([one, other], 2) as [string, string]
  return [dice.pick([`${prenom} ${a}`, `${a} ${prenom}`]), asOperator(`${b} ${prenom}`)] as const
}

export const spelledDifferent: readonly NameCheckKind[] = [
  {
    kind: 'another Bantu prefix on one stem',
    pairs: 80,
    make: (dice) => {
      const { prenom } = person(dice)
      if (dice.below(3) === 0) {
        const name = dice.pick(withoutPrefix)
        return pairOf(dice, prenom, name, `${dice.pick(before)}${name.toLowerCase()}`)
      }
      const name = dice.pick(prefixed.filter((each) => !each.startsWith('Tsh')))
      const first = dice.pick(otherFirst.filter((letter) => letter !== name[0]))
      return pairOf(dice, prenom, name, first + name.slice(1))
    },
  },
  {
    kind: 'a vowel that makes another name',
    pairs: 80,
    make: (dice) => {
      const { prenom } = person(dice)
      const name = dice.pick(prefixed)
      const at = 1 + dice.below(name.length - 2)
      const other = vowels[name[at]!]
      return other && pairOf(dice, prenom, name, name.slice(0, at) + dice.pick(other) + name.slice(at + 1))
    },
  },
  {
    kind: 'the given name of another language',
    pairs: 60,
    make: (dice) => {
      const { nom } = person(dice)
      const [one, other] = dice.some(dice.pick(otherLanguages), 2) as [string, string]
      return [`${one} ${nom}`, asOperator(`${nom} ${other}`)]
    },
  },
]

export const spelledSame: readonly NameCheckKind[] = [
  {
    kind: 'another spelling of a common name',
    pairs: 100,
    make: (dice) => {
      const { prenom } = person(dice)
      const name = dice.pick(prefixed)
      const [from, to] = dice.pick(spelt)
      const other = title(fold(name).replace(from, to))
      return other === name ? undefined : pairOf(dice, prenom, name, other)
    },
  },
  {
    kind: 'letters swapped or left out of a common name',
    pairs: 60,
    make: (dice) => {
      const { prenom } = person(dice)
      const name = dice.pick(prefixed.filter((each) => each.length >= 7))
      const at = 3 + dice.below(name.length - 5)
      const swapped = name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2)
      return swapped === name ? undefined : pairOf(dice, prenom, name, swapped)
    },
  },
]
