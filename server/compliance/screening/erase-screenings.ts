// Erases who was screened for transfers that are past their retention. Dates, decisions and list versions stay.
import { type Sql, statement } from '../../platform/database/database.ts'

const eraseParties = statement(
  'erase_screened_parties',
  `update screened_party
      set name = '', aliases = '{}', birth_date_sealed = null, countries = '{}', document_hash = null,
          document_sealed = null, phones_sealed = null, person_key = null, matches = '[]', screened_person_id = coalesce(screened_person_id, 0)
    where subject = any($1::text[])`,
)
/** The person's key becomes one that belongs to nobody, because an alert must have one. */
const eraseAlerts = statement(
  'erase_screening_alerts',
  `update screening_alert a
      set person_key = decode('00', 'hex') || int8send(a.id), match = jsonb_set(jsonb_set(a.match, '{parts}', '[]'), '{matchedName}', '""')
     from screened_party p
    where p.id = a.screened_party_id and p.subject = any($1::text[]) and a.closed_at is not null`,
)
const deleteClearances = statement(
  'delete_screening_clearances',
  'delete from screening_clearance where subject = any($1::text[])',
)
const deletePersons = statement(
  'delete_screened_persons',
  `delete from screened_person s using screened_party p
    where p.subject = any($1::text[]) and p.id = s.latest_party_id and s.last_seen_at <= $2`,
)

/** @param before persons who were not seen after it are not followed any more. */
export async function eraseScreenings(
  sql: Sql,
  subjects: readonly string[],
  before: Temporal.Instant,
): Promise<void> {
  await sql.rows(deletePersons, [subjects, before])
  await sql.rows(eraseAlerts, [subjects])
  await sql.rows(deleteClearances, [subjects])
  await sql.rows(eraseParties, [subjects])
}
