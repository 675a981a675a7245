// The definition of a kind of unlisted name in the evaluation set.

import { common } from '../common-names.ts'
import type { CommonEntry } from '../listed-entries.ts'
import type { ListedPerson } from '../listed-people.ts'
import type { Dice } from '../seeded.ts'

export type HonestPerson = {
  name: string
  /** The entry it deliberately resembles, if any; it may have two words in common with no other entry. */
  near?: { id: string; name: string }
  birthDate?: string
  country?: string
  documentNumber?: string
}

export type ListedNames = { persons: readonly ListedPerson[]; commons: readonly CommonEntry[] }

export type HonestKind = {
  group: string
  kind: string
  pairs: number
  /** Undefined where this draw produces nothing. */
  make(dice: Dice, list: ListedNames): HonestPerson | undefined
}

export const givenName = (dice: Dice) => dice.pick([...common.men, ...common.women])
export const families = (dice: Dice, count: number) => dice.some(common.families, count)
/** Nom, postnom, prénom. */
export const congolese = (dice: Dice) => [...families(dice, 2), givenName(dice)]
