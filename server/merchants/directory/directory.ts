// Merchants as admins see them, without secrets: search, read, suspend and resume. Each change is audited in its own transaction.
import { z } from 'zod'
import type { Admin } from '../../admin/access.ts'
import { pendingApprovals } from '../../admin/approvals/pending.ts'
import { audit } from '../../admin/audit.ts'
import { formatBasisPoints } from '../../kernel/money.ts'
import { move } from '../../kernel/moves.ts'
import { Problem } from '../../kernel/problem.ts'
import {
  commonStatement,
  controlStatement,
  type Database,
  type Sql,
  type Tx,
} from '../../platform/database/database.ts'
import { check, text } from '../../platform/http/body/body.ts'
import { paged, pageFields, rangeOf } from '../../platform/http/list-query.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Clock, utcSecond } from '../../platform/time/clock.ts'
import { latestReport } from '../../webhooks/certification/report.ts'
import { goLiveMoves, latestRequest, renderGoLive } from '../go-live.ts'
import { type OtherProfile, profileOfCode } from '../identity/test-profile.ts'
import { merchantAdminProblems } from '../problems.ts'
import { ratesOf } from '../profile/profile.ts'
import { endMerchantSessions } from '../sign-in/bearer.ts'
import { usersOf } from '../users/users.ts'
import type { merchantRecord } from './schemas.ts'

export type MerchantRecord = z.output<typeof merchantRecord>

type Rates = 'mobile_money_rate' | keyof ReturnType<typeof ratesOf>
type Row = Omit<MerchantRecord, 'id' | 'is_test' | 'created_at' | keyof OtherProfile | Rates> &
  Parameters<typeof ratesOf>[0] & {
    test_code: string | null
    live_code: string | null
    id: bigint
    created_at: Temporal.Instant
    mobile_money_rate_bp: number | null
  }

/** SQL: how far below zero a merchant `m` may go. */
export const limitOf = (
  currency: string,
  environment = 'm.environment',
) => `coalesce((select (limit_minor / 100.0)::numeric(20, 2)::text from shared.negative_balance_limit l
    where l.merchant_id = m.id and l.environment = ${environment} and l.currency = '${currency}'), '0.00')`

const columns = `m.id, m.merchant_code,
  (select test.merchant_code from shared.merchant test where test.test_of = m.id) as test_code,
  (select live.merchant_code from shared.merchant live where live.id = m.test_of) as live_code, m.name, m.email, m.environment, m.status, m.commission_rate_bp, m.mobile_money_rate_bp, m.bank_rate_bp,
  m.remittance_fee_bp, m.remittance_fee_fixed_minor, m.callback_url, m.ip_allowlist, m.microform_enabled,
  m.microform_allowed_origins, m.created_at,
  case m.environment when 'production' then m.may_refund_production else m.may_refund_sandbox end as may_refund,
  ${limitOf('USD')} as negative_balance_limit, ${limitOf('CDF')} as negative_balance_limit_cdf,
  array(select k.api_key from shared.api_key k where k.merchant_id = m.id and k.revoked_at is null order by k.id) as api_keys,
  coalesce((select g.state from go_live_request g where g.merchant_id = m.id order by g.id desc limit 1), 'NONE') as go_live`

const findByCode = controlStatement<Row>(
  'find_merchant_by_code',
  `select ${columns} from shared.merchant m where m.merchant_code = $1`,
)

/**
 * Merchants, but no samples, whose code, name or email matches $1, a pattern for `ilike`; each of $2 to $4 may be null. A test profile is
 * no merchant of its own, and is found only where something is searched for.
 */
const wanted = `select ${columns} from shared.merchant m
    where m.sample_of is null and (m.test_of is null or $1 <> '%%') and (m.merchant_code ilike $1 or m.name ilike $1 or m.email ilike $1)
      and ($2::text is null or m.environment = $2) and ($3::text is null or m.status = $3)`
const listNewest = controlStatement<Row>(
  'list_merchants',
  `select * from (${wanted}) w where $4::text is null or w.go_live = $4 order by id desc limit $5 offset $6`,
)
const countWanted = controlStatement<{ total: bigint }>(
  'count_merchants',
  `select count(*) as total from (${wanted}) w where $4::text is null or w.go_live = $4`,
)

const maxListed = 1000

export async function merchantByCode(sql: Sql, code: string): Promise<MerchantRecord | undefined> {
  const [row] = await sql.rows(findByCode, [code])
  return row && record(row)
}

export const listSchema = z.object({
  ...pageFields,
  search: text({ max: 200 }).optional(),
  environment: z.enum(['sandbox', 'production']).optional(),
  status: z.enum(['active', 'suspended']).optional(),
  go_live: z.enum(['NONE', 'PENDING', 'APPROVED', 'REJECTED']).optional(),
})
type MerchantFilter = Partial<z.output<typeof listSchema>>

function filterValues({ search = '', environment, status, go_live }: MerchantFilter): unknown[] {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return [pattern, environment ?? null, status ?? null, go_live ?? null]
}

/** Lists merchants, newest first; without a range, the newest thousand. */
export async function listMerchants(
  sql: Sql,
  filter: MerchantFilter = {},
  { limit, offset }: { limit: number; offset: number } = { limit: maxListed, offset: 0 },
): Promise<MerchantRecord[]> {
  return (await sql.rows(listNewest, [...filterValues(filter), limit, offset])).map(record)
}

async function countMerchants(sql: Sql, filter: MerchantFilter): Promise<number> {
  const [row] = await sql.rows(countWanted, filterValues(filter))
  return Number(row?.total ?? 0)
}

function record(row: Row): MerchantRecord {
  const { commission_rate_bp, bank_rate_bp, remittance_fee_bp, remittance_fee_fixed_minor, ...others } = row
  const { mobile_money_rate_bp, test_code, live_code, ...rest } = others
  return {
    ...rest,
    test_profile: profileOfCode(test_code),
    live_profile: profileOfCode(live_code),
    mobile_money_rate: mobile_money_rate_bp === null ? null : formatBasisPoints(mobile_money_rate_bp),
    ...ratesOf({ commission_rate_bp, bank_rate_bp, remittance_fee_bp, remittance_fee_fixed_minor }),
    id: String(row.id),
    is_test: row.environment === 'sandbox',
    created_at: utcSecond(row.created_at),
  }
}

export type MerchantAdminNeeds = { db: Database; secrets: Secrets; clock: Clock }

/** Every row that refers to a merchant shares a lock on its row, which `for update` would wait for: a stream of orders never ends. */
// guard: merchant-lock-beside-orders
const lockByCode = commonStatement<{ id: bigint }>(
  'lock_merchant_by_code',
  'select id from shared.merchant where merchant_code = $1 and sample_of is null for no key update',
)
const moveStatus = commonStatement<{ id: bigint }>(
  'move_merchant_status',
  'update shared.merchant set status = $2, version = version + 1 where id = $1 and status <> $2 returning id',
)

/** @throws InvalidBody */
export async function merchantsPage({ db }: MerchantAdminNeeds, query: unknown) {
  const wanted = check(listSchema, query, 'query')
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
    webhook_certification: await latestReport(db, BigInt(merchant.id)),
  }
}

/** Returns which actions are allowed now; a disallowed one carries the message its refusal would have. */
function allowedActions({ status, environment, go_live, live_profile }: MerchantRecord) {
  const unchanged = (is: string) =>
    status === is ? new Problem(merchantAdminProblems.status_unchanged, { status: is }) : undefined
  const undecidable = live_profile
    ? new Problem(merchantAdminProblems.is_test_profile)
    : environment === 'production'
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
