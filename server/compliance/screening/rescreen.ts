// Re-screening: parties screened before a list change are screened again, and each new match raises an alert.
import type { Environment } from '../../merchants/identity/merchant.ts'
import { type Database, type Sql, statement } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { birthDateOf, type StoredBirthDate } from './birth-date.ts'
import { clearedPairs, pairKey } from './clearance.ts'
import type { ListMatch, ScreenedParty } from './screener.ts'
import type { ScreeningNeeds } from './screening.ts'
import { documentContext } from './screening-record.ts'

export type RescreenNeeds = ScreeningNeeds & {
  db: Database
  clock: Clock
  /** The environments this deployment serves. */
  environments: readonly Environment[]
}

type PartyRow = StoredBirthDate & {
  id: bigint
  role: ScreenedParty['role']
  name: string
  aliases: string[]
  countries: string[]
  document_sealed: Buffer | null
  person_key: Buffer | null
  matches: ListMatch[]
}

const lease = statement<{ environment: string }>(
  'lease_screening',
  `update screening_lease set leased_until = $2::timestamptz + interval '60 seconds'
    where environment = $1 and leased_until <= $2 returning environment`,
)
const endLease = statement(
  'end_screening_lease',
  `update screening_lease set leased_until = '-infinity' where environment = $1`,
)
/** Uses two ranges of one index, so that the query costs nothing when every party is up to date. */
const findOutdated = statement<PartyRow>(
  'find_outdated_screened_parties',
  `with outdated as (
     (select id from screened_party where environment = $1 and last_version < $2 order by last_version, id limit $3)
     union all
     (select id from screened_party where environment = $1 and last_version > $2 order by last_version, id limit $3)
   )
   select id, role, name, aliases, birth_date, birth_date_sealed, countries, document_sealed, person_key, matches
     from screened_party where id in (select id from outdated limit $3) order by id`,
)
const markScreened = statement(
  'mark_party_screened_again',
  'update screened_party set last_version = $2 where id = any($1)',
)
const insertAlert = statement<{ id: bigint }>(
  'insert_screening_alert',
  `insert into screening_alert (environment, screened_party_id, person_key, list, entry_id, entry_version, match,
                                list_version, opened_at)
   values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9) on conflict do nothing returning id`,
)

/** Small enough not to delay other work. */
const batchParties = 50

/** Re-screens one batch per environment if the lists have changed. Returns whether there may be more. */
export async function rescreen(needs: RescreenNeeds): Promise<boolean> {
  let more = false
  for (const environment of needs.environments) {
    const version = await needs.screenerFor(environment).listVersion()
    if (version === undefined) continue
    const [leased] = await needs.db.rows(lease, [environment, needs.clock.now()])
    if (!leased) continue
    try {
      if (await rescreenBatch(needs, environment, version)) more = true
    } finally {
      await needs.db.rows(endLease, [environment])
    }
  }
  return more
}

async function rescreenBatch(
  needs: RescreenNeeds,
  environment: Environment,
  version: string,
): Promise<boolean> {
  const rows = await needs.db.rows(findOutdated, [environment, version, batchParties])
  const screener = needs.screenerFor(environment)
  const cleared = await clearedPairs(
    needs.db,
    environment,
    rows.map(({ person_key }) => person_key ?? undefined),
  )
  const found: { row: PartyRow; match: ListMatch }[] = []
  for (const row of rows) {
    const reply = await screener.screen([partyOf(needs, row)])
    if (reply.kind === 'unavailable') {
      needs.log.warn('re-screening stopped', { reason: reply.cause })
      return false
    }
    // The lists may change during a batch. The next batch then screens these parties again.
    if (reply.listVersion !== version) return true
    for (const match of reply.matches)
      if (match.score >= screener.threshold && !isKnown(row, match, cleared)) found.push({ row, match })
  }
  await needs.db.transaction(async (sql) => {
    for (const { row, match } of found) await alert(sql, environment, version, row, match, needs.clock.now())
    await sql.rows(markScreened, [rows.map(({ id }) => id), version])
  })
  if (found.length > 0) needs.log.warn('re-screening raised alerts', { count: found.length })
  return rows.length === batchParties
}

function partyOf({ secrets, log }: RescreenNeeds, row: PartyRow): ScreenedParty {
  const { role, name, aliases, countries, document_sealed } = row
  const party: ScreenedParty = { role, name, aliases, countries }
  try {
    const birthDate = birthDateOf(secrets, row)
    if (birthDate !== undefined) party.birthDate = birthDate
    if (document_sealed !== null) party.documentNumber = secrets.open(document_sealed, documentContext)
  } catch (error) {
    log.error('stored birth date or document cannot be decrypted; party re-screened without it', { error })
  }
  return party
}

/** Whether a compliance officer has seen this match: cleared, or shown when the transfer was held, and unchanged. */
function isKnown(row: PartyRow, match: ListMatch, cleared: ReadonlySet<string>): boolean {
  if (row.person_key && cleared.has(pairKey(row.person_key, match))) return true
  return row.matches.some(
    ({ list, entryId, entryVersion, score }) =>
      list === match.list &&
      entryId === match.entryId &&
      entryVersion === match.entryVersion &&
      score >= match.score,
  )
}

async function alert(
  sql: Sql,
  environment: Environment,
  version: string,
  row: PartyRow,
  match: ListMatch,
  now: Temporal.Instant,
): Promise<void> {
  const person = row.person_key ?? Buffer.from(`party ${row.id}`)
  const { list, entryId, entryVersion } = match
  await sql.rows(insertAlert, [
    environment,
    row.id,
    person,
    list,
    entryId,
    entryVersion,
    JSON.stringify(match),
    version,
    now,
  ])
}
