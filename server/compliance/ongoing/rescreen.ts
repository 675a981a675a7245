// Ongoing screening: when a list has changed, everyone in a relationship is screened again, and each new match raises an alert.
import type { Environment } from '../../kernel/environment.ts'
import { type ControlDatabase, type ControlSql, controlStatement } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { clearedPairs, pairKey } from '../screening/clearance.ts'
import type { ListMatch } from '../screening/screener.ts'
import type { ScreeningNeeds } from '../screening/screening.ts'
import {
  assignScreenings,
  endRelationships,
  findOutdated,
  markScreened,
  type PersonRow,
  partyOf,
} from './persons.ts'
import { addToRun, endLease, endRun, leaseRun, type RunRow } from './runs.ts'

export type RescreenNeeds = ScreeningNeeds & {
  db: ControlDatabase
  clock: Clock
  /** The environments this deployment serves. */
  environments: readonly Environment[]
  /** How long after the last transfer a person is screened again. */
  relationshipDays: number
}

const findSeen = controlStatement<{ matches: ListMatch[] }>(
  'find_matches_seen_in_holds',
  `select matches from screened_party
    where environment = $1 and person_key = $2 and decision = 'hold' order by id desc limit 100`,
)
const insertAlert = controlStatement<{ id: bigint }>(
  'insert_screening_alert',
  `insert into screening_alert (environment, screened_party_id, person_key, list, entry_id, entry_version, match,
                                list_version, opened_at)
   values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9) on conflict do nothing returning id`,
)

/** Small enough not to delay other work. */
const batchPersons = 50
const batchScreenings = 500

/** Processes one batch per environment if there is something new. Returns whether there may be more. */
export async function rescreen(needs: RescreenNeeds): Promise<boolean> {
  let more = false
  for (const environment of needs.environments) {
    const version = await needs.screenerFor(environment).listVersion()
    if (version === undefined) continue
    const run = await leaseRun(needs.db, { environment, version, now: needs.clock.now() })
    if (!run) continue
    try {
      if (await assignScreenings(needs, environment, batchScreenings)) more = true
      if (await rescreenBatch(needs, run)) more = true
    } finally {
      await needs.db.rows(endLease, [run.id])
    }
  }
  return more
}

type Found = { person: PersonRow; match: ListMatch }

async function rescreenBatch(needs: RescreenNeeds, run: RunRow): Promise<boolean> {
  const { environment, list_version: version } = run
  const now = needs.clock.now()
  const persons = await needs.db.rows(findOutdated, [environment, version, batchPersons])
  const before = now.subtract({ hours: 24 * needs.relationshipDays })
  // guard: relationship-window
  const followed = persons.filter(({ last_seen_at }) => Temporal.Instant.compare(last_seen_at, before) >= 0)
  const found = await newMatches(needs, { environment, version }, followed)
  if (found === 'unavailable') return false
  // The lists may change during a batch. The next batch then screens these persons again.
  if (found === 'changed') return true
  await needs.db.transaction(async (sql) => {
    const marked = await sql.rows(markScreened, [idsOf(followed), version])
    const claimed = new Set(marked.map(({ id }) => id))
    const ended = persons.filter((person) => !followed.includes(person))
    if (ended.length > 0) await sql.rows(endRelationships, [idsOf(ended), before])
    const fresh = found.filter(({ person }) => claimed.has(person.person_id))
    let alerts = 0
    for (const each of fresh) if (await insertAlertOf(sql, run, each, now)) alerts += 1
    if (claimed.size > 0) await sql.rows(addToRun, [run.id, claimed.size, alerts])
    if (persons.length < batchPersons && run.ended_at === null) await sql.rows(endRun, [run.id, now])
    if (alerts > 0) needs.log.warn('re-screening raised alerts', { count: alerts })
  })
  return persons.length === batchPersons
}

const idsOf = (persons: readonly PersonRow[]) => persons.map(({ person_id }) => person_id)

/** Matches at or above the threshold that no compliance officer has seen. */
async function newMatches(
  needs: RescreenNeeds,
  { environment, version }: { environment: Environment; version: string },
  persons: readonly PersonRow[],
): Promise<Found[] | 'unavailable' | 'changed'> {
  const screener = needs.screenerFor(environment)
  const found: Found[] = []
  for (const person of persons) {
    const reply = await screener.screen([partyOf(needs, person)])
    if (reply.kind === 'unavailable') {
      needs.log.warn('re-screening stopped', { reason: reply.cause })
      return 'unavailable'
    }
    if (reply.listVersion !== version) return 'changed'
    for (const match of reply.matches) if (match.score >= screener.threshold) found.push({ person, match })
  }
  if (found.length === 0) return found
  const keys = found.map(({ person }) => person.person_key ?? undefined)
  const cleared = await clearedPairs(needs.db, environment, keys)
  const isNew = await Promise.all(
    found.map(async ({ person, match }) => {
      const key = person.person_key
      if (key && cleared.has(pairKey(key, match))) return false
      const holds = key ? await needs.db.rows(findSeen, [environment, key]) : []
      return ![person, ...holds].some(({ matches }) => matches.some((seen) => isSame(seen, match)))
    }),
  )
  return found.filter((_, position) => isNew[position])
}

/** Whether the match that was stored with a transfer is this one, and at least as strong. */
function isSame(seen: ListMatch, match: ListMatch): boolean {
  const { list, entryId, entryVersion, score } = match
  return (
    seen.list === list &&
    seen.entryId === entryId &&
    seen.entryVersion === entryVersion &&
    seen.score >= score
  )
}

/** Returns whether the alert is new: there is one per person and entry, until the entry changes. */
async function insertAlertOf(
  sql: ControlSql,
  { environment, list_version }: RunRow,
  { person, match }: Found,
  now: Temporal.Instant,
): Promise<boolean> {
  const key = person.person_key ?? Buffer.from(`person ${person.person_id}`)
  const { list, entryId, entryVersion } = match
  const inserted = await sql.rows(insertAlert, [
    environment,
    person.party_id,
    key,
    list,
    entryId,
    entryVersion,
    JSON.stringify(match),
    list_version,
    now,
  ])
  return inserted.length > 0
}
