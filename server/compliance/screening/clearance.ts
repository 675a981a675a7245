// Clearances: matches that a compliance officer found to be a different person. They no longer hold transfers of the
// same person for the same list entry, until the entry changes.
import type { Environment } from '../../kernel/environment.ts'
import { controlStatement, type Sql } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { sortedWords, wordsOf } from '../names/words.ts'
import type { ListMatch, ScreenedParty } from './screener.ts'

type PairRow = { person_key: Buffer; list: string; entry_id: string; entry_version: string }

const findPairs = controlStatement<PairRow>(
  'find_cleared_screening_pairs',
  `select person_key, list, entry_id, entry_version from screening_clearance
    where environment = $1 and person_key = any($2)`,
)
/** SQL: the matches of the hold of the subject $1, each with its person. */
const matchesOfHold = `select distinct p.environment, p.person_key, m.list, m."entryId", m."entryVersion", p.subject
       from screened_party p
       cross join lateral (
         select list, "entryId", "entryVersion"
           from jsonb_to_recordset(p.matches) as found(list text, "entryId" text, "entryVersion" text)
         union all select 'odd_name', '', '' where p.reason = 'odd_name') as m
      where p.subject = $1 and p.decision = 'hold' and p.person_key is not null`

/** A release clears all matches of the hold, since the officer saw those below the threshold and the odd name too. */
const insertPairs = controlStatement<{ entry_id: string }>(
  'insert_cleared_screening_pairs',
  `with cleared as materialized (
     ${matchesOfHold}
   )
   insert into screening_clearance (environment, person_key, list, entry_id, entry_version, subject, cleared_by, reason,
                                    cleared_at)
   select environment, person_key, list, "entryId", "entryVersion", subject, $2, $3, $4 from cleared
   on conflict do nothing returning entry_id`,
)

const deletePairs = controlStatement(
  'delete_cleared_screening_pairs',
  `delete from screening_clearance c using (${matchesOfHold}) m
    where c.environment = m.environment and c.person_key = m.person_key and c.list = m.list and c.entry_id = m."entryId"`,
)

/**
 * A key for one person, made of names, birth date and document. Undefined when the birth date or document is missing,
 * because a clearance would then cover other people as well.
 */
export function personKey(secrets: Secrets, party: ScreenedParty): Buffer | undefined {
  // The whole number, not the key used for lists: numbers too short to compare still belong to different documents.
  const document = (party.documentNumber ?? '').normalize('NFKC').trim().toUpperCase()
  // guard: clearance-identity
  if (party.birthDate === undefined || document === '') return undefined
  const names = [party.name, ...(party.aliases ?? [])].map((name) => sortedWords(wordsOf(name)))
  return secrets.mac('screened-person', JSON.stringify([names, party.birthDate ?? '', document]))
}

/** The list entry that a person was cleared of. */
export type ClearedPair = Pick<ListMatch, 'list' | 'entryId' | 'entryVersion'>

/** Stands in for an entry when an odd name was cleared as genuine. No list can have this name. */
export const oddNamePair: ClearedPair = { list: 'odd_name', entryId: '', entryVersion: '' }

export function pairKey(person: Buffer, { list, entryId, entryVersion }: ClearedPair): string {
  // guard: clearance-entry-version
  return JSON.stringify([person.toString('base64'), list, entryId, entryVersion])
}

/** The cleared pairs of these persons, as keys made by `pairKey`. */
export async function clearedPairs(
  sql: Sql,
  environment: Environment,
  persons: readonly (Buffer | undefined)[],
): Promise<Set<string>> {
  const keys = persons.filter((person) => person !== undefined)
  if (keys.length === 0) return new Set()
  const rows = await sql.rows(findPairs, [environment, keys])
  return new Set(
    rows.map((row) =>
      pairKey(row.person_key, { list: row.list, entryId: row.entry_id, entryVersion: row.entry_version }),
    ),
  )
}

/**
 * Records that the parties of a released transfer are not the persons they matched. Call it in the transaction of the
 * release. Returns the number of new pairs.
 */
export async function recordClearance(
  sql: Sql,
  cleared: {
    /** As given to recordScreening: `transfer:<id>`. */
    subject: string
    clearedBy: string
    reason: string
    now: Temporal.Instant
  },
): Promise<number> {
  const { subject, clearedBy, reason, now } = cleared
  return (await sql.rows(insertPairs, [subject, clearedBy, reason, now])).length
}

/**
 * Withdraws earlier clearances of the parties of a rejected transfer from the entries that it was held for, so that they are held again.
 * Call it in the transaction of the rejection.
 */
export async function withdrawClearance(sql: Sql, subject: string): Promise<void> {
  await sql.rows(deletePairs, [subject])
}
