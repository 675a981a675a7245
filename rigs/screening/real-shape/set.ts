// Our own persons and honest people of many origins, screened against a list as long as the real ones.
import { type EvaluationSet, evaluationSet, usualSeed } from '../evaluation-set.ts'
import { writtenName } from '../screening-case.ts'
import { realShapeEntries } from './entries.ts'
import { openNamesakes, realShapeHonest } from './honest.ts'

/** The evaluation set among the entries of the list of real shape. */
export function realShapeSet(seed: string = usualSeed): EvaluationSet {
  const { entries, evasive, honest } = evaluationSet(seed)
  const all = [...entries, ...realShapeEntries(seed)]
  const isNamesake = openNamesakes(realShapeEntries(seed))
  const others = honest.filter((each) => !isNamesake(writtenName(each)))
  return { entries: all, evasive, honest: [...realShapeHonest(all, seed), ...others], nameChecks: [] }
}
