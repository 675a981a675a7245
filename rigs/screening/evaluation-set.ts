// The whole evaluation set, generated from its rules and a seed.
import type { StoredEntry } from '../../server/compliance/lists/entry.ts'
import { evasiveCases } from './evasions/cases.ts'
import { honestCases } from './honest/cases.ts'
import { openResemblance } from './honest/resemblance.ts'
import { commonEntries, entriesOf } from './listed-entries.ts'
import { listedPersons } from './listed-people.ts'
import { type NameCheckCase, nameCheckCases } from './name-checks/cases.ts'
import type { ScreeningCase } from './screening-case.ts'
import { hashOf } from './seeded.ts'

export type EvaluationSet = {
  entries: StoredEntry[]
  /** Listed persons under evasive names. */
  evasive: ScreeningCase[]
  honest: ScreeningCase[]
  nameChecks: NameCheckCase[]
}

export type Half = 'a' | 'b'

/** The seed that the minimum levels apply to. Another seed draws other names, dates and errors by the same rules. */
export const usualSeed = '1'

export function evaluationSet(seed: string = usualSeed): EvaluationSet {
  const persons = listedPersons(seed)
  const commons = commonEntries(seed)
  const entries = entriesOf(persons, commons)
  return {
    entries,
    evasive: evasiveCases(persons, seed),
    honest: honestCases({ persons, commons }, openResemblance(entries), seed),
    nameChecks: nameCheckCases(seed),
  }
}

const isIn = (half: Half) => (of: { person: string }) => (hashOf(of.person) % 2 === 0) === (half === 'a')

/** Half of the persons with all their names, so that tuning on one half is judged on persons it has not seen. */
export function halfOf(set: EvaluationSet, half: Half): EvaluationSet {
  const { evasive, honest, nameChecks } = set
  return {
    ...set,
    evasive: evasive.filter(isIn(half)),
    honest: honest.filter(isIn(half)),
    nameChecks: nameChecks.filter(isIn(half)),
  }
}
