// Who was screened, against which state of the lists, and what came of it: kept for those who review and for audits.
import type { Environment } from '../merchants/merchant.ts'
import { type Sql, statement } from '../platform/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import { personKey } from './clearance.ts'
import { identifierKey } from './list-entry.ts'
import type { ListMatch, ScreenedParty } from './screener.ts'
import type { Screening, ScreeningReason } from './screening.ts'

export type ScreeningRecord = {
  id: bigint
  subject: string
  role: ScreenedParty['role']
  name: string
  birth_date: string | null
  countries: string[]
  /** Null when nobody could look. */
  list_version: string | null
  decision: 'hold' | 'clear'
  reason: ScreeningReason
  matches: ListMatch[]
  screened_at: Temporal.Instant
}

const insertParty = statement(
  'insert_screened_party',
  `insert into screened_party (environment, subject, role, name, aliases, birth_date, countries, document_hash,
                               document_sealed, person_key, list_version, decision, reason, matches, screened_at,
                               last_version)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::jsonb, $15, coalesce($11, ''))`,
)
const findRecords = statement<ScreeningRecord>(
  'find_screening_records',
  `select id, subject, role, name, birth_date, countries, list_version, decision, reason, matches, screened_at
     from screened_party where subject = any($1) order by id`,
)

/** What a document number is sealed with; the same for every screened party. */
export const documentContext = 'screened party document'

/**
 * Writes down what was decided, in the transaction that acts on it.
 * @param record.subject what was screened for, such as `transfer:<id>`; the same as recordClearance is given.
 */
export async function recordScreening(
  sql: Sql,
  secrets: Secrets,
  record: { environment: Environment; subject: string; screening: Screening; now: Temporal.Instant },
): Promise<void> {
  const { environment, subject, screening, now } = record
  for (const { party, decision, reason, matches } of screening.parties) {
    const document = identifierKey(party.documentNumber ?? '')
    await sql.rows(insertParty, [
      environment, subject, party.role, party.name, party.aliases ?? [], party.birthDate ?? null, party.countries ?? [],
      document === '' ? null : secrets.mac('screened-document', document),
      document === '' ? null : secrets.seal(document, documentContext),
      personKey(secrets, party) ?? null, screening.listVersion, decision, reason, JSON.stringify(matches), now,
    ]) // biome-ignore format: the order of the statement's columns
  }
}

/** What was recorded for these subjects, oldest first: for a review queue. */
export async function screeningsOf(sql: Sql, subjects: readonly string[]): Promise<ScreeningRecord[]> {
  return subjects.length === 0 ? [] : sql.rows(findRecords, [subjects])
}
