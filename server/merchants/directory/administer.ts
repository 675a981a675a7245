// Admin actions on merchants other than go-live: search, suspend, resume. Each change is audited in its own transaction.
import { z } from 'zod'
import type { Admin } from '../../admin/access.ts'
import { pendingApprovals } from '../../admin/approvals/pending.ts'
import { audit } from '../../admin/audit.ts'
import { move } from '../../kernel/moves.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Database, type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { check, text } from '../../platform/http/body/body.ts'
import { type Page, paged, pageFields, rangeOf } from '../../platform/http/lists/list-query.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { goLiveMoves, latestRequest, renderGoLive } from '../go-live/go-live.ts'
import { merchantAdminProblems } from '../problems.ts'
import { endMerchantSessions } from '../sign-in/bearer.ts'
import { usersOf } from '../users/queries.ts'
import {
  countMerchants,
  listMerchants,
  type MerchantFilter,
  type MerchantRecord,
  merchantByCode,
} from './directory.ts'

export type MerchantAdminNeeds = { db: Database; secrets: Secrets; clock: Clock }

/** Every row that refers to a merchant shares a lock on its row, which `for update` would wait for: a stream of orders never ends. */
// guard: merchant-lock-beside-orders
const lockByCode = statement<{ id: bigint }>(
  'lock_merchant_by_code',
  'select id from merchant where merchant_code = $1 for no key update',
)
const moveStatus = statement<{ id: bigint }>(
  'move_merchant_status',
  'update merchant set status = $2, version = version + 1 where id = $1 and status <> $2 returning id',
)
export const listSchema = z.object({
  ...pageFields,
  search: text({ max: 200 }).optional(),
  environment: z.enum(['sandbox', 'production']).optional(),
  status: z.enum(['active', 'suspended']).optional(),
  go_live: z.enum(['NONE', 'PENDING', 'APPROVED', 'REJECTED']).optional(),
})

/** @throws InvalidBody */
export async function merchantsPage({ db }: MerchantAdminNeeds, query: unknown) {
  const wanted: Page & MerchantFilter = check(listSchema, query, 'query')
  const [items, total] = await Promise.all([
    listMerchants(db, wanted, rangeOf(wanted)),
    countMerchants(db, wanted),
  ])
  return paged(wanted, { items, total })
}

/** Returns the merchant with its latest go-live request and what waits for a second admin. @throws Problem 404 */
export async function merchantDetails({ db, clock }: MerchantAdminNeeds, code: string, admin: Admin) {
  const merchant = await existingMerchant(db, code)
  const request = await latestRequest(db, BigInt(merchant.id))
  const actions = ['balance_adjustment', 'negative_balance_limit'] as const
  const pending = await pendingApprovals(db, { actions, subjects: [code], admin, now: clock.now() })
  return {
    ...merchant,
    go_live_request: request ? requestDetails(request) : null,
    allowed_actions: allowedActions(merchant),
    pending_approvals: pending(code),
    users: await usersOf(db, BigInt(merchant.id)),
  }
}

/** Returns which actions are allowed now; a disallowed one carries the message its refusal would have. */
function allowedActions({ status, environment, go_live }: MerchantRecord) {
  const unchanged = (is: string) =>
    status === is ? new Problem(merchantAdminProblems.status_unchanged, { status: is }) : undefined
  const undecidable =
    environment === 'production'
      ? new Problem(merchantAdminProblems.live_already)
      : move(goLiveMoves, go_live, 'rejected') === undefined
        ? new Problem(merchantAdminProblems.nothing_pending)
        : undefined
  const suspended = status === 'suspended' ? new Problem(merchantAdminProblems.suspended) : undefined
  return {
    suspend: actionOf(unchanged('suspended')),
    resume: actionOf(unchanged('active')),
    approve: actionOf(undecidable ?? suspended),
    reject: actionOf(undecidable),
  }
}

function actionOf(fault: Problem | undefined) {
  return { allowed: fault === undefined, reason: fault?.message ?? null }
}

function requestDetails(request: NonNullable<Awaited<ReturnType<typeof latestRequest>>>) {
  const { company_name, registration_number, country, contact_name, contact_email, contact_phone } = request
  return {
    ...renderGoLive(request),
    decided_by: request.decided_by,
    ...{ company_name, registration_number, country, contact_name, contact_email, contact_phone },
  }
}

/** Locks the merchant's row until the transaction ends. @throws Problem 404 */
export async function lockedMerchant(sql: Tx, code: string): Promise<bigint> {
  const [row] = await sql.rows(lockByCode, [code])
  if (!row) throw new Problem(merchantAdminProblems.merchant_unknown)
  return row.id
}

/** @throws Problem 404 */
export async function existingMerchant(sql: Sql, code: string): Promise<MerchantRecord> {
  const merchant = await merchantByCode(sql, code)
  if (!merchant) throw new Problem(merchantAdminProblems.merchant_unknown)
  return merchant
}

/** Refuses every later request of the merchant and ends its sessions. @throws Problem 404, 409 */
export async function suspendMerchant(
  needs: MerchantAdminNeeds,
  code: string,
  act: { admin: Admin; reason: string },
): Promise<MerchantRecord> {
  return changeStatus(needs, code, 'suspended', act)
}

/** @throws Problem 404, 409 */
export async function resumeMerchant(
  needs: MerchantAdminNeeds,
  code: string,
  act: { admin: Admin; reason: string },
): Promise<MerchantRecord> {
  return changeStatus(needs, code, 'active', act)
}

async function changeStatus(
  { db, secrets, clock }: MerchantAdminNeeds,
  code: string,
  status: 'active' | 'suspended',
  { admin, reason }: { admin: Admin; reason: string },
): Promise<MerchantRecord> {
  return db.transaction(async (sql) => {
    const id = await lockedMerchant(sql, code)
    const [moved] = await sql.rows(moveStatus, [id, status])
    if (!moved) throw new Problem(merchantAdminProblems.status_unchanged, { status })
    if (status === 'suspended') await endMerchantSessions(sql, id)
    const action = status === 'suspended' ? 'merchant.suspended' : 'merchant.resumed'
    audit(sql, secrets, { admin, action, subject: code, detail: { reason }, now: clock.now() })
    return existingMerchant(sql, code)
  })
}
