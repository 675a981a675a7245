// Finds the list entries that a party could be.

import type { Environment } from '../../../kernel/environment.ts'
import type { StoredEntry } from '../../lists/entry.ts'
import type { ListedName, ListIndex } from '../../lists/index.ts'
import { openComparison } from '../../names/word-pair.ts'
import { readingsOfName } from '../../names/words.ts'
import type { ListMatch, ScreenedParty } from '../screener.ts'
import {
  lettersScore,
  matchOf,
  type NameScore,
  nameScore,
  sameSyllables,
  weakResemblance,
} from './list-score.ts'
import { resemblesWeakly } from './weak-resemblance.ts'

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
