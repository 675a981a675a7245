// Invites, changes and removes admin users. Whoever gets another role or is removed is signed out everywhere. There is always an owner
// among them, once there was one. Where the deployment asks for it, a new user and another role wait for a second admin.

import { z } from 'zod'
import { removeRecoveryCodes } from '../../accounts/factors/recovery-codes.ts'
import { removeTotp } from '../../accounts/factors/totp.ts'
import { approveLink, removeLinks } from '../../accounts/links.ts'
import { removePasskeys } from '../../accounts/passkeys/passkey.ts'
import { endSessions } from '../../accounts/sessions.ts'
import { type AdminRole, adminRoles } from '../../kernel/admin-roles.ts'
import { Problem } from '../../kernel/problem.ts'
import { formOfName } from '../../kernel/text/name-skeleton.ts'
import { controlStatement, type Database, type Tx } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { type Admin, isSamePerson } from '../access.ts'
import type { Act } from '../approvals/decide-approval.ts'
import type { ApprovalRow } from '../approvals/queries.ts'
import { type Approvals, type RequestedApproval, requestApproval } from '../approvals/request-approval.ts'
import { needsApproval } from '../approvals/rules.ts'
import { audit } from '../audit.ts'
import { giveLink, type LinkNeeds } from './links.ts'
import { staffProblems as problems } from './problems.ts'
import { renderStaff, type StaffRow, staffColumns } from './queries.ts'
import { changeRoleSchema, inviteSchema, reasonSchema, removalSchema } from './schemas.ts'

export type StaffNeeds = LinkNeeds & {
  db: Database
  clock: Clock
  approvals: Approvals
}

/** Changes of owners at the same time wait for each other here, so that they cannot both take the role from the other. */
// guard: staff-owners-lock
const lockOwners = controlStatement<{ id: bigint }>(
  'lock_admin_owners',
  `select id from admin_user where role = 'owner' and state = 'ACTIVE' order by id for update`,
)
export const lockById = controlStatement<StaffRow>(
  'lock_admin_user',
  `select ${staffColumns} from admin_user u where u.user_id::text = $1 and u.state <> 'REMOVED' for update of u`,
)
const lockByEmail = controlStatement<StaffRow>(
  'lock_admin_user_by_email',
  `select ${staffColumns} from admin_user u where u.email = $1 and u.state <> 'REMOVED' for update of u`,
)
const insertUser = controlStatement<{ user_id: string }>(
  'insert_admin_user',
  `insert into admin_user (email, name, role, state, created_by, created_at) values ($1, $2, $3, 'INVITED', $4, $5)
   on conflict (email) where state <> 'REMOVED' do nothing returning user_id::text as user_id`,
)
const saveInvited = controlStatement(
  'save_invited_admin_user',
  `update admin_user set name = $2, role = $3 where id = $1 and state = 'INVITED'`,
)
/** Other users, former ones too: by names and emails one knows who is one person. */
const findOthers = controlStatement<{ email: string; name: string }>(
  'find_other_admin_users',
  'select email, name from admin_user where id <> $1',
)
const saveRole = controlStatement('save_admin_role', 'update admin_user set role = $2 where id = $1')
const removeOne = controlStatement(
  'remove_admin_user',
  `update admin_user set state = 'REMOVED', password_hash = null, removed_at = $2 where id = $1`,
)

/**
 * Invites a user, or again one who has not accepted yet: the link replaces the earlier one, and is returned this once.
 * @throws InvalidBody, Problem 403 if it needs a second admin and there is none, 409 for the email of a user
 */
export async function inviteStaff(needs: StaffNeeds, admin: Admin, body: unknown) {
  const { email, name, role, reason } = check(inviteSchema, body, 'body')
  return needs.db.transaction(async (sql) => {
    const now = needs.clock.now()
    await sql.rows(insertUser, [email, name, role, admin.name, now])
    const [user] = await sql.rows(lockByEmail, [email])
    if (user?.state !== 'INVITED') throw new Problem(problems.user_exists)
    await sql.rows(saveInvited, [user.id, name, role])
    const isWaiting = needsApproval(needs.approvals.rules, 'staff_role')
    const fault = nameFault(await sql.rows(findOthers, [user.id]), { email, name })
    if (fault) throw fault
    const wanted = { userId: user.id, email, kind: 'invitation', isWaiting, now } as const
    const { given, fingerprint } = await giveLink(sql, needs, wanted)
    auditStaff(sql, needs, admin, 'staff.invited', { email, name, given_role: role, reason })
    const invited = { ...user, name, role }
    const approval = isWaiting
      ? await waitForApproval(sql, needs, { user: invited, role, link: fingerprint, reason, admin })
      : null
    const shown = renderStaff({ ...invited, is_waiting: isWaiting, link_ends_at: null }, now)
    return { ...shown, state: isWaiting ? ('WAITING' as const) : ('INVITED' as const), ...given, approval }
  })
}

