// Receives a file through an upload link, piece by piece. After a cut, the sender asks how far it is and continues there; so a
// file arrives once, however often pieces of it are sent.
import { isUuid, newId } from '../../../kernel/id.ts'
import { Problem } from '../../../kernel/problem.ts'
import { controlStatement, type Sql, type Tx } from '../../../platform/database/database.ts'
import {
  canRestart,
  judgeFile,
  judgePiece,
  type ReceivedFault,
} from '../../../platform/documents/received-file.ts'
import { remittanceProblems as problems } from '../../transfer/problems.ts'
import { moveCase } from '../case-row.ts'
import { deleteUploadParts, readParts } from './file-parts.ts'
import { type LinkNeeds, type LinkWork, requestOfLink, withLink } from './link.ts'
import type { PaperKind } from './paper.ts'
import { savePaper } from './paper.ts'
import { linkActor, maxFiles, storePiece, type UploadRow, uploadColumns, uploadsOf } from './upload.ts'

/** Refused files count separately, so that somebody who sent the wrong ones is not locked out. Each new beginning is a try. */
const maxTries = 30
/** A file of which nothing arrived for so long gives its place to another one when that is begun. */
const idleAfter = { hours: 1 }

const insertUpload = controlStatement<UploadRow>(
  'insert_upload',
  `insert into compliance_upload as u (file_id, request_id, name, size, sha256, state, begun_at, papers)
   values ($1, $2, $3, $4, $5, 'RECEIVING', $6, $7) returning ${uploadColumns}`,
)
const restartUpload = controlStatement<UploadRow>(
  'restart_upload',
  `update compliance_upload u
      set state = 'RECEIVING', fault = null, received = 0, ended_at = null, name = $2, size = $3, active_at = $4,
          restarts = restarts + 1
    where u.id = $1 returning ${uploadColumns}`,
)
// guard: upload-papers-kept
const addPapers = controlStatement<{ papers: PaperKind[] }>(
  'add_papers_of_upload',
  `update compliance_upload u
      set papers = (select array_agg(distinct each) from unnest(u.papers || $2::text[]) each)
    where u.id = $1 returning papers`,
)
const emptyUpload = controlStatement(
  'empty_idle_upload',
  'update compliance_upload set received = 0 where id = $1',
)
// guard: upload-of-link
const findUpload = controlStatement<UploadRow>(
  'find_upload_of_request',
  `select ${uploadColumns} from compliance_upload u where u.file_id = $1 and u.request_id = $2`,
)
const lockUpload = controlStatement<UploadRow>(
  'lock_upload_of_request',
  `select ${uploadColumns} from compliance_upload u where u.file_id = $1 and u.request_id = $2 for update`,
)
const endUpload = controlStatement<UploadRow>(
  'end_upload',
  `update compliance_upload u set state = $2, fault = $3, paper_id = $4, ended_at = $5 where u.id = $1
   returning ${uploadColumns}`,
)
type Announced = { name: string; size: number; sha256: string; papers: readonly PaperKind[] }

/**
 * Begins a file, or returns how far the same file is: it is recognized by its hash.
 * @throws Problem 404; 409 if there are enough files.
 */
export async function beginFile(
  needs: LinkNeeds,
  token: string,
  { name, size, sha256, papers }: Announced,
): Promise<UploadRow> {
  return withLink(needs, token, async (sql, { request, at }) => {
    const digest = Buffer.from(sha256, 'hex')
    const uploads = await uploadsOf(sql, [request.id])
    const known = uploads.find((each) => each.sha256.equals(digest))
    if (known && !canRestart(known, size)) return withPapers(sql, known, papers)
    await makePlace(sql, { uploads: uploads.filter((each) => each !== known), tries: triesOf(uploads), at })
    if (known) await sql.rows(deleteUploadParts, [[String(known.id)]])
    const [made] = known
      ? await sql.rows(restartUpload, [known.id, name, size, at])
      : await sql.rows(insertUpload, [newId(), request.id, name, size, digest, at, papers])
    return known ? withPapers(sql, made!, papers) : made!
  })
}

/** The same file may be several of the papers: it stays what it was, and becomes what it is sent as now. */
async function withPapers(sql: Tx, upload: UploadRow, papers: readonly PaperKind[]): Promise<UploadRow> {
  if (papers.every((paper) => upload.papers.includes(paper))) return upload
  const [changed] = await sql.rows(addPapers, [upload.id, papers])
  return { ...upload, ...changed }
}

const triesOf = (uploads: readonly UploadRow[]) =>
  uploads.reduce((sum, { restarts }) => sum + 1 + restarts, 0)

/**
 * Gives the place of the file that was idle for longest to the one that begins.
 * @param link.uploads the other files of the link.
 * @throws Problem 409 if there are enough files.
 */
