// A mutant: a guard of the product with the source text that is replaced to remove it. The text must occur exactly
// once in its file.

import { readFileSync } from 'node:fs'

export type Edit = { file: string; find: string; replace: string }

export type Mutant = {
  name: string
  /** What an attacker could then do, or what would go wrong. */
  breaks: string
  edits: readonly Edit[]
  /** A statement that removes the schema's own guard, where the schema would refuse the same. */
  schema?: string
  /** Test files that must fail; `title` selects some of their tests. */
  tests: readonly string[]
  title?: string
}

/** One edit of one file, which is enough for most guards. */
export function without(
  name: string,
  [file, find, replace]: readonly [file: string, find: string, replace: string],
  breaks: string,
  ...tests: string[]
): Mutant {
  return { name, breaks, edits: [{ file, find, replace }], tests }
}

/** @throws Error where the text does not occur exactly once, because the code has changed. */
export function edited(source: string, { file, find, replace }: Edit): string {
  const parts = source.split(find)
  if (parts.length !== 2) throw new Error(`${file} has this ${parts.length - 1} times: ${find}`)
  return parts.join(replace)
}

/** Tests of pure functions need no server. */
export const needsDatabase = ({ tests }: Mutant): boolean =>
  tests.some((file) => /openTestDatabase|openWorld|postgresUrl/.test(readFileSync(file, 'utf8')))
