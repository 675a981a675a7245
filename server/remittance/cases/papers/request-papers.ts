// What officers do about papers that the person of a case is to send: request them by a link, extend the link, withdraw it.

import { createHash } from 'node:crypto'
import { type Admin, actorOf } from '../../../admin/access.ts'
import { isUuid, newId, randomSecret } from '../../../kernel/id.ts'
import type { Language } from '../../../kernel/language.ts'
import { Problem } from '../../../kernel/problem.ts'
import { controlStatement, type Sql, type Tx } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { stamp } from '../../transfer/formats.ts'
import { remittanceProblems as problems } from '../../transfer/problems.ts'
import { audited, type CaseNeeds, withLockedCase } from '../allowed-actions.ts'
import { type CaseRow, recordInCase } from '../case-row.ts'
import type { PaperKind } from './paper.ts'
import { type UploadRow, uploadsOf } from './upload.ts'

export type PaperRequestRow = {
  id: bigint
  request_id: string
  case_id: bigint
  wanted: PaperKind[]
  note_sealed: Buffer | null
  language: Language
  requested_by: string
  requested_at: Temporal.Instant
  expires_at: Temporal.Instant
  opened_at: Temporal.Instant | null
  withdrawn_by: string | null
  withdrawn_at: Temporal.Instant | null
}

export const requestColumns = `r.id, r.request_id, r.case_id, r.wanted, r.note_sealed, r.language, r.requested_by, r.requested_at,
  r.expires_at, r.opened_at, r.withdrawn_by, r.withdrawn_at`

const listRequests = controlStatement<PaperRequestRow>(
  'list_paper_requests_of_case',
  `select ${requestColumns} from compliance_paper_request r where r.case_id = $1 order by r.id desc`,
)

/** The encryption context of the note to the person. */
export const requestNoteContext = (requestId: string) => `paper request:${requestId}:note`

/** What is stored of a token: whoever reads the database cannot open the link. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

function stateOf(row: PaperRequestRow, now: Temporal.Instant): 'OPEN' | 'EXPIRED' | 'WITHDRAWN' {
  if (row.withdrawn_at) return 'WITHDRAWN'
  return Temporal.Instant.compare(row.expires_at, now) > 0 ? 'OPEN' : 'EXPIRED'
}

type RenderNeeds = { secrets: Secrets; now: Temporal.Instant }

/** A request as officers see it, with what was sent. The link is not part of it, because it is shown only once. */
function renderRequest(row: PaperRequestRow, uploads: readonly UploadRow[], { secrets, now }: RenderNeeds) {
  return {
    request_id: row.request_id,
    state: stateOf(row, now),
    wanted: row.wanted,
    note: noteOf(row, secrets),
    language: row.language,
    requested_by: row.requested_by,
    requested_at: stamp(row.requested_at),
    expires_at: stamp(row.expires_at),
    opened_at: row.opened_at && stamp(row.opened_at),
    withdrawn_by: row.withdrawn_by,
    withdrawn_at: row.withdrawn_at && stamp(row.withdrawn_at),
    files: uploads.map((upload) => ({
      name: upload.name,
      size: upload.size,
      received: upload.received,
      state: upload.state,
      fault: upload.fault,
      papers: upload.papers,
      paper_id: upload.paper_id === null ? null : String(upload.paper_id),
    })),
  }
}

export function noteOf({ note_sealed, request_id }: PaperRequestRow, secrets: Secrets): string | null {
  return note_sealed && secrets.open(note_sealed, requestNoteContext(request_id))
}

/** The requests of a case, newest first. */
export async function paperRequestsOf(sql: Sql, caseId: bigint, needs: RenderNeeds) {
  const rows = await sql.rows(listRequests, [caseId])
  const uploads = Map.groupBy(
    await uploadsOf(
      sql,
      rows.map(({ id }) => id),
    ),
    (each) => each.request_id,
  )
  return rows.map((row) => renderRequest(row, uploads.get(row.id) ?? [], needs))
}

/** Reads one request with what was sent. */
export async function renderedRequest(sql: Sql | Tx, row: PaperRequestRow, needs: RenderNeeds) {
  return renderRequest(row, await uploadsOf(sql, [row.id]), needs)
}

export type RequestNeeds = CaseNeeds & { baseUrl: string }

