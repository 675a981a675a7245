// The name checks of the evaluation set, with the expected decision of each.
import { fold } from '../listed-people.ts'
import { diceOf } from '../seeded.ts'
import { twoPersons } from './different.ts'
import { samePerson } from './same.ts'
import { spelledDifferent, spelledSame } from './spelling.ts'

export type NameCheckCase = {
  group: 'The same person' | 'Two persons'
  kind: string
  /** The same person: at least PARTIAL; two persons: NO_MATCH. */
  isSame: boolean
  expected: string
  wallet: string
  person: string
}

const kinds = [
  ...[...samePerson, ...spelledSame].map((kind) => ({ ...kind, isSame: true })),
  ...[...twoPersons, ...spelledDifferent].map((kind) => ({ ...kind, isSame: false })),
]

export function nameCheckCases(seed: string): NameCheckCase[] {
  return kinds.flatMap(({ kind, isSame, pairs, make }) => {
    const made = new Map<string, NameCheckCase>()
    for (let draw = 0; made.size < pairs && draw < pairs * 40; draw += 1) {
      const pair = make(diceOf(seed, 'name', kind, draw))
      if (!pair) continue
      const [expected, wallet] = pair
      const group = isSame ? 'The same person' : 'Two persons'
      made.set(pair.join('/'), { group, kind, isSame, expected, wallet, person: fold(pair.join('/')) })
    }
    return [...made.values()]
  })
}
