// What officers do about papers that the person of a case is to send: request them by a link, extend the link, withdraw it.
import { type Admin, actorOf } from '../../../../admin/access.ts'
import { newId } from '../../../../kernel/id.ts'
import type { Language } from '../../../../kernel/language/language.ts'
import { Problem } from '../../../../kernel/problem.ts'
import { statement, type Tx } from '../../../../platform/database/database.ts'
import { remittanceProblems as problems } from '../../../transfer/problems.ts'
import { type CaseRow, noteInCase } from '../../case-row.ts'
import { audited, type CaseNeeds, withLockedCase } from '../../locked-case.ts'
import type { PaperKind } from '../paper-kinds.ts'
import {
  newLinkToken,
  type PaperRequestRow,
  requestColumns,
  requestNoteContext,
  tokenHash,
} from './paper-request.ts'

export type RequestNeeds = CaseNeeds & { baseUrl: string }

const insertRequest = statement<PaperRequestRow>(
  'insert_paper_request',
  `insert into compliance_paper_request as r
     (request_id, case_id, token_hash, wanted, note_sealed, language, requested_by, requested_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${requestColumns}`,
)
const countOpen = statement<{ count: bigint }>(
  'count_open_paper_requests',
  `select count(*) as count from compliance_paper_request
    where case_id = $1 and withdrawn_at is null and expires_at > $2`,
)
// guard: paper-request-of-case
const lockRequest = statement<PaperRequestRow>(
  'lock_paper_request_of_case',
  `select ${requestColumns} from compliance_paper_request r where r.request_id = $1 and r.case_id = $2 for update`,
)
const setExpiry = statement<PaperRequestRow>(
  'set_expiry_of_paper_request',
  `update compliance_paper_request r set expires_at = $2 where r.id = $1 returning ${requestColumns}`,
)
const setWithdrawn = statement<PaperRequestRow>(
  'set_paper_request_withdrawn',
  `update compliance_paper_request r set withdrawn_at = $2, withdrawn_by = $3 where r.id = $1
   returning ${requestColumns}`,
)

const maxOpen = 3

export type Wanted = {
  wanted: readonly PaperKind[]
  note: string | undefined
  language: Language
  days: number
}

/** The address of the upload page. */
const linkTo = (baseUrl: string, token: string) => `${baseUrl}/papers/${token}`

/**
 * Requests papers from the person of a case. Returns the request and its link, which is shown this once.
 * @throws Problem 404; 409 if the case is closed or has too many open requests.
 */
export async function requestPapers(
  needs: RequestNeeds,
  caseId: string,
  { wanted, note, language, days, admin }: Wanted & { admin: Admin },
): Promise<{ row: PaperRequestRow; link: string }> {
  const token = newLinkToken()
  const requestId = newId()
  let made: PaperRequestRow | undefined
  await withLockedCase(needs, caseId, { action: 'add', admin }, async (sql, row, at) => {
    const [open] = await sql.rows(countOpen, [row.id, at])
    // guard: open-paper-requests
    if (Number(open!.count) >= maxOpen) throw new Problem(problems.paper_requests_too_many)
    const sealed = note === undefined ? null : needs.secrets.seal(note, requestNoteContext(requestId))
    const actor = actorOf(admin)
    const values = [requestId, row.id, tokenHash(token), wanted, sealed, language, actor, at, later(at, days)]
    ;[made] = await sql.rows(insertRequest, values)
    await noteInCase(sql, needs.secrets, row, 'papers_requested', { actor, at, text: wanted.join(', ') })
    audited(sql, needs, row, 'case.papers_requested', { admin, at, detail: { request: requestId } })
  })
  return { row: made!, link: linkTo(needs.baseUrl, token) }
}

/** Makes a link valid for so many days from now. @throws Problem 404; 409 if the case is closed or the link withdrawn. */
export async function extendRequest(
  needs: RequestNeeds,
  which: { caseId: string; requestId: string },
  { days, admin }: { days: number; admin: Admin },
): Promise<PaperRequestRow> {
  return changeRequest(needs, which, admin, async (sql, { row, at, found }) => {
    const [changed] = await sql.rows(setExpiry, [found.id, later(at, days)])
    await noteInCase(sql, needs.secrets, row, 'papers_link_extended', { actor: actorOf(admin), at })
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
    await noteInCase(sql, needs.secrets, row, 'papers_link_withdrawn', { actor, at, text: reason })
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
  let changed: PaperRequestRow | undefined
  await withLockedCase(needs, caseId, { action: 'add', admin }, async (sql, row, at) => {
    const [found] = uuid.test(requestId) ? await sql.rows(lockRequest, [requestId, row.id]) : []
    if (!found) throw new Problem(problems.paper_request_unknown)
    // guard: withdrawn-paper-request
    if (found.withdrawn_at) throw new Problem(problems.paper_request_withdrawn)
    changed = await change(sql, { row, at, found })
  })
  return changed!
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const later = (at: Temporal.Instant, days: number) => at.add({ hours: 24 * days })
