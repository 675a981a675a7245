// The built-in screener: each process holds the imported lists in memory and reloads them after an import.
import type { Environment } from '../../kernel/environment.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Log } from '../../platform/observability/log.ts'
import { type ListIndex, openListIndex } from '../lists/index.ts'
import { currentLists, entriesOf, type ListState, versionOf } from '../lists/states.ts'
import { matchesOf } from './matching/list-match.ts'
import type { Screener } from './screener.ts'

type Loaded = { index: ListIndex; lists: ListState[] }

export type ListScreeners = {
  /** The screener of an environment; all share one copy of the lists. */
  screenerFor(environment: Environment): Screener
}

/**
 * Above an equal name with another birth date, below half of a rare name. rigs/screening/evaluation.test.ts measures
 * its effect.
 */
export const defaultThreshold = 0.78
const maxTries = 3

/**
 * Loads the lists at the first screening. A later import is noticed within a second and loaded in the background, while
 * the previous lists stay in use. Parties screened meanwhile carry the older version, so they are re-screened.
 * @param needs.checkAfterMs how long to wait before checking for a new import again.
 */
export function openListScreeners({
  db,
  log,
  threshold = defaultThreshold,
  checkAfterMs = 1_000,
}: {
  db: Sql
  log: Log
  threshold?: number
  checkAfterMs?: number
}): ListScreeners {
  let loaded: Loaded | undefined
  let loading: Promise<void> | undefined
  let checkedAt = Number.NEGATIVE_INFINITY

  async function refresh(): Promise<void> {
    const lists = await currentLists(db)
    if (loaded && sameState(lists, loaded.lists)) return
    const startedAt = performance.now()
    loaded = await load(db, lists)
    const duration_ms = Math.round(performance.now() - startedAt)
    log.debug('screening lists loaded', { count: loaded.index.size, duration_ms })
  }

  /** The loaded lists. Waits only for the first load. */
  async function known(): Promise<Loaded | undefined> {
    if (performance.now() - checkedAt >= checkAfterMs) {
      checkedAt = performance.now()
      loading ??= refresh()
        .catch((error) => log.error('screening lists could not be loaded', { error }))
        .finally(() => {
          loading = undefined
        })
    }
    if (!loaded) await loading
    return loaded
  }

  return {
    screenerFor: (environment) => ({
      threshold,
      async screen(parties) {
        const current = await known()
        if (!current) return { kind: 'unavailable', cause: 'the lists could not be read' }
        const listVersion = versionOf(current.lists, environment)
        // Without any imported list, finding no match means nothing.
        if (listVersion === undefined) return { kind: 'unavailable', cause: 'there is no list' }
        const matches = parties.flatMap((party) => matchesOf(current.index, environment, party))
        return { kind: 'screened', listVersion, matches: matches.sort((a, b) => b.score - a.score) }
      },
      async listVersion() {
        const current = await known()
        return current && versionOf(current.lists, environment)
      },
    }),
  }
}

function sameState(a: readonly ListState[], b: readonly ListState[]): boolean {
  const state = (lists: readonly ListState[]) =>
    lists.map(({ list, version_id, environments }) => [list, version_id, ...environments].join()).join(' ')
  return state(a) === state(b)
}

/** @throws when imports change the lists faster than they can be loaded. */
async function load(db: Sql, lists: ListState[], tries = 1): Promise<Loaded> {
  const index = openListIndex()
  for await (const entries of entriesOf(db, lists)) for (const entry of entries) index.add(entry)
  // The entries are read in several statements, so an import in between may have mixed two versions.
  const after = await currentLists(db)
  if (sameState(after, lists)) return { index, lists }
  if (tries >= maxTries) throw new Error('the lists changed while they were loaded')
  return load(db, after, tries + 1)
}
