// Receives the files of a business piece by piece, as a phone with a slow network sends them. After a cut, the sender asks how far the
// file is and continues there.
import { isUuid, newId } from '../../kernel/id.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement, type Database, type Sql, type Tx } from '../../platform/database/database.ts'
import {
  canRestart,
  judgeFile,
  judgePiece,
  type ReceivedFault,
} from '../../platform/documents/received-file.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { businessProblems as problems } from '../problems.ts'
import { lockBusiness, noFacts } from './facts.ts'
import { deleteParts, readBytes, saveBytes } from './file-parts.ts'
import { type FileRow, fileColumns, papersAt, papersOf } from './queries.ts'
import { type PaperPlace, requiredPapers } from './required-papers.ts'

export type FileNeeds = { db: Database; secrets: Secrets; clock: Clock; asksPapers: boolean }

/** Both sides of a document, or the pages of a statement. */
const maxFilesOfPaper = 5
/** Of all papers, so that nobody fills the disk: those that were replaced count, too. */
const maxFilesOfBusiness = 100

const insertPaper = controlStatement<{ id: bigint }>(
  'insert_business_paper',
  `insert into business_paper (paper_id, merchant_id, kind, owner_id, state, created_at)
   values ($1, $2, $3, $4, 'SENT', $5) returning id`,
)
const countFiles = controlStatement<{ count: bigint }>(
  'count_business_files',
  `select count(*) as count from business_file f join business_paper p on p.id = f.paper_id where p.merchant_id = $1`,
)
const insertFile = controlStatement<FileRow>(
  'insert_business_file',
  `insert into business_file as f (file_id, paper_id, name, size, sha256, state, begun_at, active_at)
   values ($1, $2, $3, $4, $5, 'RECEIVING', $6, $6) returning ${fileColumns}`,
)
const restartFile = controlStatement<FileRow>(
  'restart_business_file',
  `update business_file f set state = 'RECEIVING', fault = null, received = 0, name = $2, size = $3, active_at = $4
    where f.id = $1 returning ${fileColumns}`,
)
// guard: business-file-of-merchant
const findFile = controlStatement<FileRow>(
  'find_business_file',
  `select ${fileColumns} from business_file f join business_paper p on p.id = f.paper_id
    where f.file_id = $1 and p.merchant_id = $2`,
)
/** Only a paper that was not decided yet takes files, or gives them up. */
// guard: business-file-undecided
const lockFile = controlStatement<FileRow>(
  'lock_business_file',
  `select ${fileColumns} from business_file f join business_paper p on p.id = f.paper_id
    where f.file_id = $1 and p.merchant_id = $2 and p.state = 'SENT' for update of f`,
)
const setReceived = controlStatement<FileRow>(
  'set_received_of_business_file',
  `update business_file f set received = $2, active_at = $3 where f.id = $1 returning ${fileColumns}`,
)
const endFile = controlStatement<FileRow>(
  'end_business_file',
  `update business_file f set state = $2, fault = $3, type = $4, active_at = $5 where f.id = $1 returning ${fileColumns}`,
)
const deleteFile = controlStatement('delete_business_file', 'delete from business_file where id = $1')
/** What was returned is answered by what arrives now. */
const replaceReturned = controlStatement(
  'replace_returned_business_paper',
  `update business_paper r set state = 'REPLACED' from business_paper s
    where s.id = $1 and r.merchant_id = s.merchant_id and r.kind = s.kind and r.owner_id is not distinct from s.owner_id
      and r.state = 'RETURNED'`,
)

type Announced = { place: PaperPlace; name: string; size: number; sha256: string }

/**
 * Begins a file of a paper, or returns how far the same file is: it is recognized by its hash.
 * @throws Problem 404 if the business has no such paper; 409 if there are enough files, or papers are off.
 */
export async function beginFile(
  { db, secrets, clock, asksPapers }: FileNeeds,
  merchantId: bigint,
  { place, name, size, sha256 }: Announced,
): Promise<FileRow> {
  // guard: business-papers-off
  if (!asksPapers) throw new Problem(problems.papers_off)
  const digest = Buffer.from(sha256, 'hex')
  return db.transaction(async (sql) => {
    const facts = await lockBusiness(sql, secrets, merchantId)
    const isRequired = requiredPapers(facts ?? noFacts).some(
      ({ kind, ownerId }) => kind === place.kind && ownerId === place.ownerId,
    )
    if (!isRequired) throw new Problem(problems.paper_unknown)
    const now = clock.now()
    const sent = papersAt(await papersOf(sql, merchantId), place).find(({ state }) => state === 'SENT')
    const known = sent?.files.find((file) => file.sha256.equals(digest))
    if (known && !canRestart(known, size)) return known
    if (known) {
      await sql.rows(deleteParts, [[String(known.id)]])
      return (await sql.rows(restartFile, [known.id, name, size, now]))[0]!
    }
    const kept = sent?.files.filter(({ state }) => state !== 'REFUSED') ?? []
    const [all] = await sql.rows(countFiles, [merchantId])
    // guard: business-file-count
    if (kept.length >= maxFilesOfPaper || Number(all!.count) >= maxFilesOfBusiness)
      throw new Problem(problems.files_too_many)
    const paper =
      sent?.id ?? (await sql.rows(insertPaper, [newId(), merchantId, place.kind, place.ownerId, now]))[0]!.id
    return (await sql.rows(insertFile, [newId(), paper, name, size, digest, now]))[0]!
  })
}

