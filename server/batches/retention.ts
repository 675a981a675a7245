// Retention of batches: the fields of rows, which name persons and their documents. References, amounts and states of rows stay.
import { erasableKind, type ScannedRow } from '../admin/retention/kind.ts'
import { statement } from '../platform/database/database.ts'

/** SQL over the row `r` of the batch `b`. One that was never confirmed ended when it was checked. */
const isDue = `r.fields_sealed is not null and b.state in ('CHECKED', 'DONE', 'CANCELLED')
  and greatest(b.created_at, b.checked_at, b.confirmed_at, b.done_at) <= $1`

const scan = statement<ScannedRow>(
  'scan_batch_rows_for_retention',
  `select r.id, b.created_at as at, ${isDue} as is_due, r.fields_sealed is null as is_erased
     from batch_row r join batch b on b.id = r.batch where r.id > $2 order by r.id limit $3`,
)
// guard: retention-batch-rows
const erase = statement<{ id: bigint }>(
  'erase_batch_rows',
  `with erased as (
     update batch_row r set fields_sealed = null, digest = null, alike = null
       from batch b where r.id = any($2::bigint[]) and b.id = r.batch and ${isDue} returning r.id)
   select id from erased order by id`,
)

export const batchRowRetention = erasableKind('batch_rows', scan, erase, { recordsTime: false })
