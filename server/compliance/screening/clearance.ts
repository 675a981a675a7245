// Matches a person looked at and found to be somebody else: they stay quiet for the same person and the same entry,
// until the entry says something else.
import type { Environment } from '../../merchants/identity/merchant.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { sortedWords, wordsOf } from '../names/words.ts'
import type { ListMatch, ScreenedParty } from './screener.ts'

type PairRow = { person_key: Buffer; list: string; entry_id: string; entry_version: string }

const findPairs = statement<PairRow>(
  'find_cleared_screening_pairs',
  `select person_key, list, entry_id, entry_version from screening_clearance
    where environment = $1 and person_key = any($2)`,
)
/** Whoever releases a hold has seen all matches of it, those under the threshold too, and the name as it is written. */
const insertPairs = statement<{ entry_id: string }>(
  'insert_cleared_screening_pairs',
  `insert into screening_clearance (environment, person_key, list, entry_id, entry_version, subject, cleared_by, reason,
                                    cleared_at)
   select distinct p.environment, p.person_key, m.list, m."entryId", m."entryVersion", p.subject, $2, $3, $4::timestamptz
     from screened_party p
     cross join lateral (
       select list, "entryId", "entryVersion"
         from jsonb_to_recordset(p.matches) as found(list text, "entryId" text, "entryVersion" text)
       union all select 'odd_name', '', '' where p.reason = 'odd_name') as m
    where p.subject = $1 and p.decision = 'hold' and p.person_key is not null
   on conflict do nothing returning entry_id`,
)

/**
 * The same for everything that is known of one person: name, birth date and document. Undefined where one of them is
 * missing: clearing the rest would clear others with it.
 */
export function personKey(secrets: Secrets, party: ScreenedParty): Buffer | undefined {
  // Whole, and not as lists compare numbers: two papers that are too short to compare are still two.
  const document = (party.documentNumber ?? '').normalize('NFKC').trim().toUpperCase()
  if (party.birthDate === undefined || document === '') return undefined
  const names = [party.name, ...(party.aliases ?? [])].map((name) => sortedWords(wordsOf(name)))
  return secrets.mac('screened-person', JSON.stringify([names, party.birthDate ?? '', document]))
}

/** What a person was found to have nothing to do with. */
export type ClearedPair = Pick<ListMatch, 'list' | 'entryId' | 'entryVersion'>

/** In place of an entry: the person's name is odd, and theirs all the same. No list can have this name. */
export const oddNamePair: ClearedPair = { list: 'odd_name', entryId: '', entryVersion: '' }

export function pairKey(person: Buffer, { list, entryId, entryVersion }: ClearedPair): string {
  return JSON.stringify([person.toString('base64'), list, entryId, entryVersion])
}

/** The pairs cleared for these persons, as pairKey names them. */
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
 * To be called in the transaction that releases what was held: what its parties matched is theirs no more. How many
 * pairs are new.
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
