// The stored record of each screened party: list version, decision and matches, for reviews and audits.
import type { Environment } from '../../kernel/environment.ts'
import { controlStatement, type Sql } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { identifierKeys } from '../lists/identifiers.ts'
import { personKey } from './clearance.ts'
import type { ListMatch, ScreenedParty } from './screener.ts'
import type { Screening, ScreeningReason } from './screening.ts'

/** The encryption context of birth dates; the same for every screened party. */
export const birthDateContext = 'screened party birth date'

export type StoredBirthDate = { birth_date_sealed: Buffer | null }

/** Decrypts a stored birth date. @throws when no configured master key can decrypt it. */
export function birthDateOf(secrets: Secrets, { birth_date_sealed }: StoredBirthDate): string | undefined {
  return birth_date_sealed === null ? undefined : secrets.open(birth_date_sealed, birthDateContext)
}

export type ScreeningRecord = {
  id: bigint
  subject: string
  role: ScreenedParty['role']
  name: string
  aliases: string[]
  countries: string[]
  /** Null when screening was unavailable. */
  list_version: string | null
  decision: 'hold' | 'clear'
  reason: ScreeningReason
  matches: ListMatch[]
  screened_at: Temporal.Instant
}

const insertParties = controlStatement(
  'insert_screened_parties',
  `insert into screened_party (environment, subject, role, name, aliases, birth_date_sealed, countries, document_hash,
                               document_sealed, phones_sealed, person_key, list_version, decision, reason, matches,
                               screened_at, last_version)
   select environment, subject, role, name, aliases, decode(birth_date_sealed, 'hex'), countries, decode(document_hash, 'hex'),
          decode(document_sealed, 'hex'), decode(phones_sealed, 'hex'), decode(person_key, 'hex'), list_version, decision, reason, matches, screened_at,
          coalesce(list_version, '')
     from json_to_recordset($1) as p (
       position integer, environment text, subject text, role text, name text, aliases text[], birth_date_sealed text,
       countries text[], document_hash text, document_sealed text, phones_sealed text, person_key text, list_version text, decision text,
       reason text, matches jsonb, screened_at timestamptz)
    order by position`,
)
const findRecords = controlStatement<ScreeningRecord>(
  'find_screening_records',
  `select id, subject, role, name, aliases, countries, list_version, decision, reason, matches, screened_at
     from screened_party where subject = any($1) order by id`,
)

/** The encryption context of document numbers; the same for every screened party. */
export const documentContext = 'screened party document'

/** The encryption context of telephone numbers; the same for every screened party. */
export const phonesContext = 'screened party phones'

/** The rows of a screening with personal data encrypted, ready to be inserted once the subject is known. */
export type SealedScreening = readonly Readonly<Record<string, unknown>>[]

/**
 * Encrypts a screening. This takes longer than the insert, so call it before the transaction that acts on the decision.
 */
export function sealScreening(
  secrets: Secrets,
  { environment, screening, now }: { environment: Environment; screening: Screening; now: Temporal.Instant },
): SealedScreening {
  return screening.parties.map(({ party, decision, reason, matches }) => {
    const number = party.documentNumber ?? ''
    const keys = identifierKeys(number)
    const document = keys[0] ?? ''
    // A key no longer shows where a label ends, so a number with one is sealed as it was written.
    const sealed = keys.length > 1 ? number : document
    const hasDocument = document !== ''
    return {
      environment,
      role: party.role,
      name: party.name,
      aliases: party.aliases ?? [],
      birth_date_sealed:
        party.birthDate === undefined
          ? null
          : secrets.seal(party.birthDate, birthDateContext).toString('hex'),
      countries: party.countries ?? [],
      document_hash: hasDocument ? secrets.mac('screened-document', document).toString('hex') : null,
      document_sealed: hasDocument ? secrets.seal(sealed, documentContext).toString('hex') : null,
      phones_sealed:
        party.phones === undefined
          ? null
          : secrets.seal(JSON.stringify(party.phones), phonesContext).toString('hex'),
      person_key: personKey(secrets, party)?.toString('hex') ?? null,
      list_version: screening.listVersion,
      decision,
      reason,
      matches,
      screened_at: now.toString(),
    }
  })
}

/** Encrypts and records one screening. */
export async function recordScreening(
  sql: Sql,
  secrets: Secrets,
  { subject, ...found }: { subject: string } & Parameters<typeof sealScreening>[1],
): Promise<void> {
  await recordScreenings(sql, [{ subject, screening: sealScreening(secrets, found) }])
}

/**
 * Records screenings in the transaction that acts on their decisions.
 * @param records `subject` is what the parties were screened for, such as `transfer:<id>`, as for `recordClearance`.
 */
export async function recordScreenings(
  sql: Sql,
  records: readonly { subject: string; screening: SealedScreening }[],
): Promise<void> {
  const rows = records.flatMap(({ subject, screening }) => screening.map((party) => ({ subject, ...party })))
  if (rows.length === 0) return
  await sql.rows(insertParties, [JSON.stringify(rows.map((row, position) => ({ position, ...row })))])
}

/** The recorded screenings of these subjects, oldest first, for a review queue. */
export async function screeningsOf(sql: Sql, subjects: readonly string[]): Promise<ScreeningRecord[]> {
  return subjects.length === 0 ? [] : sql.rows(findRecords, [subjects])
}

const eraseParties = controlStatement(
  'erase_screened_parties',
  `update screened_party
      set name = '', aliases = '{}', birth_date_sealed = null, countries = '{}', document_hash = null,
          document_sealed = null, phones_sealed = null, person_key = null, matches = '[]', screened_person_id = coalesce(screened_person_id, 0)
    where subject = any($1::text[])`,
)
/** The person's key becomes one that belongs to nobody, because an alert must have one. */
const eraseAlerts = controlStatement(
  'erase_screening_alerts',
  `update screening_alert a
      set person_key = decode('00', 'hex') || int8send(a.id), match = jsonb_set(jsonb_set(a.match, '{parts}', '[]'), '{matchedName}', '""')
     from screened_party p
    where p.id = a.screened_party_id and p.subject = any($1::text[]) and a.closed_at is not null`,
)
const deleteClearances = controlStatement(
  'delete_screening_clearances',
  'delete from screening_clearance where subject = any($1::text[])',
)
const deletePersons = controlStatement(
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
