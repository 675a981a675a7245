// The built-in screener: each process holds the imported lists in memory and reloads them after an import.
import type { Environment } from '../../kernel/environment.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import type { StoredEntry } from '../lists/entry.ts'
import { type ListedName, type ListIndex, openListIndex } from '../lists/index.ts'
import { currentLists, entriesOf, type ListState, versionOf } from '../lists/states.ts'
import { openComparison } from '../names/word-pair.ts'
import { readingsOfName } from '../names/words.ts'
import {
  lettersScore,
  matchOf,
  type NameScore,
  nameScore,
  sameSyllables,
  weakResemblance,
} from './list-score.ts'
import type { ListMatch, ScreenedParty, Screener } from './screener.ts'
import { resemblesWeakly } from './weak-resemblance.ts'

type Loaded = { index: ListIndex; lists: ListState[] }

type ListScreeners = {
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

/** Matches below this score are not reported: almost every name has some. */
const minReportedScore = 0.6
const maxReportedMatches = 20
const maxCompared = 40

type Found = { listed: ListedName; name: NameScore }

/** The entries a party could be in this environment, best match first. */
export function matchesOf(index: ListIndex, environment: Environment, party: ScreenedParty): ListMatch[] {
  const best = new Map<StoredEntry, Found>()
  const consider = (found: Found) => {
    const { entry } = found.listed
    if (!entry.environments.includes(environment)) return
    if (found.name.points >= (best.get(entry)?.name.points ?? 0)) best.set(entry, found)
  }
  const rules = { weigh: index.weigh, isEstablished: index.isEstablished, compare: openComparison() }
  for (const name of [party.name, ...(party.aliases ?? [])]) {
    for (const listed of index.inOtherLetters(name)) consider({ listed, name: sameSyllables })
    const readings = readingsOfName(name)
    const candidates = index.candidates(readings, maxCompared)
    for (const [at, words] of readings.entries()) {
      for (const listed of candidates[at]!) consider({ listed, name: nameScore(words, listed, rules) })
      for (const listed of index.rewritten(words)) consider({ listed, name: lettersScore(words, listed) })
      for (const listed of index.sameSyllables(words)) consider({ listed, name: sameSyllables })
      // guard: birth-date-resemblance
      for (const listed of index.bornOn(party.birthDate ?? ''))
        if (resemblesWeakly(words, listed, index)) consider({ listed, name: weakResemblance })
    }
  }
  const byNumber = [
    ...index.withIdentifier(party.documentNumber ?? ''),
    ...(party.phones ?? []).flatMap((number) => index.withPhone(number)),
  ]
  for (const entry of byNumber)
    if (!best.has(entry))
      consider({ listed: byItsName(entry), name: { points: 0, detail: 'another name', isNear: false } })
  return [...best.values()]
    .map(({ listed, name }) => matchOf(party, listed, name))
    .filter(({ score }) => score >= minReportedScore)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxReportedMatches)
}

function byItsName(entry: StoredEntry): ListedName {
  return { entry, text: entry.name, words: [], weak: false }
}
