// What an upload link opens: the request it stands for, while it is valid and its case is not closed.

import { cellOfIdentity } from '../../../kernel/cell.ts'
import { Problem } from '../../../kernel/problem.ts'
import { type Cells, cellOf } from '../../../platform/database/cells.ts'
import {
  controlStatement,
  type Database,
  type Sql,
  statement,
  type Tx,
} from '../../../platform/database/database.ts'
import { maxUploadBytes } from '../../../platform/documents/uploaded-file.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { stamp } from '../../transfer/formats.ts'
import { remittanceProblems as problems } from '../../transfer/problems.ts'
import { type CaseRow, lockedCase, recordInCase } from '../case-row.ts'
import { noteOf, type PaperRequestRow, requestColumns, tokenHash } from './request-papers.ts'
import { linkActor, maxFiles, renderProgress, uploadsOf } from './upload.ts'

export type LinkNeeds = {
  db: Database
  cells: Cells
  secrets: Secrets
  clock: Clock
  /** Who asks, as the upload page names it. */
  institution: string
}

/** A link does not say why it opens nothing: never issued, expired, withdrawn and closed look the same. */
const validLink = `from compliance_paper_request r join compliance_case c on c.id = r.case_id
  where r.token_hash = $1 and r.withdrawn_at is null and r.expires_at > $2 and c.state <> 'CLOSED'`

// guard: upload-link-valid
const findLink = controlStatement<PaperRequestRow>(
  'find_upload_link',
  `select ${requestColumns} ${validLink}`,
)
const setOpened = controlStatement<{ id: bigint }>(
  'set_upload_link_opened',
  'update compliance_paper_request set opened_at = $2 where id = $1 and opened_at is null returning id',
)

const findIds = controlStatement<{ transfer_id: bigint }>(
  'find_transfer_ids_of_case',
  'select distinct transfer_id from compliance_case_item where case_id = $1',
)
const findTransfer = statement<{ partner: string; sent_at: Temporal.Instant; number_end: string }>(
  'find_transfer_of_upload_link',
  `select m.name as partner, t.created_at as sent_at, right(t.customer_number, 3) as number_end
     from transfer t join merchant m on m.id = t.merchant_id
    where t.id = any($1::bigint[]) order by t.created_at desc, t.id desc limit 1`,
)

/** What the person knows their newest transfer by. It says nothing of the other person, nor of why papers are needed. */
async function transferOf({ db, cells }: Pick<LinkNeeds, 'db' | 'cells'>, request: PaperRequestRow) {
  const ids = (await db.rows(findIds, [request.case_id])).map(({ transfer_id }) => transfer_id)
  const newest = await Promise.all(
    [...Map.groupBy(ids, cellOfIdentity)].map(([cell, ofCell]) =>
      cellOf(cells, cell).rows(findTransfer, [ofCell]),
    ),
  )
  const [found] = newest.flat().sort((a, b) => Temporal.Instant.compare(b.sent_at, a.sent_at))
  return found ? { ...found, sent_at: stamp(found.sent_at) } : null
}

/** Tokens have 43 characters; other text is not even hashed. */
const isToken = (text: string) => /^[\w-]{43}$/.test(text)

/** @throws Problem 404 */
export async function requestOfLink(
  sql: Sql,
  token: string,
  now: Temporal.Instant,
): Promise<PaperRequestRow> {
  const [found] = isToken(token) ? await sql.rows(findLink, [tokenHash(token), now]) : []
  if (!found) throw new Problem(problems.upload_link_unknown)
  return found
}

export type LinkWork = { request: PaperRequestRow; row: CaseRow; at: Temporal.Instant }

/**
 * Runs work with the case locked, as officers' actions lock it: a link is withdrawn either before the work or after it.
 * @throws Problem 404 if the link is not valid any more.
 */
export async function withLink<Result>(
  { db, clock }: Pick<LinkNeeds, 'db' | 'clock'>,
  token: string,
  work: (sql: Tx, link: LinkWork) => Promise<Result>,
): Promise<Result> {
  const found = await requestOfLink(db, token, clock.now())
  return db.transaction(
    async (sql) => {
      const row = await lockedCase(sql, found.case_id)
      const at = clock.now()
      // guard: upload-link-still-valid
      const request = await requestOfLink(sql, token, at)
      return work(sql, { request, row, at })
    },
    { mutexKey: `paper request ${found.id}` },
  )
}

/** What the upload page shows. The first time is noted in the history of the case. @throws Problem 404 */
export async function openLink(needs: LinkNeeds, token: string) {
  const { db, secrets, clock, institution } = needs
  const request = await requestOfLink(db, token, clock.now())
  // guard: upload-link-first-opening
  if (!request.opened_at) await recordFirstOpening(needs, token)
  return {
    institution,
    transfer: await transferOf(needs, request),
    wanted: request.wanted,
    note: noteOf(request, secrets),
    language: request.language,
    expires_at: stamp(request.expires_at),
    most_files: maxFiles,
    most_bytes: maxUploadBytes,
    files: await progressOf(db, request),
  }
}

async function recordFirstOpening(needs: LinkNeeds, token: string): Promise<void> {
  await withLink(needs, token, async (sql, { request, row, at }) => {
    const [isFirst] = await sql.rows(setOpened, [request.id, at])
    // guard: upload-link-opened-once
    if (isFirst) await recordInCase(sql, needs.secrets, row, 'papers_link_opened', { actor: linkActor, at })
  })
}

async function progressOf(sql: Sql, { id }: PaperRequestRow) {
  return (await uploadsOf(sql, [id])).map(renderProgress)
}
