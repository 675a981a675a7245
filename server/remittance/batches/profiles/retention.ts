// Retention of saved profiles: the relationship with a person ends when no file names the profile any more.
import { erasableKind, type ScannedRow } from '../../../admin/retention/kind.ts'
import { statement } from '../../../platform/database/database.ts'

const isDue = 'p.used_at <= $1'

const scan = statement<ScannedRow>(
  'scan_profiles_for_retention',
  `select p.id, p.created_at as at, ${isDue} as is_due, false as is_erased
     from saved_profile p where p.id > $2 order by p.id limit $3`,
)
// guard: retention-profiles
const erase = statement<{ id: bigint }>(
  'delete_profiles_past_retention',
  `with gone as (delete from saved_profile p where p.id = any($2::bigint[]) and ${isDue} returning p.id)
   select id from gone order by id`,
)

export const profileRetention = erasableKind('saved_profiles', scan, erase, { recordsTime: false })