const insertRequest = controlStatement<PaperRequestRow>(
  'insert_paper_request',
  `insert into compliance_paper_request as r
     (request_id, case_id, token_hash, wanted, note_sealed, language, requested_by, requested_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${requestColumns}`,
)
const countOpen = controlStatement<{ count: bigint }>(
  'count_open_paper_requests',
  `select count(*) as count from compliance_paper_request
    where case_id = $1 and withdrawn_at is null and expires_at > $2`,
)
// guard: paper-request-of-case
const lockRequest = controlStatement<PaperRequestRow>(
  'lock_paper_request_of_case',
  `select ${requestColumns} from compliance_paper_request r where r.request_id = $1 and r.case_id = $2 for update`,
)
const setExpiry = controlStatement<PaperRequestRow>(
  'set_expiry_of_paper_request',
  `update compliance_paper_request r set expires_at = $2 where r.id = $1 returning ${requestColumns}`,
)
const setWithdrawn = controlStatement<PaperRequestRow>(
  'set_paper_request_withdrawn',
  `update compliance_paper_request r set withdrawn_at = $2, withdrawn_by = $3 where r.id = $1
   returning ${requestColumns}`,
)

const maxOpen = 3

type Wanted = {
  wanted: readonly PaperKind[]
  note: string | undefined
  language: Language
  days: number
}

/**
 * Requests papers from the person of a case. Returns the request and its link, which is shown this once.
 * @throws Problem 404; 409 if the case is closed or has too many open requests.
 */
export async function requestPapers(
  needs: RequestNeeds,
  caseId: string,
  { wanted, note, language, days, admin }: Wanted & { admin: Admin },
): Promise<{ row: PaperRequestRow; link: string }> {
  const token = randomSecret()
  const requestId = newId()
  const made = await withLockedCase(needs, caseId, { action: 'add', admin }, async (sql, row, at) => {
    const [open] = await sql.rows(countOpen, [row.id, at])
    // guard: open-paper-requests
    if (Number(open!.count) >= maxOpen) throw new Problem(problems.paper_requests_too_many)
    const sealed = note === undefined ? null : needs.secrets.seal(note, requestNoteContext(requestId))
    const actor = actorOf(admin)
    const values = [requestId, row.id, tokenHash(token), wanted, sealed, language, actor, at, later(at, days)]
    const [made] = await sql.rows(insertRequest, values)
    await recordInCase(sql, needs.secrets, row, 'papers_requested', { actor, at, text: wanted.join(', ') })
    audited(sql, needs, row, 'case.papers_requested', { admin, at, detail: { request: requestId } })
    return made!
  })
  return { row: made, link: `${needs.baseUrl}/papers/${token}` }
}

/** Makes a link valid for so many days from now. @throws Problem 404; 409 if the case is closed or the link withdrawn. */
export async function extendRequest(
  needs: RequestNeeds,
  which: { caseId: string; requestId: string },
  { days, admin }: { days: number; admin: Admin },
): Promise<PaperRequestRow> {
  return changeRequest(needs, which, admin, async (sql, { row, at, found }) => {
    const [changed] = await sql.rows(setExpiry, [found.id, later(at, days)])
    await recordInCase(sql, needs.secrets, row, 'papers_link_extended', { actor: actorOf(admin), at })
    const detail = { request: found.request_id, days }
    audited(sql, needs, row, 'case.papers_link_extended', { admin, at, detail })
    return changed!
  })
}

/** Withdraws a link; what was received stays. @throws Problem 404; 409 if the case is closed or the link withdrawn. */
export async function withdrawRequest(
  needs: RequestNeeds,
  which: { caseId: string; requestId: string },
  { reason, admin }: { reason: string; admin: Admin },
): Promise<PaperRequestRow> {
  return changeRequest(needs, which, admin, async (sql, { row, at, found }) => {
    const actor = actorOf(admin)
    const [changed] = await sql.rows(setWithdrawn, [found.id, at, actor])
    await recordInCase(sql, needs.secrets, row, 'papers_link_withdrawn', { actor, at, text: reason })
    audited(sql, needs, row, 'case.papers_link_withdrawn', {
      admin,
      at,
      detail: { request: found.request_id },
    })
    return changed!
  })
}

type Change = { row: CaseRow; at: Temporal.Instant; found: PaperRequestRow }

async function changeRequest(
  needs: RequestNeeds,
  { caseId, requestId }: { caseId: string; requestId: string },
  admin: Admin,
  change: (sql: Tx, change: Change) => Promise<PaperRequestRow>,
): Promise<PaperRequestRow> {
  return withLockedCase(needs, caseId, { action: 'add', admin }, async (sql, row, at) => {
    const [found] = isUuid(requestId) ? await sql.rows(lockRequest, [requestId, row.id]) : []
    if (!found) throw new Problem(problems.paper_request_unknown)
    // guard: withdrawn-paper-request
    if (found.withdrawn_at) throw new Problem(problems.paper_request_withdrawn)
    return change(sql, { row, at, found })
  })
}

const later = (at: Temporal.Instant, days: number) => at.add({ hours: 24 * days })
