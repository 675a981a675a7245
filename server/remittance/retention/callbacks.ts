// Retention of operators' callbacks as they were received. What they led to is in the transfer.

import { erasableKind, type ScannedRow } from '../../admin/retention/kind.ts'
import { statement } from '../../platform/database/database.ts'

// guard: retention-applied-callbacks
const isDue = `b.state <> 'new' and b.received_at <= $1`
const scanCallbacks = statement<ScannedRow>(
  'scan_callbacks_for_retention',
  `select b.id, b.received_at as at, ${isDue} as is_due, false as is_erased
     from operator_callback b where b.id > $2 order by b.id limit $3`,
)
const deleteCallbacks = statement<{ id: bigint }>(
  'delete_callbacks_past_retention',
  `with gone as (delete from operator_callback b where b.id = any($2::bigint[]) and ${isDue} returning b.id)
   select id from gone order by id`,
)

export const callbackRetention = erasableKind('operator_callbacks', scanCallbacks, deleteCallbacks, {
  recordsTime: false,
})
