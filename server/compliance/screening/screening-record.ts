// Who was screened, against which state of the lists, and what came of it: kept for those who review and for audits.
import type { Environment } from '../../merchants/identity/merchant.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { identifierKey } from '../lists/entry.ts'
import { birthDateContext } from './birth-date.ts'
import { personKey } from './clearance.ts'
import type { ListMatch, ScreenedParty } from './screener.ts'
import type { Screening, ScreeningReason } from './screening.ts'

export type ScreeningRecord = {
  id: bigint
  subject: string
  role: ScreenedParty['role']
  name: string
  aliases: string[]
  countries: string[]
  /** Null when nobody could look. */
  list_version: string | null
  decision: 'hold' | 'clear'
  reason: ScreeningReason
  matches: ListMatch[]
  screened_at: Temporal.Instant
}

const insertParties = statement(
  'insert_screened_parties',
  `insert into screened_party (environment, subject, role, name, aliases, birth_date_sealed, countries, document_hash,
                               document_sealed, person_key, list_version, decision, reason, matches, screened_at,
                               last_version)
   select environment, subject, role, name, aliases, decode(birth_date_sealed, 'hex'), countries, decode(document_hash, 'hex'),
          decode(document_sealed, 'hex'), decode(person_key, 'hex'), list_version, decision, reason, matches, screened_at,
          coalesce(list_version, '')
     from json_to_recordset($1) as p (
       position integer, environment text, subject text, role text, name text, aliases text[], birth_date_sealed text,
       countries text[], document_hash text, document_sealed text, person_key text, list_version text, decision text,
       reason text, matches jsonb, screened_at timestamptz)
    order by position`,
)
const findRecords = statement<ScreeningRecord>(
  'find_screening_records',
  `select id, subject, role, name, aliases, countries, list_version, decision, reason, matches, screened_at
     from screened_party where subject = any($1) order by id`,
)

/** What a document number is sealed with; the same for every screened party. */
export const documentContext = 'screened party document'

/** What is kept of a screening, sealed: ready to be written once its subject is known. */
export type SealedScreening = readonly Readonly<Record<string, unknown>>[]

/** Sealing takes longer than writing, so it is done before the transaction that acts on what was decided. */
export function sealScreening(
  secrets: Secrets,
  { environment, screening, now }: { environment: Environment; screening: Screening; now: Temporal.Instant },
): SealedScreening {
  return screening.parties.map(({ party, decision, reason, matches }) => {
    const document = identifierKey(party.documentNumber ?? '')
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
      document_sealed: hasDocument ? secrets.seal(document, documentContext).toString('hex') : null,
      person_key: personKey(secrets, party)?.toString('hex') ?? null,
      list_version: screening.listVersion,
      decision,
      reason,
      matches,
      screened_at: now.toString(),
    }
  })
}

/** As `recordScreenings`, of what was not sealed before. */
export async function recordScreening(
  sql: Sql,
  secrets: Secrets,
  { subject, ...found }: { subject: string } & Parameters<typeof sealScreening>[1],
): Promise<void> {
  await recordScreenings(sql, [{ subject, screening: sealScreening(secrets, found) }])
}

/**
 * Writes down what was decided, in the transaction that acts on it. `subject` is what was screened for, such as
 * `transfer:<id>`; the same as recordClearance is given.
 */
export async function recordScreenings(
  sql: Sql,
  records: readonly { subject: string; screening: SealedScreening }[],
): Promise<void> {
  const rows = records.flatMap(({ subject, screening }) => screening.map((party) => ({ subject, ...party })))
  if (rows.length === 0) return
  await sql.rows(insertParties, [JSON.stringify(rows.map((row, position) => ({ position, ...row })))])
}

/** What was recorded for these subjects, oldest first: for a review queue. */
export async function screeningsOf(sql: Sql, subjects: readonly string[]): Promise<ScreeningRecord[]> {
  return subjects.length === 0 ? [] : sql.rows(findRecords, [subjects])
}
