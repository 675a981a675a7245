// Screens the cases as acceptance does, and counts the persons found and those held by mistake.
import type { StoredEntry } from '../../server/compliance/lists/entry.ts'
import { openListIndex } from '../../server/compliance/lists/index.ts'
import { compareNames } from '../../server/compliance/names/match.ts'
import { defaultThreshold, matchesOf } from '../../server/compliance/screening/list-screener.ts'
import type { Screener } from '../../server/compliance/screening/screener.ts'
import { decide } from '../../server/compliance/screening/screening.ts'
import type { NameCheckCase } from './name-checks/cases.ts'
import { partiesOf, type ScreeningCase } from './screening-case.ts'

/** Our own screener for these entries, without a database. */
export function screenerOver(entries: readonly StoredEntry[]): Screener {
  const index = openListIndex()
  for (const entry of entries) index.add(entry)
  return {
    threshold: defaultThreshold,
    async screen(parties) {
      const matches = parties.flatMap((party) => matchesOf(index, 'production', party))
      return {
        kind: 'screened',
        listVersion: 'evaluation',
        matches: matches.sort((a, b) => b.score - a.score),
      }
    },
    listVersion: async () => 'evaluation',
  }
}

/** `isRight`: a listed person is held for the right entry, an unlisted person is not held. */
export type Judged<T> = { of: T; isRight: boolean; why: string }

/** @throws Error when screening was unavailable, which would count every listed person as held. */
export async function judgeScreening(
  screener: Screener,
  screening: ScreeningCase,
): Promise<Judged<ScreeningCase>> {
  const parties = partiesOf(screening)
  const reply = await screener.screen(parties)
  if (reply.kind === 'unavailable') throw new Error(`screening unavailable: ${reply.cause}`)
  const { decision, reason } = decide(parties, reply, screener.threshold)
  const { matches } = reply
  const [best] =
    screening.entryId === undefined ? matches : matches.filter(({ entryId }) => entryId === screening.entryId)
  const why = best ? `${best.score} ${best.matchedName}` : 'nothing found'
  if (screening.entryId === undefined) return { of: screening, isRight: decision === 'clear', why }
  // Holding for another person's entry is luck; holding for another reason than a match, such as an unreadable
  // name, counts.
  const isFound = reason !== 'list_match' || (best?.score ?? 0) >= screener.threshold
  return { of: screening, isRight: decision === 'hold' && isFound, why }
}

export function judgeNameCheck(check: NameCheckCase): Judged<NameCheckCase> {
  const { score, decision } = compareNames(check.expected, check.wallet)
  return { of: check, isRight: (decision !== 'NO_MATCH') === check.isSame, why: `${decision} ${score}` }
}
