// Decisions about a batch, by another person than whoever made it. From the approval on its payouts are sent and its file exists, in
// one transaction; until then a payout can leave it.

import { type Admin, ownerOf, ownMerchantProblem } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import type { Environment } from '../../kernel/environment.ts'
import { newIdIn } from '../../kernel/id.ts'
import { amountOf, type LocalCurrency } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { payoutProblems } from '../problems.ts'
import { movePayout } from '../record/move-payout.ts'
import { type BankPayout, lockDebt } from '../record/queries.ts'
import type { OwnAccount } from '../rules.ts'
import { endToEndId, paymentOrderXml } from './payment-order.ts'
import {
  type BatchNeeds,
  type BatchRow,
  batchByPublicId,
  cellForBatch,
  lockedBatch,
  lockedForBatch,
  lockedOfBatch,
  mayBeSent,
  renderBatch,
  whyUndecidable,
} from './queries.ts'

type DecisionNeeds = Pick<BatchNeeds, 'db' | 'clock' | 'secrets' | 'ownMerchantsAmong'>
type Decision = { state: 'APPROVED' | 'REJECTED'; reason: string }

const decide = statement(
  'decide_payout_batch',
  `update payout_batch set state = $2, decided_by = $3, decided_owner = $4, decided_at = $5, decision_reason = $6, file = $7,
          payouts = $8, total_minor = $9
    where id = $1 and state = 'WAITING'`,
)
const leave = statement<{ id: bigint }>(
  'remove_payouts_from_batch',
  `update merchant_payout set batch_id = null where batch_id = $1 and ($2::uuid is null or public_id = $2) returning id`,
)
const leaveOfMerchants = statement(
  'remove_payouts_of_merchants_from_batch',
  'update merchant_payout set batch_id = null where batch_id = $1 and merchant_id = any($2)',
)
const leaveIfHeld = statement(
  'remove_held_payouts_from_batch',
  `update merchant_payout t set batch_id = null from merchant m
    where m.id = t.merchant_id and t.batch_id = $1 and not (${mayBeSent})`,
)

/**
 * Approves or rejects a batch. An approval leaves out the payouts of merchants that the admin is a user of: they wait for the next batch.
 * @throws Problem 403 for the person who made it, when approving; 404; 409 if it was decided or is empty.
 */
export async function decideBatch(needs: DecisionNeeds, publicId: string, admin: Admin, decision: Decision) {
  const decided = await needs.db.transaction(async (sql) => {
    const batch = await lockedBatch(sql, publicId)
    if (!batch) throw new Problem(payoutProblems.batch_unknown)
    const fault = whyUndecidable(batch, admin, decision.state)
    if (fault) throw fault
    return decision.state === 'APPROVED'
      ? approve(sql, needs, batch, admin, decision.reason)
      : reject(sql, needs, batch, admin, decision.reason)
  })
  return renderBatch(decided, admin)
}

async function approve(
  sql: Tx,
  { clock, secrets, ownMerchantsAmong }: DecisionNeeds,
  batch: BatchRow,
  admin: Admin,
  reason: string,
): Promise<BatchRow> {
  const now = clock.now()
  // guard: batch-of-suspended-merchant
  await sql.rows(leaveIfHeld, [batch.id])
  const standing = await lockedOfBatch(sql, batch.id)
  const own = await ownMerchantsAmong(sql, admin, [
    ...new Set(standing.map(({ merchant_id }) => merchant_id)),
  ])
  // guard: batch-without-own-payouts
  const theirs = standing.filter(({ merchant_id }) => !own.has(merchant_id))
  if (theirs.length === 0 && own.size > 0) throw new Problem(ownMerchantProblem)
  const debtors = await lockDebtors(sql, theirs)
  const payouts = theirs.filter(({ merchant_id }) => !debtors.has(merchant_id))
  const leaving = [...own, ...debtors]
  if (leaving.length > 0) await sql.rows(leaveOfMerchants, [batch.id, leaving])
  if (payouts.length === 0) throw new Problem(payoutProblems.nothing_for_batch)
  const total = payouts.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  for (const payout of payouts)
    await movePayout(sql, payout, 'sent', { now, detail: `in batch ${batch.public_id}` })
  const { own_name: name, own_account: account, own_bic: bic, currency } = batch
  const from = { name, account, bic }
  const messageId = endToEndId(batch.public_id)
  const file = paymentOrderXml({ messageId, currency, from, payouts, madeAt: now })
  const decision = ['APPROVED', admin.name, ownerOf(admin), now, reason]
  await sql.rows(decide, [batch.id, ...decision, file, payouts.length, total])
  const leftOut = standing.length - payouts.length
  const detail = {
    ...{ payouts: String(payouts.length), total: amountOf(total, currency), currency, reason },
    ...(leftOut > 0 && { left_out: String(leftOut) }),
  }
  audit(sql, secrets, { admin, action: 'payout_batch.approved', subject: batch.public_id, detail, now })
  return decidedRow(batch, admin, now, { state: 'APPROVED', reason, payouts, total })
}

