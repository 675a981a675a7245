// Retention of compliance cases: the person, notes, papers and declarations. States, times and who decided stay.

import type { ErasableKind, ScannedRow } from '../../admin/retention/kind.ts'
import { controlStatement } from '../../platform/database/database.ts'
import { type CasePerson, sealPerson } from './person.ts'

const nobody: CasePerson = { name: '', birthDate: '', document: { type: 'OTHER', number: '' }, number: null }

/** Of papers, and of files that were never completed. */
const deleteParts = controlStatement(
  'delete_file_parts_of_cases',
  `delete from compliance_file_part where id in (
     select part.id from compliance_paper p join compliance_file_part part on part.paper_id = p.id
      where p.case_id = any($1::bigint[])
      union all
     select part.id from compliance_paper_request r join compliance_upload u on u.request_id = r.id
       join compliance_file_part part on part.upload_id = u.id where r.case_id = any($1::bigint[]))`,
)
const deleteUploads = controlStatement(
  'delete_uploads_of_cases',
  `delete from compliance_upload where request_id in (
     select id from compliance_paper_request where case_id = any($1::bigint[]))`,
)
const eraseRequests = controlStatement(
  'erase_notes_of_paper_requests',
  `update compliance_paper_request set note_sealed = null where case_id = any($1::bigint[]) and note_sealed is not null`,
)
const deletePapers = controlStatement(
  'delete_papers_of_cases',
  'delete from compliance_paper where case_id = any($1::bigint[])',
)
const eraseEvents = controlStatement(
  'erase_texts_of_cases',
  'update compliance_case_event set text_sealed = null where case_id = any($1::bigint[]) and text_sealed is not null',
)
/** An empty value is a declaration whose text was erased; when and how it was sent stays. */
const eraseDeclarations = controlStatement(
  'erase_declarations_of_cases',
  `update compliance_declaration set content_sealed = '', document_sealed = null where case_id = any($1::bigint[])`,
)
/** In an order that leaves nothing without what it refers to. */
const ofCases = [deleteParts, deleteUploads, eraseRequests, deletePapers, eraseEvents, eraseDeclarations]
const eraseCases = controlStatement(
  'erase_cases',
  `update compliance_case c set person_sealed = e.sealed, keys = '{}', erased_at = $3
     from unnest($1::bigint[], $2::bytea[]) as e (id, sealed) where c.id = e.id`,
)

/**
 * The law counts from the end of the relationship with the person of the case. It goes on while another case of them is open or was
 * closed later, and with each transfer.
 */
// guard: retention-case-person
const isRelated = `(
  exists (select from compliance_case later
           where later.keys && c.keys and later.id <> c.id and later.environment = c.environment
             and (later.state <> 'CLOSED' or later.closed_at > $1))
  or exists (select from limit_share s where s.key = any(c.keys) and s.at > $1))`

/** @param condition distinguishes cases with a declaration from those without. */
function caseRetention(name: string, condition: string): ErasableKind {
  // guard: retention-closed-cases
  const isDue = `c.erased_at is null and c.state = 'CLOSED' and c.closed_at <= $1
    and not exists (select from compliance_case_item i join screening_alert a on a.id = i.alert_id
                     where i.case_id = c.id and a.closed_at is null)
    and not ${isRelated}`
  const scan = controlStatement<ScannedRow>(
    `scan_${name}_for_retention`,
    `select c.id, c.opened_at as at, ${isDue} and ${condition} as is_due,
            c.erased_at is not null or not (${condition}) as is_erased
       from compliance_case c where c.id > $2 order by c.id limit $3`,
  )
  const lock = controlStatement<{ id: bigint; case_id: string }>(
    `lock_${name}_past_retention`,
    `select c.id, c.case_id from compliance_case c
      where c.id = any($2::bigint[]) and ${isDue} and ${condition} order by c.id for update of c`,
  )
  return {
    name,
    place: 'control',
    scan: (sql, { after, before, most }) => sql.rows(scan, [before, after, most]),
    async erase(sql, { ids, before, now, secrets }) {
      const rows = await sql.rows(lock, [before, ids])
      if (rows.length === 0) return []
      const erased = rows.map(({ id }) => id)
      for (const each of ofCases) await sql.rows(each, [erased])
      const sealed = rows.map(({ case_id }) => sealPerson(secrets, case_id, nobody))
      await sql.rows(eraseCases, [erased, sealed, now])
      return erased
    },
  }
}

const hasDeclaration = 'exists (select from compliance_declaration d where d.case_id = c.id)'

export const caseFileRetention = caseRetention('case_files', `not ${hasDeclaration}`)
export const declarationRetention = caseRetention('declarations', hasDeclaration)
