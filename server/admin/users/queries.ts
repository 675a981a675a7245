// The admin users as they are stored.
import type { AdminRole } from '../../kernel/admin-roles.ts'
import { controlStatement, type Sql } from '../../platform/database/database.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import type { Admin } from '../access.ts'
import { pendingApprovals } from '../approvals/pending.ts'
import { erasableKind, type ScannedRow } from '../retention/kind.ts'

const userStates = ['INVITED', 'ACTIVE', 'REMOVED'] as const
type UserState = (typeof userStates)[number]

export type StaffRow = {
  id: bigint
  user_id: string
  email: string
  name: string
  role: AdminRole
  state: UserState
  created_by: string
  created_at: Temporal.Instant
  last_sign_in_at: Temporal.Instant | null
  has_factor: boolean
  link_ends_at: Temporal.Instant | null
  is_waiting: boolean | null
}

/** Of a user `u`. */
export const staffColumns = `u.id, u.user_id, u.email, u.name, u.role, u.state, u.created_by, u.created_at, u.last_sign_in_at,
  exists (select from totp_secret s where s.account_id = u.id and s.confirmed_at is not null) as has_factor,
  (select l.expires_at from account_link l where l.account_id = u.id) as link_ends_at,
  (select l.is_waiting from account_link l where l.account_id = u.id) as is_waiting`

const listUsers = controlStatement<StaffRow>(
  'list_admin_users',
  `select ${staffColumns} from admin_user u where u.state <> 'REMOVED' order by u.id limit 1000`,
)
const findActive = controlStatement<{ email: string; name: string; role: AdminRole }>(
  'find_active_admin_users',
  `select email, name, role from admin_user where state = 'ACTIVE' order by id limit 1000`,
)

/** Returns the users that were not removed, the first one first, with the roles that wait for a second admin. */
export async function staffUsers(sql: Sql, admin: Admin, now: Temporal.Instant) {
  const rows = await sql.rows(listUsers)
  const subjects = rows.map(({ email }) => email)
  const pending = await pendingApprovals(sql, { actions: ['staff_role'], subjects, admin, now })
  return rows.map((row) => ({ ...renderStaff(row, now), pending_approvals: pending(row.email) }))
}

/** The names and roles of everybody who can sign in. */
export const activeStaff = (sql: Sql) => sql.rows(findActive)

/** A user as the API shows it. */
export function renderStaff(row: StaffRow, now: Temporal.Instant) {
  const { user_id, email, name, role, state, created_by, created_at, last_sign_in_at, link_ends_at } = row
  const isOpen = link_ends_at !== null && Temporal.Instant.compare(link_ends_at, now) > 0
  return {
    ...{ user_id, email, name, role, created_by },
    state: state === 'INVITED' && row.is_waiting && isOpen ? ('WAITING' as const) : state,
    second_factor: row.has_factor,
    created_at: zonelessMicrosecond(created_at),
    last_sign_in_at: last_sign_in_at && zonelessMicrosecond(last_sign_in_at),
    link_expires_at: isOpen ? zonelessMicrosecond(link_ends_at) : null,
  }
}

// guard: retention-removed-staff
const isDue = `u.state = 'REMOVED' and u.removed_at <= $1`
const scanUsers = controlStatement<ScannedRow>(
  'scan_admin_users_for_retention',
  `select u.id, u.created_at as at, ${isDue} as is_due, false as is_erased
     from admin_user u where u.id > $2 order by u.id limit $3`,
)
const deleteUsers = controlStatement<{ id: bigint }>(
  'delete_admin_users_past_retention',
  `with gone as (delete from admin_user u where u.id = any($2::bigint[]) and ${isDue} returning u.id)
   select id from gone order by id`,
)

export const removedStaffRetention = erasableKind('removed_staff', scanUsers, deleteUsers, {
  recordsTime: false,
})
