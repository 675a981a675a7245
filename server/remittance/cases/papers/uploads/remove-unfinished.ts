// Removes files that were never completed, once their link is not valid any more. A person with a slow network may need days, so
// they stay until then.
import { type Database, statement } from '../../../../platform/database/database.ts'
import type { Clock } from '../../../../platform/time/clock.ts'

const atOnce = 50

// guard: unfinished-uploads
const findDead = statement<{ id: bigint }>(
  'find_unfinished_uploads',
  `select u.id from compliance_upload u join compliance_paper_request r on r.id = u.request_id
     join compliance_case c on c.id = r.case_id
    where u.state = 'RECEIVING' and (r.withdrawn_at is not null or r.expires_at <= $1 or c.state = 'CLOSED')
    order by u.id limit ${atOnce} for update of u skip locked`,
)
const deletePieces = statement(
  'delete_pieces_of_unfinished_uploads',
  'delete from compliance_upload_piece where upload_id = any($1::bigint[])',
)
const deleteUploads = statement(
  'delete_unfinished_uploads',
  `delete from compliance_upload where id = any($1::bigint[])`,
)

/** Returns whether there may be more. */
export async function removeUnfinishedUploads({
  db,
  clock,
}: {
  db: Database
  clock: Clock
}): Promise<boolean> {
  return db.transaction(async (sql) => {
    const ids = (await sql.rows(findDead, [clock.now()])).map(({ id }) => String(id))
    if (ids.length === 0) return false
    await sql.rows(deletePieces, [ids])
    await sql.rows(deleteUploads, [ids])
    return ids.length === atOnce
  })
}
