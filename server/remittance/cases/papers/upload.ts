// Files that are sent through an upload link, as they are stored: how much was received, and what became of them.
import { controlStatement, type Database, type Sql, type Tx } from '../../../platform/database/database.ts'
import type { ReceivedFault, ReceivedState } from '../../../platform/documents/received-file.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { deleteUploadParts, savePart } from './file-parts.ts'
import type { PaperKind } from './paper.ts'

/** As many as a person sends: both sides of a document, an invoice, a payslip. */
export const maxFiles = 5
/** The actor of what is done through an upload link. Names of admins have no spaces. */
export const linkActor = 'upload link'

export type UploadRow = {
  id: bigint
  file_id: string
  request_id: bigint
  name: string
  size: number
  sha256: Buffer
  received: number
  state: ReceivedState
  fault: ReceivedFault | null
  paper_id: bigint | null
  /** Which of the papers it is; none if its sender did not say. */
  papers: PaperKind[]
  /** How often it was begun again. */
  restarts: number
  /** When its last piece arrived, or when it was begun. */
  active_at: Temporal.Instant
}

export const uploadColumns = `u.id, u.file_id, u.request_id, u.name, u.size, u.sha256, u.received, u.state, u.fault, u.paper_id, u.papers, u.restarts,
   coalesce(u.active_at, u.begun_at) as active_at`

const listUploads = controlStatement<UploadRow>(
  'list_uploads_of_requests',
  `select ${uploadColumns} from compliance_upload u where u.request_id = any($1::bigint[]) order by u.id`,
)
const setReceived = controlStatement<UploadRow>(
  'set_received_of_upload',
  `update compliance_upload u set received = $2, active_at = $3 where u.id = $1 returning ${uploadColumns}`,
)

/** The files of these requests, in the order in which they were begun. */
export async function uploadsOf(sql: Sql, requests: readonly bigint[]): Promise<UploadRow[]> {
  return requests.length === 0 ? [] : sql.rows(listUploads, [requests.map(String)])
}

/** Stores a piece of a locked upload. Returns the upload with it. */
export async function storePiece(
  sql: Tx,
  secrets: Secrets,
  { id, received }: UploadRow,
  { bytes: piece, at }: { bytes: Buffer; at: Temporal.Instant },
): Promise<UploadRow> {
  await savePart(sql, secrets, { upload: id }, { start: received, bytes: piece })
  const [upload] = await sql.rows(setReceived, [id, received + piece.length, at])
  return upload!
}

/** How far a file is, for the device that sends it. */
export function renderProgress({ file_id, name, size, sha256, received, state, fault, papers }: UploadRow) {
  return { id: file_id, name, size, sha256: sha256.toString('hex'), offset: received, state, fault, papers }
}

const atOnce = 50

// guard: unfinished-uploads
const findDead = controlStatement<{ id: bigint }>(
  'find_unfinished_uploads',
  `select u.id from compliance_upload u join compliance_paper_request r on r.id = u.request_id
     join compliance_case c on c.id = r.case_id
    where u.state = 'RECEIVING' and (r.withdrawn_at is not null or r.expires_at <= $1 or c.state = 'CLOSED')
    order by u.id limit ${atOnce} for update of u skip locked`,
)
const deleteUploads = controlStatement(
  'delete_unfinished_uploads',
  `delete from compliance_upload where id = any($1::bigint[])`,
)

/** Returns whether there may be more. */
export async function removeUnfinishedUploads(needs: { db: Database; clock: Clock }): Promise<boolean> {
  const { db, clock } = needs
  return db.transaction(async (sql) => {
    const ids = (await sql.rows(findDead, [clock.now()])).map(({ id }) => String(id))
    if (ids.length === 0) return false
    await sql.rows(deleteUploadParts, [ids])
    await sql.rows(deleteUploads, [ids])
    return ids.length === atOnce
  })
}
