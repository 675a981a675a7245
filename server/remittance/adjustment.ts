// A wallet put right by hand: one person asks for it, with a reason, and another one decides. Nothing is booked before,
// and nothing is booked that the wallet does not have.
import type { Admin } from '../admin/access.ts'
import { audit } from '../admin/audit.ts'
import { Problem } from '../kernel/problem.ts'
import type { Environment } from '../merchants/merchant.ts'
import type { Clock } from '../platform/clock.ts'
import { type Database, type Sql, statement } from '../platform/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import { remittanceProblems } from './problems.ts'
import { formatHundredths } from './quote.ts'
import { adjust, ensureWallet, lockWallets, move, saveMovements } from './wallet.ts'

export type AdjustmentNeeds = {
  db: Database
  clock: Clock
  secrets: Secrets
  /** How many people may use the admin API: where it is one, nobody else could decide. */
  adminCount: number
}

export const adjustmentStates = ['PENDING', 'APPROVED', 'REJECTED'] as const
export type AdjustmentState = (typeof adjustmentStates)[number]

export type AdjustmentRow = {
  id: bigint
  merchant_id: bigint
  merchant_code: string
  merchant_name: string
  environment: Environment
  amount_minor: bigint
  reason: string
  state: AdjustmentState
  requested_by: string
  requested_at: Temporal.Instant
  decided_by: string | null
  decided_at: Temporal.Instant | null
  decision_reason: string | null
  balance_after_minor: bigint | null
}

export const adjustmentColumns = `a.id, a.merchant_id, m.merchant_code, m.name as merchant_name, a.environment,
  a.amount_minor, a.reason, a.state, a.requested_by, a.requested_at, a.decided_by, a.decided_at, a.decision_reason,
  a.balance_after_minor`

const insertRequest = statement<{ id: bigint }>(
  'insert_wallet_adjustment',
  `insert into wallet_adjustment (merchant_id, environment, amount_minor, reason, requested_by, requested_at)
   values ($1, $2, $3, $4, $5, $6) returning id`,
)
const findOne = statement<AdjustmentRow>(
  'find_wallet_adjustment',
  `select ${adjustmentColumns} from wallet_adjustment a join merchant m on m.id = a.merchant_id where a.id = $1`,
)
const lockOne = statement<AdjustmentRow>(
  'lock_wallet_adjustment',
  `select ${adjustmentColumns} from wallet_adjustment a join merchant m on m.id = a.merchant_id
    where a.id = $1 for update of a`,
)
const saveDecision = statement(
  'decide_wallet_adjustment',
  `update wallet_adjustment
      set state = $2, decided_by = $3, decided_at = $4, decision_reason = $5, balance_after_minor = $6
    where id = $1 and state = 'PENDING'`,
)

/** Keeps what came of it, in the same commit. */
export type KeepAdjustment = (sql: Sql, adjustment: AdjustmentRow) => Promise<void>

type Owner = { id: bigint; merchantCode: string; environment: Environment }

/** @param wanted.amount US cents, not zero; below zero takes from the merchant. @throws Problem 403 where nobody else could decide. */
export async function requestAdjustment(
  { db, clock, secrets, adminCount }: AdjustmentNeeds,
  owner: Owner,
  { amount, reason, admin }: { amount: bigint; reason: string; admin: Admin },
  keep: KeepAdjustment,
): Promise<AdjustmentRow> {
  if (adminCount < 2) throw new Problem(remittanceProblems.second_admin_missing)
  const now = clock.now()
  return db.transaction(async (sql) => {
    const values = [owner.id, owner.environment, amount, reason, admin.name, now]
    const [made] = await sql.rows(insertRequest, values)
    const detail = {
      id: String(made!.id),
      amount: formatHundredths(amount),
      environment: owner.environment,
      reason,
    }
    const entry = { admin, action: 'adjustment.requested', subject: owner.merchantCode, detail, now }
    await audit(sql, secrets, entry)
    return kept(sql, made!.id, keep)
  })
}

export async function adjustmentById(sql: Sql, id: bigint): Promise<AdjustmentRow> {
  const [found] = await sql.rows(findOne, [id])
  if (!found) throw new Problem(remittanceProblems.adjustment_unknown)
  return found
}

type Decision = { reason: string; admin: Admin; keep: KeepAdjustment }

/** Books it. @throws Problem 404, 403 for who asked, 409 when decided, 402 when the wallet has too little: then it stays. */
export async function approveAdjustment(
  needs: AdjustmentNeeds,
  id: bigint,
  decision: Decision,
): Promise<AdjustmentRow> {
  return decide(needs, id, 'APPROVED', decision, async (sql, adjustment, now) => {
    const owner = { merchantId: adjustment.merchant_id, environment: adjustment.environment }
    await ensureWallet(sql, owner)
    const wallet = (await lockWallets(sql, [owner]))(owner)
    const done = wallet && move(wallet, adjust(adjustment.amount_minor), { key: `adjustment:${id}` })
    if (!done) throw new Problem(remittanceProblems.balance_insufficient)
    await saveMovements(sql, [done], now)
    return done.wallet.available
  })
}

/** Nothing is booked. @throws Problem 404, 403 for who asked, 409 when decided. */
export async function rejectAdjustment(
  needs: AdjustmentNeeds,
  id: bigint,
  decision: Decision,
): Promise<AdjustmentRow> {
  return decide(needs, id, 'REJECTED', decision, async () => null)
}

async function decide(
  { db, clock, secrets }: AdjustmentNeeds,
  id: bigint,
  state: 'APPROVED' | 'REJECTED',
  { reason, admin, keep }: Decision,
  book: (sql: Sql, adjustment: AdjustmentRow, now: Temporal.Instant) => Promise<bigint | null>,
): Promise<AdjustmentRow> {
  return db.transaction(async (sql) => {
    const now = clock.now()
    const [adjustment] = await sql.rows(lockOne, [id])
    if (!adjustment) throw new Problem(remittanceProblems.adjustment_unknown)
    if (adjustment.state !== 'PENDING') {
      const told = { state: adjustment.state, by: adjustment.decided_by ?? '' }
      throw new Problem(remittanceProblems.adjustment_decided, told)
    }
    if (adjustment.requested_by === admin.name) throw new Problem(remittanceProblems.second_person)
    const balance = await book(sql, adjustment, now)
    await sql.rows(saveDecision, [id, state, admin.name, now, reason, balance])
    await audit(sql, secrets, {
      admin,
      action: state === 'APPROVED' ? 'adjustment.approved' : 'adjustment.rejected',
      subject: adjustment.merchant_code,
      detail: { id: String(id), amount: formatHundredths(adjustment.amount_minor), reason },
      now,
    })
    return kept(sql, id, keep)
  })
}

async function kept(sql: Sql, id: bigint, keep: KeepAdjustment): Promise<AdjustmentRow> {
  const adjustment = await adjustmentById(sql, id)
  await keep(sql, adjustment)
  return adjustment
}

/** Why an admin may not decide it now; undefined when it may. */
export function whyNotDecidable(
  adjustment: Pick<AdjustmentRow, 'state' | 'requested_by'>,
  admin: Pick<Admin, 'name'>,
): string | undefined {
  if (adjustment.state !== 'PENDING') return `The adjustment is ${adjustment.state}`
  return adjustment.requested_by === admin.name ? 'Who asks for an adjustment does not decide it' : undefined
}
