// The definition of an evasion for a listed name. Each kind is a rule, so that it can be read and judged by itself.
import { type ListedPerson, nameOf } from '../listed-people.ts'
import type { Dice } from '../seeded.ts'

/**
 * The date of birth and country given with the name: those of the listed person, those of another person, or none;
 * the true date with an error; the true date with another country.
 */
export type Facts = 'true' | 'false' | 'none' | 'slip' | 'abroad'

/**
 * Where the name stands in a transfer. `expected` is the receiver's name in one field, `wallet` the registered one.
 */
export type Place = 'sender' | 'receiver' | 'expected' | 'wallet'

export type Fields = { first: string; middle: string; last: string }

export type Evasion = {
  group: string
  kind: string
  /** How many pairs are generated from it. */
  pairs: number
  facts: readonly Facts[]
  places?: readonly Place[]
  /** Whether the document of the listed person is given: as copied from paper, or as this function writes it. */
  withDocument?: true | ((document: string, dice: Dice) => string)
  /** Which persons' names it applies to. */
  suits(person: ListedPerson): boolean
  /** The disguised name; undefined where this draw changes nothing. */
  write(person: ListedPerson, dice: Dice): string | Fields | undefined
}

export const anyFacts: readonly Facts[] = ['true', 'false', 'none']
export const noFalseFacts: readonly Facts[] = ['true', 'none']

const isSingle = ({ given, family }: ListedPerson) => given.length + family.length < 2
/** Names so rare that differing other facts, which anyone can make up, do not clear a person. */
export const isRareName = (person: ListedPerson) => person.isRare && !isSingle(person)
export const isSeveralWords = (person: ListedPerson) => !isSingle(person)
/** Names in which one word can be misspelt and still be recognised. */
export const hasLongWord = (person: ListedPerson) =>
  isRareName(person) && longWords(nameOf(person)).length > 0

/** Words of a rare name that are long enough to contain an error. */
export const longWords = (name: string) => name.split(' ').filter((word) => /^\p{L}{7,}$/u.test(word))

/** Applies the rule to the whole name as listed. */
export const onName =
  (change: (name: string, dice: Dice) => string | undefined) =>
  (person: ListedPerson, dice: Dice): string | undefined => {
    const name = nameOf(person)
    const changed = change(name, dice)
    return changed === name ? undefined : changed
  }

/** Puts signs between the letters of a name, in all of its words or in the longest. */
export function between(name: string, dice: Dice, signs: readonly string[]): string {
  const sign = dice.pick(signs)
  const isMixed = dice.below(3) === 0
  const inAll = dice.below(2) === 0
  const longest = name.split(' ').toSorted((a, b) => b.length - a.length)[0]
  return name
    .split(' ')
    .map((word) => {
      if (!inAll && word !== longest) return word
      return [...word].reduce((made, letter) => made + (isMixed ? dice.pick(signs) : sign) + letter)
    })
    .join(' ')
}