/**
 * Why this would make a second person of one. Whoever returns under another email, or with another name, could approve what they
 * requested before they left.
 */
function nameFault(
  others: readonly { email: string; name: string }[],
  { email, name }: { email: string; name: string },
): Problem | undefined {
  // In whatever order, case and spelling.
  const hasName = (user: { name: string }) => formOfName(user.name) === formOfName(name)
  // guard: staff-name-once
  if (others.some((user) => user.email !== email && hasName(user))) return new Problem(problems.name_taken)
  // guard: staff-email-of-one-name
  if (others.some((user) => user.email === email && !hasName(user))) return new Problem(problems.name_differs)
  return undefined
}

/** Gives a user another role, or requests it. @throws InvalidBody, Problem 403, 404, 409 for the last owner */
export async function changeStaffRole(needs: StaffNeeds, admin: Admin, userId: string, body: unknown) {
  const { role, reason } = check(changeRoleSchema, body, 'body')
  return needs.db.transaction(async (sql) => {
    const { user, owners } = await lockedStaff(sql, userId)
    if (user.role === role) throw new Problem(problems.role_unchanged)
    refuseLastOwner(user, owners)
    // guard: staff-role-approval
    if (needsApproval(needs.approvals.rules, 'staff_role'))
      return waitForApproval(sql, needs, { user, role, reason, admin })
    return giveRole(sql, needs, { user, role, reason, admin })
  })
}

/** Gives the role to a user whose row is locked; sessions that began with another role end. */
async function giveRole(
  sql: Tx,
  needs: Pick<StaffNeeds, 'secrets' | 'clock'>,
  { user, role, reason, admin }: { user: StaffRow; role: AdminRole; reason: string; admin: Admin },
) {
  await sql.rows(saveRole, [user.id, role])
  // guard: staff-role-sessions
  await endSessions(sql, user.id)
  const detail = { email: user.email, former_role: user.role, given_role: role, reason }
  auditStaff(sql, needs, admin, 'staff.role_changed', detail)
  return renderStaff({ ...user, role }, needs.clock.now())
}

/** Removes a user. Their email can be invited again. @throws InvalidBody, Problem 404, 409 for the last owner */
export async function removeStaff(
  needs: StaffNeeds,
  admin: Admin,
  userId: string,
  query: unknown,
): Promise<void> {
  const { reason } = check(removalSchema, query, 'query')
  await needs.db.transaction(async (sql) => {
    const { user, owners } = await lockedStaff(sql, userId)
    refuseLastOwner(user, owners)
    await sql.rows(removeOne, [user.id, needs.clock.now()])
    await endSessions(sql, user.id)
    await removeLinks(sql, user.id)
    await removeFactors(sql, user.id)
    auditStaff(sql, needs, admin, 'staff.removed', {
      email: user.email,
      former_role: user.role,
      // guard: staff-removal-reason
      ...(reason !== undefined && { reason }),
    })
  })
}

/**
 * Ends the authenticator app, the passkeys and the sessions of a user, and makes a link to set up a new app, which also takes the password.
 * @throws InvalidBody, Problem 403 for the own factor, 404
 */
export async function resetStaffFactor(needs: StaffNeeds, admin: Admin, userId: string, body: unknown) {
  const { reason } = check(reasonSchema, body, 'body')
  return needs.db.transaction(async (sql) => {
    const { user } = await lockedStaff(sql, userId)
    const { email, name } = user
    // guard: own-staff-factor
    if (isOwnAccount(user, admin)) throw new Problem(problems.own_factor)
    if (user.state !== 'ACTIVE') throw new Problem(problems.user_unknown)
    await removeFactors(sql, user.id)
    // guard: staff-reset-sessions
    await endSessions(sql, user.id)
    const now = needs.clock.now()
    const wanted = { userId: user.id, email, kind: 'reset', isWaiting: false, now } as const
    const { given } = await giveLink(sql, needs, wanted)
    auditStaff(sql, needs, admin, 'staff.factor_reset', { email, reason })
    return { email, name, ...given }
  })
}

