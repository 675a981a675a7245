// Mutants of ongoing screening, sanctions lists and their differences.
import { type Mutant, without } from '../mutant.ts'

const ongoing = 'server/compliance/ongoing/rescreen.test.ts'

export const screening: readonly Mutant[] = [
  without(
    'ongoing screening: once per person',
    ['person-screened-once', ' and last_version <> $2', ''],
    'two workers count the same persons twice',
    ongoing,
  ),
  without(
    'ongoing screening: end of a relationship',
    ['relationship-window', '>= 0', '>= -1'],
    'persons who sent once, years ago, are screened for ever',
    ongoing,
  ),
  without(
    'list changes: undone in the end',
    ['unchanged-in-the-end', ' where first.before_hash is distinct from last.after_hash', ''],
    'officers review entries that did not change',
    'server/compliance/lists/changes/changes.test.ts',
  ),
]