/** How far a file is. @throws Problem 404 */
export async function fileProgress(sql: Sql, merchantId: bigint, fileId: string): Promise<FileRow> {
  return found(isUuid(fileId) ? (await sql.rows(findFile, [fileId, merchantId]))[0] : undefined)
}

/**
 * Stores a piece, and with the last one the file. A piece that was received before changes nothing.
 * @throws Problem 404; 409 if pieces before this one are missing; 400 if it is longer than the rest of the file.
 */
export async function receivePiece(
  { db, secrets, clock }: FileNeeds,
  merchantId: bigint,
  { fileId, offset, bytes }: { fileId: string; offset: number; bytes: Buffer },
): Promise<FileRow> {
  return db.transaction(async (sql) => {
    await lockBusiness(sql, secrets, merchantId)
    const file = await lockedFile(sql, merchantId, fileId)
    const now = clock.now()
    const verdict = judgePiece(file, { offset, bytes })
    if (verdict === 'repeated') return file
    if (verdict === 'gap') throw new Problem(problems.file_gap)
    if (verdict === 'length') throw new Problem(problems.file_piece_length)
    if (verdict === 'format') return refuse(sql, file, 'format', now)
    await saveBytes(sql, secrets, file.id, { start: offset, bytes })
    const [stored] = await sql.rows(setReceived, [file.id, offset + bytes.length, now])
    return stored!.received < stored!.size ? stored! : complete(sql, secrets, stored!, now)
  })
}

/** Removes a file of a paper that was not decided yet. @throws Problem 404 */
export async function removeFile(
  { db, secrets }: FileNeeds,
  merchantId: bigint,
  fileId: string,
): Promise<void> {
  await db.transaction(async (sql) => {
    await lockBusiness(sql, secrets, merchantId)
    const file = await lockedFile(sql, merchantId, fileId)
    await sql.rows(deleteParts, [[String(file.id)]])
    await sql.rows(deleteFile, [file.id])
  })
}

/** Stores the file as it was checked: an image without what is not needed to draw it. */
async function complete(sql: Tx, secrets: Secrets, file: FileRow, now: Temporal.Instant): Promise<FileRow> {
  const judged = judgeFile(await readBytes(sql, secrets, file.id), file.sha256)
  if (typeof judged === 'string') return refuse(sql, file, judged, now)
  await sql.rows(deleteParts, [[String(file.id)]])
  await saveBytes(sql, secrets, file.id, { start: 0, bytes: judged.bytes })
  const [ended] = await sql.rows(endFile, [file.id, 'RECEIVED', null, judged.type, now])
  await sql.rows(replaceReturned, [file.paper_id])
  return ended!
}

async function refuse(sql: Tx, { id }: FileRow, fault: ReceivedFault, now: Temporal.Instant) {
  await sql.rows(deleteParts, [[String(id)]])
  const [ended] = await sql.rows(endFile, [id, 'REFUSED', fault, null, now])
  return ended!
}

async function lockedFile(sql: Tx, merchantId: bigint, fileId: string): Promise<FileRow> {
  return found(isUuid(fileId) ? (await sql.rows(lockFile, [fileId, merchantId]))[0] : undefined)
}

function found(file: FileRow | undefined): FileRow {
  if (!file) throw new Problem(problems.file_unknown)
  return file
}

/** How far a file is, for the device that sends it. */
export function renderProgress({ file_id, name, size, sha256, received, state, fault }: FileRow) {
  return { id: file_id, name, size, sha256: sha256.toString('hex'), offset: received, state, fault }
}

const atOnce = 50
/** Files that nobody sends any more, and those that were refused. */
const unfinishedAfter = { hours: 24 * 7 }
const findUnfinished = controlStatement<{ id: bigint }>(
  'find_unfinished_business_files',
  `select id from business_file where state <> 'RECEIVED' and active_at <= $1
    order by id limit ${atOnce} for update skip locked`,
)
const deleteFiles = controlStatement(
  'delete_unfinished_business_files',
  'delete from business_file where id = any($1::bigint[])',
)

/** Returns whether there may be more. */
export async function removeUnfinishedFiles(needs: Pick<FileNeeds, 'db' | 'clock'>): Promise<boolean> {
  return needs.db.transaction(async (sql) => {
    const rows = await sql.rows(findUnfinished, [needs.clock.now().subtract(unfinishedAfter)])
    const ids = rows.map(({ id }) => String(id))
    if (ids.length === 0) return false
    await sql.rows(deleteParts, [ids])
    await sql.rows(deleteFiles, [ids])
    return ids.length === atOnce
  })
}
