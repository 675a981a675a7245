// Our own screener: the imported lists in the memory of each process, read again when an import has moved them.
import type { Environment } from '../../merchants/identity/merchant.ts'
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

/** Above the same name with another birth date, below half a rare name: see evaluation.test.ts for what that holds. */
export const defaultThreshold = 0.78
const mostTries = 3

/**
 * Reads the lists at the first screening. Later imports are noticed within a second, and read while the lists read
 * before still answer: what was screened in between is screened again, since it was under an older version.
 * @param needs.checkAfterMs how long it is taken for granted that no import has moved the lists.
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

  /** The lists as known; waits only where there are none yet. */
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
        // Where nothing was ever imported, finding nobody means nothing.
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

/** @throws when imports move the lists faster than they can be read. */
async function load(db: Sql, lists: ListState[], tries = 1): Promise<Loaded> {
  const index = openListIndex()
  for await (const entries of entriesOf(db, lists)) for (const entry of entries) index.add(entry)
  // Read in several statements, so an import in between may have left a part of each version.
  const after = await currentLists(db)
  if (sameState(after, lists)) return { index, lists }
  if (tries >= mostTries) throw new Error('the lists moved while they were read')
  return load(db, after, tries + 1)
}
