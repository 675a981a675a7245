// The definition of a name check pair: the name a sender expects, and the one a wallet is registered under.

import { common } from '../common-names.ts'
import { fold } from '../listed-people.ts'
import type { Dice } from '../seeded.ts'

export type NameCheckKind = {
  kind: string
  pairs: number
  /** Undefined where this draw produces nothing. */
  make(dice: Dice): readonly [expected: string, wallet: string] | undefined
}

const { families, men, women } = common

export type Person = { nom: string; postnom: string; prenom: string; isWoman: boolean }
export function person(dice: Dice): Person {
  const isWoman = dice.below(2) === 0
  const [nom = '', postnom = ''] = dice.some(families, 2)
  return { nom, postnom, prenom: dice.pick(isWoman ? women : men), isWoman }
}
export const inOrders = ({ nom, postnom, prenom }: Person) => [
  `${nom} ${postnom} ${prenom}`,
  `${prenom} ${nom} ${postnom}`,
  `${prenom} ${postnom} ${nom}`,
  `${nom} ${prenom} ${postnom}`,
  `${postnom} ${nom} ${prenom}`,
]
/** As operators print it: capitals without accents. */
export const asOperator = (name: string) => fold(name).toUpperCase()
/** Another given name of the same sex. */
export const sibling = (dice: Dice, { prenom, isWoman }: Person) =>
  dice.pick((isWoman ? women : men).filter((other) => !isAlike(fold(other), fold(prenom))))

/** Given names that could be mistaken for one another, which are not used for two persons. */
export function isAlike(a: string, b: string): boolean {
  return a.slice(0, 3) === b.slice(0, 3) || a.at(0) === b.at(0)
}
/** Family names that clearly differ. */
export const unlike = (dice: Dice, ...names: string[]) =>
  dice.pick(
    families.filter((other) =>
      names.every((name) => other.slice(0, 3) !== name.slice(0, 3) && !isNear(other, name)),
    ),
  )
const isNear = (a: string, b: string) => {
  const letters = new Set(a.toLowerCase())
  const shared = [...new Set(b.toLowerCase())].filter((letter) => letters.has(letter)).length
  return shared / Math.max(letters.size, 1) > 0.7
}