async function removeFactors(sql: Tx, userId: bigint): Promise<void> {
  await removeTotp(sql, userId)
  // guard: staff-reset-codes
  await removeRecoveryCodes(sql, userId)
  // guard: staff-reset-passkeys
  await removePasskeys(sql, userId)
}

/** Whether the account is the admin's own: that of the session, or of the person who owns the token. */
const isOwnAccount = ({ id, email, name }: StaffRow, admin: Admin) =>
  admin.session ? admin.session.id === id : [email, name].some((owner) => isSamePerson({ owner }, admin))

/** Locks a user and all owners. @throws Problem 404 */
async function lockedStaff(sql: Tx, userId: string) {
  const owners = await sql.rows(lockOwners)
  const [user] = await sql.rows(lockById, [userId.toLowerCase()])
  if (!user) throw new Problem(problems.user_unknown)
  return { user, owners }
}

/** @throws Problem 409 */
function refuseLastOwner(user: StaffRow, owners: readonly { id: bigint }[]): void {
  // guard: last-staff-owner
  if (owners.length === 1 && owners[0]?.id === user.id) throw new Problem(problems.last_owner)
}

/** `link`: of an invitation, whose approval is of this link only. */
type Wanted = { user: StaffRow; role: AdminRole; link?: string; reason: string; admin: Admin }

/** @throws Problem 403 if there is no second admin */
async function waitForApproval(
  sql: Tx,
  { approvals, clock }: StaffNeeds,
  { user, role, link, reason, admin }: Wanted,
): Promise<RequestedApproval> {
  const known = { user_id: user.user_id, name: user.name, role }
  const request = {
    ...known,
    ...(link === undefined ? { former_role: user.role } : { former_role: '', link }),
  }
  const wanted = { action: 'staff_role', subject: user.email, request, reason, admin } as const
  const requested = await requestApproval(sql, approvals, { ...wanted, now: clock.now() })
  if (requested instanceof Problem) throw requested
  return requested
}

/** Records what an admin did about a user. */
function auditStaff(
  sql: Tx,
  { secrets, clock }: Pick<StaffNeeds, 'secrets' | 'clock'>,
  admin: Admin,
  action: string,
  { email, ...detail }: { email: string } & Record<string, unknown>,
): void {
  // guard: staff-audit
  audit(sql, secrets, { admin, action, subject: email, detail, now: clock.now() })
}

const requestSchema = z.object({
  user_id: z.string(),
  role: z.enum(adminRoles),
  /** Empty for an invitation. */
  former_role: z.string(),
  /** The fingerprint of an invitation's link. */
  link: z.string().optional(),
})

const requestOf = ({ request }: ApprovalRow) => requestSchema.parse(request)

export function openStaffRoleAct(needs: Omit<StaffNeeds, 'db' | 'approvals'>): Act {
  return {
    problems: [problems.user_unknown, problems.user_changed, problems.last_owner],
    async lock(sql, approval) {
      await lockedStaff(sql, requestOf(approval).user_id)
    },
    async perform(sql, approval, admin) {
      const { user_id, role, former_role, link = '' } = requestOf(approval)
      const { user, owners } = await lockedStaff(sql, user_id)
      const isNew = former_role === ''
      // guard: staff-changed-since
      if (user.role !== (isNew ? role : former_role)) throw new Problem(problems.user_changed)
      if (!isNew) {
        refuseLastOwner(user, owners)
        await giveRole(sql, needs, { user, role, reason: approval.reason, admin })
        return {}
      }
      const now = needs.clock.now()
      if (!(await approveLink(sql, user.id, link, now))) throw new Problem(problems.user_changed)
      const { id: userId, email } = user
      // The link that waited was shown to nobody.
      if (needs.linkDelivery.mailed)
        await giveLink(sql, needs, { userId, email, kind: 'invitation', isWaiting: false, now })
      return {}
    },
  }
}