async function makePlace(
  sql: Tx,
  { uploads, tries, at }: { uploads: readonly UploadRow[]; tries: number; at: Temporal.Instant },
): Promise<void> {
  const kept = uploads.filter(({ state }) => state !== 'REFUSED')
  // guard: upload-idle
  const isIdle = ({ state, active_at }: UploadRow) =>
    state === 'RECEIVING' && Temporal.Instant.compare(active_at.add(idleAfter), at) <= 0
  const idle = kept.filter(isIdle).sort((a, b) => Temporal.Instant.compare(a.active_at, b.active_at))
  // guard: upload-count
  if (kept.length - idle.length >= maxFiles || tries >= maxTries) throw new Problem(problems.uploads_too_many)
  if (kept.length < maxFiles) return
  // Its tab, if it is still open, is refused the next piece; the file may be chosen again.
  const left = idle.find(({ received }) => received > 0)
  if (!left) return
  await sql.rows(deleteUploadParts, [[String(left.id)]])
  await sql.rows(emptyUpload, [left.id])
}

/** How far a file is. @throws Problem 404 */
export async function fileProgress(needs: LinkNeeds, token: string, fileId: string): Promise<UploadRow> {
  const request = await requestOfLink(needs.db, token, needs.clock.now())
  return found(await rowOf(needs.db, findUpload, { fileId, requestId: request.id }))
}

type Piece = { offset: number; bytes: Buffer }

/**
 * Stores a piece, and with the last one the file. A piece that was received before changes nothing.
 * @throws Problem 404; 409 if pieces before this one are missing; 400 if it is longer than the rest of the file.
 */
export async function receivePiece(
  needs: LinkNeeds,
  token: string,
  { fileId, offset, bytes }: Piece & { fileId: string },
): Promise<UploadRow> {
  return withLink(needs, token, async (sql, link) => {
    const upload = found(await rowOf(sql, lockUpload, { fileId, requestId: link.request.id }))
    const verdict = judgePiece(upload, { offset, bytes })
    if (verdict === 'repeated') return upload
    if (verdict === 'gap') throw new Problem(problems.upload_gap)
    if (verdict === 'length') throw new Problem(problems.upload_piece_length)
    if (verdict === 'format') return refuse(sql, upload, { fault: 'format', at: link.at })
    const stored = await storePiece(sql, needs.secrets, upload, { bytes, at: link.at })
    return stored.received < stored.size ? stored : complete(sql, needs, { upload: stored, link })
  })
}

/** Checks a file that was received completely, and adds it to the case. */
async function complete(
  sql: Tx,
  { secrets }: LinkNeeds,
  { upload, link }: { upload: UploadRow; link: LinkWork },
): Promise<UploadRow> {
  const { row, at, request } = link
  const received = (await uploadsOf(sql, [request.id])).filter(({ state }) => state === 'RECEIVED')
  // An idle file whose place was taken does not become one too many.
  // guard: upload-count-received
  if (received.length >= maxFiles) throw new Problem(problems.uploads_too_many)
  const bytes = await readParts(sql, secrets, { upload: upload.id })
  const file = judgeFile(bytes, upload.sha256)
  if (typeof file === 'string') return refuse(sql, upload, { fault: file, at })
  const { id: paper, isNew } = await savePaper(sql, secrets, row, {
    ...file,
    name: upload.name,
    by: linkActor,
    at,
  }).catch(withoutTheCase)
  await sql.rows(deleteUploadParts, [[String(upload.id)]])
  // The outcome was proposed without this paper.
  // guard: case-returned-by-paper
  if (isNew && row.state === 'PROPOSED')
    await moveCase(sql, secrets, row, 'returned', { actor: 'likuta', at })
  const [ended] = await sql.rows(endUpload, [upload.id, 'RECEIVED', null, paper, at])
  return ended!
}

async function refuse(
  sql: Tx,
  { id }: UploadRow,
  { fault, at }: { fault: ReceivedFault; at: Temporal.Instant },
): Promise<UploadRow> {
  await sql.rows(deleteUploadParts, [[String(id)]])
  const [ended] = await sql.rows(endUpload, [id, 'REFUSED', fault, null, at])
  return ended!
}

/** The sender learns nothing of a case, also not that it has enough papers. */
function withoutTheCase(error: unknown): never {
  const isFull = error instanceof Problem && error.spec === problems.papers_too_many
  throw isFull ? new Problem(problems.uploads_too_many) : error
}

async function rowOf(
  sql: Sql,
  wanted: typeof findUpload,
  { fileId, requestId }: { fileId: string; requestId: bigint },
): Promise<UploadRow | undefined> {
  return isUuid(fileId) ? (await sql.rows(wanted, [fileId, requestId]))[0] : undefined
}

/** @throws Problem 404 */
function found(upload: UploadRow | undefined): UploadRow {
  if (!upload) throw new Problem(problems.upload_unknown)
  return upload
}
