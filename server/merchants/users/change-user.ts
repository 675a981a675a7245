// Changes and removes users of a merchant. Whoever gets another role or is removed is signed out everywhere. What they prepared
// ends with their right to prepare it: invitations, and new payout destinations. A merchant always keeps an owner.
import { endSessions } from '../../accounts/sessions.ts'
import { audit } from '../../admin/audit.ts'
import type { Environment } from '../../kernel/environment.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement, type Database, type Sql, type Tx } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { alertOwners } from '../alerts/alert-merchant.ts'
import { refuseLastApprover } from '../approvals.ts'
import { merchantActor, type RequestOrigin } from '../identity/merchant.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import { type RoleNeeds, type Session, unconfirmNewDestinations } from '../sign-in/bearer.ts'
import { requireStepUp } from '../sign-in/step-up.ts'
import { changeUserSchema, renderUser, type UserRow, userColumns } from './users.ts'

export type ReservedNames = {
  /** Whether the text is the name of one of our own people, however it is spelled. */
  isReserved: (sql: Sql, name: string) => Promise<boolean>
}

/** Refuses the name of one of our own people, and tells the owners of the merchant once a day. @throws Problem 409 */
export async function refuseReservedName(
  { db, clock, isReserved }: ReservedNames & { db: Database; clock: Clock },
  { merchantId, environment }: { merchantId: bigint; environment: Environment },
  name: string,
): Promise<void> {
  // guard: reserved-name
  if (!(await isReserved(db, name))) return
  const now = clock.now()
  const fact = `reserved_name:${merchantId}:${name}:${now.toString().slice(0, 10)}`
  const facts = { name, at: now }
  const alert = { merchantId, environment, kind: 'reserved_name_refused', fact, facts } as const
  await db.transaction((sql) => alertOwners(sql, alert, now))
  throw new Problem(problems.name_reserved)
}

export type UserNeeds = {
  db: Database
  secrets: Secrets
} & RoleNeeds &
  ReservedNames

/** `from` is where the call came from, for the audit log. */
export type UserCall = { session: Session; stepUpToken: string | undefined; from: RequestOrigin }

/** Changes of two owners at the same time wait for each other here, so that they cannot both take the role from the other. */
// guard: owners-lock
const lockOwners = controlStatement<{ id: bigint }>(
  'lock_merchant_owners',
  `select id from merchant_user where merchant_id = $1 and role = 'owner' order by id for update`,
)
export const lockUser = controlStatement<UserRow>(
  'lock_merchant_user',
  `select ${userColumns} from merchant_user u where u.merchant_id = $1 and u.user_id::text = $2 for update`,
)
const saveUser = controlStatement<UserRow>(
  'save_merchant_user',
  `update merchant_user u set name = $2, role = $3 where u.id = $1 returning ${userColumns}`,
)
/** Sessions, password links and invitations go with the user. */
const deleteUser = controlStatement<{ was_confirmed: boolean }>(
  'delete_merchant_user',
  'delete from merchant_user where id = $1 returning email_confirmed_at is not null as was_confirmed',
)
// guard: invitations-of-inviter
const revokeInvitationsBy = controlStatement(
  'revoke_invitations_by',
  'delete from invitation where invited_by = $1',
)

/** Changes the name or the role of a user. @throws InvalidBody, Problem 403, 404, 409 for the last owner, or the last second user of approvals */
export async function changeUser(needs: UserNeeds, call: UserCall, userId: string, body: unknown) {
  await requireStepUp(needs, call.session, call.stepUpToken)
  const wanted = check(changeUserSchema, body, 'body')
  if (wanted.name !== undefined) await refuseReservedName(needs, call.session, wanted.name)
  return needs.db.transaction(async (sql) => {
    const { user, owners } = await lockedUser(sql, call.session, userId)
    const { role = user.role, name = user.name } = wanted
    if (role !== 'owner') refuseLastOwner(user, owners)
    // guard: role-of-approver
    await refuseLastApprover(sql, call.session.merchantId, { former: user.role, given: role })
    const [saved = user] = await sql.rows(saveUser, [user.id, name, role])
    if (role !== user.role) {
      // guard: role-change-sessions
      await endSessions(sql, user.id)
      if (role !== 'owner') {
        await sql.rows(revokeInvitationsBy, [user.id])
        // guard: role-change-destinations
        await unconfirmNewDestinations(sql, needs, { role: user.role, merchantId: call.session.merchantId })
      }
    }
    const changed = { ...(role !== user.role && { former_role: user.role, given_role: role }), name }
    auditUser(sql, needs, call, 'merchant_user.changed', { email: user.email, ...changed })
    return renderUser(saved)
  })
}

/** Removes a user. Their email can be invited again. @throws Problem 403, 404, 409 for the last owner, or the last second user of approvals */
export async function removeUser(needs: UserNeeds, call: UserCall, userId: string): Promise<undefined> {
  await requireStepUp(needs, call.session, call.stepUpToken)
  await needs.db.transaction(async (sql) => {
    const { user, owners } = await lockedUser(sql, call.session, userId)
    refuseLastOwner(user, owners)
    await refuseLastApprover(sql, call.session.merchantId, { former: user.role })
    // Their step-ups have no reference to the user, so they are deleted before the user.
    await endSessions(sql, user.id)
    // guard: removal-destinations
    await unconfirmNewDestinations(sql, needs, { role: user.role, merchantId: call.session.merchantId })
    const [removed] = await sql.rows(deleteUser, [user.id])
    auditUser(sql, needs, call, 'merchant_user.removed', {
      email: user.email,
      name: user.name,
      former_role: user.role,
      email_confirmed: removed?.was_confirmed ?? false,
    })
  })
}

/** Locks a user and all owners, of whom the caller must still be one. @throws Problem 403, 404 */
export async function lockedUser(sql: Tx, { merchantId, user: caller }: Session, userId: string) {
  const owners = await sql.rows(lockOwners, [merchantId])
  // guard: still-owner
  if (!owners.some(({ id }) => id === caller.id)) throw new Problem(problems.role_refused)
  const [user] = await sql.rows(lockUser, [merchantId, userId.toLowerCase()])
  if (!user) throw new Problem(problems.user_unknown)
  return { user, owners }
}

/** @throws Problem 409 */
function refuseLastOwner(user: UserRow, owners: readonly { id: bigint }[]): void {
  // guard: last-owner
  if (user.role === 'owner' && owners.length === 1) throw new Problem(problems.last_owner)
}

/** Records what an owner did to a user or an invitation. */
export function auditUser(
  sql: Tx,
  { secrets, clock }: UserNeeds,
  { session, from }: Pick<UserCall, 'session' | 'from'>,
  action: string,
  { email, ...detail }: { email: string } & Record<string, unknown>,
): void {
  const { merchantCode: subject } = session
  // guard: user-audit
  audit(sql, secrets, {
    admin: merchantActor(session, from),
    action,
    subject,
    detail: { email, ...detail },
    now: clock.now(),
  })
}
