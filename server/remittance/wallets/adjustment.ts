// Wallet adjustments: corrections, and top-ups beyond what one person may book. One admin requests an adjustment with a
// reason and another one decides. Nothing is booked before the decision, and never more than the wallet has.
import { type Admin, isSamePerson, ownerOf, type SecondAdmin } from '../../admin/access.ts'
import { type AuditNeeds, audit } from '../../admin/audit.ts'
import type { Environment } from '../../kernel/environment.ts'
import { newIdIn } from '../../kernel/id.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { formatHundredths } from '../transfer/formats.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { adjust, ensureWallet, lockWallets, move, saveMovements, topUp } from './wallet.ts'

export type AdjustmentNeeds = AuditNeeds & { secondAdmin: SecondAdmin }

export const adjustmentStates = ['PENDING', 'APPROVED', 'REJECTED'] as const
type AdjustmentState = (typeof adjustmentStates)[number]

export const adjustmentKinds = ['ADJUSTMENT', 'TOPUP'] as const
/** `TOPUP` is received money beyond what one person may book alone. */
type AdjustmentKind = (typeof adjustmentKinds)[number]

export type AdjustmentRow = {
  id: string
  kind: AdjustmentKind
  merchant_id: bigint
  merchant_code: string
  merchant_name: string
  environment: Environment
  amount_minor: bigint
  reason: string
  state: AdjustmentState
  requested_by: string
  requested_owner: string
  requested_at: Temporal.Instant
  decided_by: string | null
  decided_at: Temporal.Instant | null
  decision_reason: string | null
  balance_after_minor: bigint | null
}

export const adjustmentColumns = `a.id, a.kind, a.merchant_id, m.merchant_code, m.name as merchant_name, a.environment,
  a.amount_minor, a.reason, a.state, a.requested_by, a.requested_owner, a.requested_at, a.decided_by, a.decided_at,
  a.decision_reason, a.balance_after_minor`

