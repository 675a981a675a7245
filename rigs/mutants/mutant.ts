// A guard of the product, taken away: by the name of its marker, and what is done to the statement below it.
import { readFileSync } from 'node:fs'
import type { Change } from './guards.ts'

export type Mutant = {
  name: string
  /** What somebody could then do, or what would go wrong. */
  breaks: string
  changes: readonly Change[]
  /** What the schema gives up, where it would refuse the same by itself. */
  schema?: string
  /** Test files that have to fail; `title` chooses some of their tests. */
  tests: readonly string[]
  title?: string
}

/** One change of one guard, which is what most mutants need. */
export function without(name: string, change: Change, breaks: string, ...tests: string[]): Mutant {
  return { name, breaks, changes: [change], tests }
}

/** Tests of functions alone need no server to be started for them. */
export const needsDatabase = ({ tests }: Mutant): boolean =>
  tests.some((file) => /openTestDatabase|openWorld|postgresUrl/.test(readFileSync(file, 'utf8')))
