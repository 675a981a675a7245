// The type of a mutant: the product without one of its guards. It names the guard's marker and the change to the guarded code.
import { readFileSync } from 'node:fs'
import type { Change } from './guards.ts'

export type Mutant = {
  name: string
  /** What goes wrong, or what an attacker can do, without the guard. */
  breaks: string
  changes: readonly Change[]
  /** SQL that removes a database constraint which would enforce the same rule and so hide the missing guard. */
  schema?: string
  /** Test files of which at least one test must fail; `title` restricts the run to tests whose names match it. */
  tests: readonly string[]
  title?: string
}

/** Makes a mutant with one change to one guard, which is enough for most mutants. */
export function without(name: string, change: Change, breaks: string, ...tests: string[]): Mutant {
  return { name, breaks, changes: [change], tests }
}

const opensDatabase =
  /\bopen(TestDatabase|TestCells|World|ModelRows|CustomCheckout|Refunds|Retention|Cases|Approvals|DeliveriesForEach)\(|postgresUrl/

/** Whether the mutant's tests need a database server. Tests of pure functions run without one. */
export const needsDatabase = ({ tests }: Mutant): boolean =>
  tests.some((file) => opensDatabase.test(readFileSync(file, 'utf8')))
