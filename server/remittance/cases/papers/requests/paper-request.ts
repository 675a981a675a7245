// Requests for papers as they are stored: the link that the person of a case gets, what is wanted, and until when.
import { createHash } from 'node:crypto'
import { randomSecret } from '../../../../kernel/id.ts'
import type { Language } from '../../../../kernel/language/language.ts'
import { type Sql, statement, type Tx } from '../../../../platform/database/database.ts'
import type { Secrets } from '../../../../platform/security/secrets.ts'
import { stamp } from '../../../transfer/time.ts'
import type { PaperKind } from '../paper-kinds.ts'
import { type UploadRow, uploadsOf } from '../uploads/upload.ts'

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

const listRequests = statement<PaperRequestRow>(
  'list_paper_requests_of_case',
  `select ${requestColumns} from compliance_paper_request r where r.case_id = $1 order by r.id desc`,
)

/** The encryption context of the note to the person. */
export const requestNoteContext = (requestId: string) => `paper request:${requestId}:note`

/** A new token for a link: 256 random bits. */
export const newLinkToken = randomSecret

/** What is stored of a token: whoever reads the database cannot open the link. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

export type RequestState = 'OPEN' | 'EXPIRED' | 'WITHDRAWN'

export function stateOf(row: PaperRequestRow, now: Temporal.Instant): RequestState {
  if (row.withdrawn_at) return 'WITHDRAWN'
  return Temporal.Instant.compare(row.expires_at, now) > 0 ? 'OPEN' : 'EXPIRED'
}

type RenderNeeds = { secrets: Secrets; now: Temporal.Instant }

/** A request as officers see it, with what was sent. The link is not part of it, because it is shown only once. */
export function renderRequest(
  row: PaperRequestRow,
  uploads: readonly UploadRow[],
  { secrets, now }: RenderNeeds,
) {
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
