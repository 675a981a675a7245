// Selects the suites named on the command line.
import { WrongOption } from '../options.ts'
import type { Suite } from './suite.ts'

type Offered = { suite: Suite; onDemand?: true }
export type Chosen = { suite: Suite; only: readonly string[] }

/**
 * Each word is a prefix of suite names, which are then measured whole, or otherwise of the names of their parts.
 * @throws Error when a word matches nothing.
 */
export function choose(
  offered: readonly Offered[],
  prefixes: readonly string[],
  { all = false } = {},
): Chosen[] {
  if (prefixes.length === 0)
    return offered.filter(({ onDemand }) => all || !onDemand).map(({ suite }) => ({ suite, only: [] }))
  for (const prefix of prefixes)
    if (!offered.some(({ suite }) => meansSuite(suite, prefix) || meansPart(suite, prefix)))
      throw new WrongOption(
        `nothing is called ${prefix}: ${offered.flatMap(({ suite }) => [suite.name, ...(suite.parts ?? [])]).join(', ')}`,
      )
  return offered.flatMap(({ suite }) => {
    if (prefixes.some((prefix) => meansSuite(suite, prefix))) return [{ suite, only: [] }]
    const only = prefixes.filter((prefix) => meansPart(suite, prefix))
    return only.length > 0 ? [{ suite, only }] : []
  })
}

const meansSuite = (suite: Suite, prefix: string) => suite.name.startsWith(prefix)
const meansPart = (suite: Suite, prefix: string) =>
  (suite.parts ?? []).some((part) => part.startsWith(prefix))