/** The merchants of these payouts that owe us money, their balances locked in the order of the merchants. */
// guard: batch-debtors
async function lockDebtors(sql: Tx, payouts: readonly BankPayout[]): Promise<Set<bigint>> {
  const first = new Map(payouts.map((payout) => [payout.merchant_id, payout]))
  const debtors = new Set<bigint>()
  for (const [merchant, payout] of [...first].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (await lockDebt(sql, payout)) debtors.add(merchant)
  return debtors
}

async function reject(
  sql: Tx,
  { clock, secrets }: DecisionNeeds,
  batch: BatchRow,
  admin: Admin,
  reason: string,
): Promise<BatchRow> {
  const now = clock.now()
  await sql.rows(leave, [batch.id, null])
  const decision = ['REJECTED', admin.name, ownerOf(admin), now, reason]
  await sql.rows(decide, [batch.id, ...decision, null, null, null])
  const detail = { reason }
  audit(sql, secrets, { admin, action: 'payout_batch.rejected', subject: batch.public_id, detail, now })
  return decidedRow(batch, admin, now, { state: 'REJECTED', reason, payouts: [], total: 0n })
}

function decidedRow(
  batch: BatchRow,
  admin: Admin,
  now: Temporal.Instant,
  { state, reason, payouts, total }: Decision & { payouts: readonly BankPayout[]; total: bigint },
): BatchRow {
  return {
    ...batch,
    state,
    decided_by: admin.name,
    decided_owner: ownerOf(admin),
    decided_at: now,
    decision_reason: reason,
    payouts: BigInt(payouts.length),
    total_minor: total,
  }
}

/**
 * Takes a payout out of a batch that waits. It waits for the next one.
 * @throws Problem 404, 409 once the batch was decided.
 */
export async function removeFromBatch(
  { db, clock, secrets }: DecisionNeeds,
  publicId: string,
  payoutId: string,
  admin: Admin,
) {
  const after = await db.transaction(async (sql) => {
    const batch = await lockedBatch(sql, publicId)
    if (!batch) throw new Problem(payoutProblems.batch_unknown)
    // guard: batch-left-before-approval
    if (batch.state !== 'WAITING') throw new Problem(payoutProblems.batch_not_waiting, { state: batch.state })
    const left = await sql.rows(leave, [batch.id, payoutId])
    if (left.length === 0) throw new Problem(payoutProblems.payout_unknown)
    const entry = {
      action: 'payout_batch.payout_removed',
      subject: publicId,
      detail: { payout_id: payoutId },
    }
    audit(sql, secrets, { admin, ...entry, now: clock.now() })
    return lockedBatch(sql, publicId)
  })
  return renderBatch(after!, admin)
}

type Wanted = { environment: Environment; currency: LocalCurrency }

const insert = statement<{ id: bigint }>(
  'insert_payout_batch',
  `insert into payout_batch (public_id, environment, currency, state, own_name, own_account, own_bic, created_by, created_owner,
     created_at)
   values ($1, $2, $3, 'WAITING', $4, $5, $6, $7, $8, $9) returning id`,
)
// guard: payout-joins-batch
const join = statement<{ id: bigint }>(
  'add_payouts_to_batch',
  'update merchant_payout set batch_id = $1 where id = any($2) and batch_id is null returning id',
)

/**
 * Makes a batch of the merchants of one cell, which waits for another admin.
 * @throws Problem 409 if no payout waits; 422 without an account of ours in this currency.
 */
export async function createBatch(
  { cells, ...others }: Omit<BatchNeeds, 'db'> & { cells: Cells },
  admin: Admin,
  wanted: Wanted,
) {
  const from = others.rules.bankAccounts[wanted.environment][wanted.currency]
  if (!from) throw new Problem(payoutProblems.bank_not_offered)
  const needs = { ...others, db: await cellForBatch(cells, wanted.environment, wanted.currency) }
  const publicId = newIdIn(needs.db.cell)
  await needs.db.transaction((sql) => createWithin(sql, needs, admin, { ...wanted, from, publicId }))
  return renderBatch(await existing(needs.db, publicId), admin)
}

async function createWithin(
  sql: Tx,
  { clock, secrets }: BatchNeeds,
  admin: Admin,
  { environment, currency, from, publicId }: Wanted & { from: OwnAccount; publicId: string },
): Promise<void> {
  const now = clock.now()
  const waiting = await lockedForBatch(sql, environment, currency)
  if (waiting.length === 0) throw new Problem(payoutProblems.nothing_for_batch)
  const account = [from.name, from.account, from.bic]
  const values = [publicId, environment, currency, ...account, admin.name, ownerOf(admin), now]
  const [batch] = await sql.rows(insert, values)
  const joined = await sql.rows(join, [batch!.id, waiting.map(({ id }) => id)])
  if (joined.length !== waiting.length) throw new Error('a locked payout is in another batch')
  const detail = { batch_id: publicId, currency, environment, payouts: String(joined.length) }
  audit(sql, secrets, { admin, action: 'payout_batch.created', subject: publicId, detail, now })
}

async function existing(sql: Sql, publicId: string): Promise<BatchRow> {
  const batch = await batchByPublicId(sql, publicId)
  if (!batch) throw new Error('there is no such batch')
  return batch
}