const insertRequest = statement(
  'insert_wallet_adjustment',
  `insert into wallet_adjustment (id, merchant_id, environment, kind, amount_minor, reason, requested_by, requested_owner, requested_at,
                                  requested_key)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
)
const findOne = statement<AdjustmentRow>(
  'find_wallet_adjustment',
  `select ${adjustmentColumns} from wallet_adjustment a join merchant m on m.id = a.merchant_id where a.id = $1`,
)
// guard: adjustment-lock
const lockOne = statement<AdjustmentRow>(
  'lock_wallet_adjustment',
  `select ${adjustmentColumns} from wallet_adjustment a join merchant m on m.id = a.merchant_id
    where a.id = $1 for update of a`,
)
const saveDecision = statement(
  'decide_wallet_adjustment',
  `update wallet_adjustment
      set state = $2, decided_by = $3, decided_at = $4, decision_reason = $5, balance_after_minor = $6,
          decided_owner = $7
    where id = $1 and state = 'PENDING'`,
)

/** Stores the response for idempotency in the same transaction. */
export type StoreAdjustment = (sql: Sql, adjustment: AdjustmentRow) => Promise<void>

type Owner = { id: bigint; merchantCode: string; environment: Environment }

/**
 * Requests an adjustment.
 * @param wanted.amount US cents, not zero; a negative amount debits the merchant.
 * @throws Problem 403 if there is no second admin to decide it.
 */
export async function requestAdjustment(
  needs: AdjustmentNeeds,
  owner: Owner,
  wanted: { amount: bigint; reason: string; admin: Admin },
  store: StoreAdjustment,
): Promise<AdjustmentRow> {
  return needs.db.transaction(async (sql) => {
    const adjustment = await requestAdjustmentWithin(sql, needs, owner, { ...wanted, kind: 'ADJUSTMENT' })
    await store(sql, adjustment)
    return adjustment
  })
}

type Wanted = { kind: AdjustmentKind; amount: bigint; reason: string; admin: Admin; key?: string }

/** The same within the caller's transaction. @param wanted.key the key of a top-up, which a repeat of its request finds it by. */
export async function requestAdjustmentWithin(
  sql: Tx,
  { clock, secrets, secondAdmin }: Omit<AdjustmentNeeds, 'db'>,
  owner: Owner,
  { kind, amount, reason, admin, key }: Wanted,
): Promise<AdjustmentRow> {
  if (!(await secondAdmin(sql, admin, 'move_money')))
    throw new Problem(remittanceProblems.second_admin_missing)
  const now = clock.now()
  const { environment } = owner
  const id = newIdIn(sql.cell)
  const values = [id, owner.id, environment, kind, amount, reason, admin.name, ownerOf(admin), now, key]
  await sql.rows(insertRequest, values)
  const detail = { id, kind, amount: formatHundredths(amount), environment, reason }
  const entry = { admin, action: 'adjustment.requested', subject: owner.merchantCode, detail, now }
  audit(sql, secrets, entry)
  return adjustmentById(sql, id)
}

export async function adjustmentById(sql: Sql, id: string): Promise<AdjustmentRow> {
  const [found] = await sql.rows(findOne, [id])
  if (!found) throw new Problem(remittanceProblems.adjustment_unknown)
  return found
}

type Decision = { reason: string; admin: Admin; store: StoreAdjustment }

/**
 * Approves and books an adjustment.
 * @throws Problem 404; 403 for its requester; 409 if it is decided already; 402 if the balance is insufficient, in
 * which case it stays pending.
 */
export async function approveAdjustment(
  needs: AdjustmentNeeds,
  id: string,
  decision: Decision,
): Promise<AdjustmentRow> {
  return decide(needs, id, 'APPROVED', decision, async (sql, adjustment, now) => {
    const owner = { merchantId: adjustment.merchant_id, environment: adjustment.environment }
    await ensureWallet(sql, owner)
    const wallet = (await lockWallets(sql, [owner]))(owner)
    const { kind, amount_minor: amount } = adjustment
    const [movement, key] =
      kind === 'TOPUP'
        ? [topUp(amount), `topup:admin:adjustment:${id}`]
        : [adjust(amount), `adjustment:${id}`]
    const done = wallet && move(wallet, movement, { key })
    if (!done) throw new Problem(remittanceProblems.balance_insufficient)
    await saveMovements(sql, [done], now)
    return done.wallet.available
  })
}

/** Rejects an adjustment. @throws Problem 404; 403 for its requester; 409 if it is decided already. */
export async function rejectAdjustment(
  needs: AdjustmentNeeds,
  id: string,
  decision: Decision,
): Promise<AdjustmentRow> {
  return decide(needs, id, 'REJECTED', decision, async () => null)
}

async function decide(
  { db, clock, secrets }: AdjustmentNeeds,
  id: string,
  state: 'APPROVED' | 'REJECTED',
  { reason, admin, store }: Decision,
  book: (sql: Tx, adjustment: AdjustmentRow, now: Temporal.Instant) => Promise<bigint | null>,
): Promise<AdjustmentRow> {
  return db.transaction(async (sql) => {
    const now = clock.now()
    const [adjustment] = await sql.rows(lockOne, [id])
    if (!adjustment) throw new Problem(remittanceProblems.adjustment_unknown)
    // guard: pending-adjustment
    if (adjustment.state !== 'PENDING') {
      const reported = { state: adjustment.state, by: adjustment.decided_by ?? '' }
      throw new Problem(remittanceProblems.adjustment_decided, reported)
    }
    // guard: second-approver
    if (isRequestedBy(adjustment, admin)) throw new Problem(remittanceProblems.second_person)
    const balance = await book(sql, adjustment, now)
    await sql.rows(saveDecision, [id, state, admin.name, now, reason, balance, ownerOf(admin)])
    audit(sql, secrets, {
      admin,
      action: state === 'APPROVED' ? 'adjustment.approved' : 'adjustment.rejected',
      subject: adjustment.merchant_code,
      detail: { id, amount: formatHundredths(adjustment.amount_minor), reason },
      now,
    })
    const decided = await adjustmentById(sql, id)
    await store(sql, decided)
    return decided
  })
}

type Requester = Pick<AdjustmentRow, 'requested_by' | 'requested_owner'>
type Deciding = Pick<Admin, 'name' | 'owner'>

/** Whether the admin is the requester, whichever token was used. */
const isRequestedBy = ({ requested_by: name, requested_owner: owner }: Requester, admin: Deciding) =>
  isSamePerson({ owner, name }, admin)

/** Why an admin may not decide an adjustment now; undefined if allowed. */
export function whyNotDecidable(
  adjustment: Pick<AdjustmentRow, 'state'> & Requester,
  admin: Deciding,
): string | undefined {
  if (adjustment.state !== 'PENDING') return `The adjustment is ${adjustment.state}`
  return isRequestedBy(adjustment, admin) ? 'The requester of an adjustment cannot decide it' : undefined
}
