// Persons in a relationship: the screenings of transfers assigned to the person they are about, so that a changed list is
// compared with each person once, however many transfers there are.
import type { Environment } from '../../kernel/environment.ts'
import { type ControlDatabase, controlStatement } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { ListMatch, ScreenedParty } from '../screening/screener.ts'
import {
  birthDateOf,
  documentContext,
  phonesContext,
  type StoredBirthDate,
} from '../screening/screening-record.ts'

type StoredParty = StoredBirthDate & {
  role: ScreenedParty['role']
  name: string
  aliases: string[]
  countries: string[]
  document_sealed: Buffer | null
  phones_sealed: Buffer | null
}
type UnassignedRow = StoredParty & { id: bigint; last_version: string; screened_at: Temporal.Instant }

/** A person with the newest screening. */
export type PersonRow = StoredParty & {
  person_id: bigint
  party_id: bigint
  person_key: Buffer | null
  matches: ListMatch[]
  last_seen_at: Temporal.Instant
}

const partyColumns =
  'p.role, p.name, p.aliases, p.birth_date_sealed, p.countries, p.document_sealed, p.phones_sealed'
const findUnassigned = controlStatement<UnassignedRow>(
  'find_unassigned_screenings',
  `select p.id, p.last_version, p.screened_at, ${partyColumns}
     from screened_party p where p.environment = $1 and p.screened_person_id is null order by p.id limit $2`,
)
/** A person who is known keeps the version: both screenings compared the same names, dates and documents. */
const assign = controlStatement(
  'assign_screenings_to_persons',
  `with given as (
     select party, decode(key, 'hex') as key, version, seen_at
       from unnest($2::bigint[], $3::text[], $4::text[], $5::timestamptz[]) g (party, key, version, seen_at)
   ), person as (
     insert into screened_person as s (environment, key, latest_party_id, last_seen_at, last_version)
     select distinct on (key) $1, key, party, seen_at, version from given order by key, party desc
         on conflict (environment, key) do update
        set latest_party_id = greatest(s.latest_party_id, excluded.latest_party_id),
            last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at),
            last_version = coalesce(s.last_version, excluded.last_version)
     returning id, key
   )
   update screened_party p set screened_person_id = person.id
     from given join person using (key) where p.id = given.party`,
)
/** Uses two ranges of one index, so that the query costs nothing when everyone is up to date. */
const outdated = `(
  (select id from screened_person where environment = $1 and last_version < $2 order by last_version, id limit $3)
   union all
  (select id from screened_person where environment = $1 and last_version > $2 order by last_version, id limit $3))`
/** Persons whose last screening was with another version of the lists. */
export const findOutdated = controlStatement<PersonRow>(
  'find_outdated_screened_persons',
  `select s.id as person_id, s.last_seen_at, p.id as party_id, p.person_key, p.matches, ${partyColumns}
     from screened_person s join screened_party p on p.id = s.latest_party_id
    where s.id in (select id from ${outdated} o limit $3) order by s.id`,
)
const countOutdated = controlStatement<{ counted: bigint }>(
  'count_outdated_screened_persons',
  `select count(*) as counted from ${outdated} o`,
)
const countUnassigned = controlStatement<{ counted: bigint }>(
  'count_unassigned_screenings',
  `select count(*) as counted from (
     select from screened_party where environment = $1 and screened_person_id is null limit $2) found`,
)
/** Marks persons as screened with this version. Returns those that no other process has marked in the meantime. */
// guard: person-screened-once
export const markScreened = controlStatement<{ id: bigint }>(
  'mark_persons_screened',
  `update screened_person set last_version = $2
    where id = any($1) and last_version is not null and last_version <> $2 returning id`,
)
/**
 * Stops following persons who were not seen since a time. They are followed again from their next transfer on: one that arrived in the
 * meantime continues the relationship.
 */
export const endRelationships = controlStatement(
  'end_screened_relationships',
  'update screened_person set last_version = null where id = any($1) and last_seen_at < $2',
)

type PersonNeeds = { db: ControlDatabase; secrets: Secrets; log: Log }

/** Assigns one batch of new screenings to their persons. Returns whether there may be more. */
export async function assignScreenings(
  needs: PersonNeeds,
  environment: Environment,
  max: number,
): Promise<boolean> {
  const rows = await needs.db.rows(findUnassigned, [environment, max])
  if (rows.length === 0) return false
  await needs.db.rows(assign, [
    environment,
    rows.map(({ id }) => id),
    rows.map((row) => comparedKey(needs.secrets, partyOf(needs, row)).toString('hex')),
    rows.map(({ last_version }) => last_version),
    rows.map(({ screened_at }) => screened_at),
  ])
  return rows.length === max
}

/** How many persons and new screenings are still to be processed, counted up to `max` of each kind. */
export async function countRemaining(
  { db }: Pick<PersonNeeds, 'db'>,
  { environment, version, max }: { environment: Environment; version: string; max: number },
): Promise<number> {
  const [persons] = await db.rows(countOutdated, [environment, version, max])
  const [screenings] = await db.rows(countUnassigned, [environment, max])
  return Number(persons?.counted ?? 0) + Number(screenings?.counted ?? 0)
}

/** The stored party as it was screened. What cannot be decrypted is left out, and reported in the log. */
export function partyOf(
  { secrets, log }: Pick<PersonNeeds, 'secrets' | 'log'>,
  row: StoredParty,
): ScreenedParty {
  const { role, name, aliases, countries, document_sealed, phones_sealed } = row
  const party: ScreenedParty = { role, name, aliases, countries }
  try {
    const birthDate = birthDateOf(secrets, row)
    if (birthDate !== undefined) party.birthDate = birthDate
    if (document_sealed !== null) party.documentNumber = secrets.open(document_sealed, documentContext)
    if (phones_sealed !== null)
      party.phones = JSON.parse(secrets.open(phones_sealed, phonesContext)) as string[]
  } catch (error) {
    log.error('stored facts of a party cannot be decrypted; re-screened without them', { error })
  }
  return party
}

/** A key of everything that the lists are compared with, so that equal keys have equal matches. */
function comparedKey(secrets: Secrets, party: ScreenedParty): Buffer {
  const { role, name, aliases = [], birthDate = '', countries = [], documentNumber = '', phones = [] } = party
  const names = [name, ...aliases].map((each) => each.trim().toUpperCase())
  return secrets.mac(
    'ongoing-screening',
    JSON.stringify([role, names, birthDate, countries.toSorted(), documentNumber, phones]),
  )
}
