// Retention of removed admin users: they are kept for as long as an email in the audit log may have to be explained. The audit log itself
// stays.
import { statement } from '../../platform/database/database.ts'
import { erasableKind, type ScannedRow } from '../retention/kind.ts'

// guard: retention-removed-staff
const isDue = `u.state = 'REMOVED' and u.removed_at <= $1`
const scanUsers = statement<ScannedRow>(
  'scan_admin_users_for_retention',
  `select u.id, u.created_at as at, ${isDue} as is_due, false as is_erased
     from admin_user u where u.id > $2 order by u.id limit $3`,
)
const deleteUsers = statement<{ id: bigint }>(
  'delete_admin_users_past_retention',
  `with gone as (delete from admin_user u where u.id = any($2::bigint[]) and ${isDue} returning u.id)
   select id from gone order by id`,
)

export const removedStaffRetention = erasableKind('removed_staff', scanUsers, deleteUsers, {
  recordsTime: false,
})
