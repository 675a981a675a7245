// Which suites the words of the command line mean.
import type { Suite } from './suite.ts'

type Offered = { suite: Suite; onDemand?: true }
export type Chosen = { suite: Suite; only: readonly string[] }

/**
 * A word is the beginning of the name of suites, which are then measured whole, or else of parts of them.
 * @throws when a word means nothing.
 */
export function choose(
  offered: readonly Offered[],
  words: readonly string[],
  { all = false } = {},
): Chosen[] {
  if (words.length === 0)
    return offered.filter(({ onDemand }) => all || !onDemand).map(({ suite }) => ({ suite, only: [] }))
  for (const word of words)
    if (!offered.some(({ suite }) => meansSuite(suite, word) || meansPart(suite, word)))
      throw new Error(
        `nothing is called ${word}: ${offered.flatMap(({ suite }) => [suite.name, ...(suite.parts ?? [])]).join(', ')}`,
      )
  return offered.flatMap(({ suite }) => {
    if (words.some((word) => meansSuite(suite, word))) return [{ suite, only: [] }]
    const only = words.filter((word) => meansPart(suite, word))
    return only.length > 0 ? [{ suite, only }] : []
  })
}

const meansSuite = (suite: Suite, word: string) => suite.name.startsWith(word)
const meansPart = (suite: Suite, word: string) => (suite.parts ?? []).some((part) => part.startsWith(word))
