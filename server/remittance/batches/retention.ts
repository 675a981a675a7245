// Retention of saved profiles, which name persons and their documents.
import { erasableKind, type ScannedRow } from '../../admin/retention/kind.ts'
import { statement } from '../../platform/database/database.ts'

/** The relationship with a person ends when no file names the profile any more. */
const isProfileDue = 'p.used_at <= $1'

const scanProfiles = statement<ScannedRow>(
  'scan_profiles_for_retention',
  `select p.id, p.created_at as at, ${isProfileDue} as is_due, false as is_erased
     from saved_profile p where p.id > $2 order by p.id limit $3`,
)
// guard: retention-profiles
const eraseProfiles = statement<{ id: bigint }>(
  'delete_profiles_past_retention',
  `with gone as (delete from saved_profile p where p.id = any($2::bigint[]) and ${isProfileDue} returning p.id)
   select id from gone order by id`,
)

export const profileRetention = erasableKind('saved_profiles', scanProfiles, eraseProfiles, {
  recordsTime: false,
})
