// Takes the second factors of a user away, for instance after a lost phone: an owner does it for a colleague, an admin where no owner
// can. The user signs in with the password alone afterwards, and sets up new factors.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { MerchantRole } from '../../kernel/merchant-roles.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement, type Database, type Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { alertOfFactorReset } from '../alerts/account-alerts.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import { type RoleNeeds, restartNewDestinations } from '../sign-in/bearer.ts'
import { removeAllFactors } from '../sign-in/factors.ts'
import { requireStepUp } from '../sign-in/step-up.ts'
import { auditUser, lockedUser, type UserCall, type UserNeeds } from './change-user.ts'
import type { UserRow } from './users.ts'

const action = 'merchant_user.factors_reset'

// guard: admin-reset-merchant
const findUser = controlStatement<{
  id: bigint
  email: string
  role: MerchantRole
  merchant_id: bigint
  environment: Environment
}>(
  'find_user_for_factor_reset',
  `select u.id, u.email, u.role, u.merchant_id, m.environment from merchant_user u join shared.merchant m on m.id = u.merchant_id
    where m.merchant_code = $1 and u.user_id::text = $2`,
)

/** An owner resets the factors of a user. @throws Problem 403, 404, 409 for a user without one */
export async function resetFactors(needs: UserNeeds, call: UserCall, userId: string): Promise<undefined> {
  // guard: reset-factors-step-up
  await requireStepUp(needs, call.session, call.stepUpToken)
  await needs.db.transaction(async (sql) => {
    const { user } = await lockedUser(sql, call.session, userId)
    if (!(await removeAllFactors(sql, user.id))) throw new Problem(problems.factor_missing)
    auditUser(sql, needs, call, action, { email: user.email })
    const { merchantId, environment, user: by } = call.session
    await recordReset(sql, needs, { ...user, merchantId, environment, by: by.email })
  })
}

type Reset = Pick<UserRow, 'email' | 'role'> & {
  merchantId: bigint
  environment: Environment
  /** The email of the owner who did it; null: an admin. */
  by: string | null
}

/** What follows from a reset: the password alone signs in, and whoever knows it may have prepared payout destinations. */
async function recordReset(sql: Tx, needs: RoleNeeds, reset: Reset): Promise<void> {
  // guard: reset-factors-alert
  await alertOfFactorReset(sql, reset, needs.clock.now())
  // guard: reset-factors-destinations
  await restartNewDestinations(sql, needs, reset)
}

type AdminNeeds = RoleNeeds & { db: Database; secrets: Secrets }

/** An admin resets the factors of a merchant's user. @throws Problem 404, 409 for a user without one */
export async function resetFactorsByAdmin(
  needs: AdminNeeds,
  { merchantCode, userId }: { merchantCode: string; userId: string },
  { admin, reason }: { admin: Admin; reason: string },
): Promise<{ merchant_code: string; email: string }> {
  const { secrets, clock } = needs
  return needs.db.transaction(async (sql) => {
    const [user] = await sql.rows(findUser, [merchantCode, userId.toLowerCase()])
    if (!user) throw new Problem(problems.user_unknown)
    if (!(await removeAllFactors(sql, user.id))) throw new Problem(problems.factor_missing)
    const { email, merchant_id: merchantId } = user
    audit(sql, secrets, { admin, action, subject: merchantCode, detail: { reason, email }, now: clock.now() })
    await recordReset(sql, needs, { ...user, merchantId, by: null })
    return { merchant_code: merchantCode, email }
  })
}
