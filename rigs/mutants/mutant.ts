// A guard of the product, taken away: text that stands exactly once in its file, and what is put in its place.

import { readFileSync } from 'node:fs'

export type Edit = { file: string; find: string; replace: string }

export type Mutant = {
  name: string
  /** What somebody could then do, or what would go wrong. */
  breaks: string
  edits: readonly Edit[]
  /** What the schema gives up, where it would refuse the same by itself. */
  schema?: string
  /** Test files that have to fail; `title` chooses some of their tests. */
  tests: readonly string[]
  title?: string
}

/** One edit of one file, which is what most guards need. */
export function without(
  name: string,
  [file, find, replace]: readonly [file: string, find: string, replace: string],
  breaks: string,
  ...tests: string[]
): Mutant {
  return { name, breaks, edits: [{ file, find, replace }], tests }
}

/** @throws Error where the text does not stand there exactly once: the list has fallen behind the code. */
export function edited(source: string, { file, find, replace }: Edit): string {
  const parts = source.split(find)
  if (parts.length !== 2) throw new Error(`${file} has this ${parts.length - 1} times: ${find}`)
  return parts.join(replace)
}

/** Tests of functions alone need no server to be started for them. */
export const needsDatabase = ({ tests }: Mutant): boolean =>
  tests.some((file) => /openTestDatabase|openWorld|postgresUrl/.test(readFileSync(file, 'utf8')))
