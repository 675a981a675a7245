// Release and rejection of held transfers. A held transfer has nothing reserved; a release converts and reserves it
// like any other, a rejection makes it Failed. The admin and the reason are recorded with the decision.

import type { Admin } from '../../admin/access.ts'
import { withdrawApprovals } from '../../admin/approvals/queries.ts'
import {
  type Approvals,
  type RequestedApproval,
  requestApproval,
} from '../../admin/approvals/request-approval.ts'
import { applies, needsApproval } from '../../admin/approvals/rules.ts'
import { type AuditNeeds, audit } from '../../admin/audit.ts'
import { isBlacklisted } from '../../compliance/blacklist.ts'
import { isExactMatch } from '../../compliance/screening/screener.ts'
import { screeningsOf } from '../../compliance/screening/screening-record.ts'
import type { Environment } from '../../kernel/environment.ts'
import { money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { insertOperations } from '../../ledger/operation.ts'
import { basicProblems } from '../../merchants/identity/basic-auth.ts'
import { commonStatement, type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { assertWithinCap, freshQuote } from '../acceptance/pricing.ts'
import { recordDecidedHold } from '../cases/record-items.ts'
import { type Quote, quotedTimeline } from '../exchange-rates/quote.ts'
import { convert, type RateTable } from '../exchange-rates/rate-table.ts'
import { reasonSchema } from '../http/endpoint-parts.ts'
import { newCall } from '../payouts/payout.ts'
import { heldQuote, promisedPrice, type QuoteRow } from '../quotes/queries.ts'
import { saveQuoteUses } from '../quotes/use-quote.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { type LockedTransfer, lockedTransfers, type TransferRow, transferById } from '../transfer/queries.ts'
import { recordTimeline, transferSubject } from '../transfer/timeline.ts'
import { moveTransfer } from '../transfer/transfer.ts'
import { enqueueTransferWebhooks } from '../transfer/webhook.ts'
import { lockWallets, move, reserve, saveMovements } from '../wallets/wallet.ts'
import { recordPrecedent } from './precedents.ts'

export type HoldNeeds = AuditNeeds & {
  approvals: Approvals
  currentRates: () => Promise<RateTable | undefined>
  /** Records that an admin reviewed the screening findings and cleared them. */
  recordClearance: (
    sql: Sql,
    transfer: bigint,
    by: { admin: string; reason: string; now: Temporal.Instant },
  ) => Promise<void>
  /** Withdraws what earlier reviews cleared of the entries that the transfer was held for. */
  withdrawClearance: (sql: Sql, transfer: bigint) => Promise<void>
  wake: () => void
}

/** What an approved release needs. It reads rates in its own transaction. */
export type ReleaseNeeds = Omit<HoldNeeds, 'currentRates'>

const saveQuote = statement(
  'save_transfer_quote',
  `update transfer set receiver_minor = $2, fee_minor = $3, rate_micros = $4, rate_as_of = $5, rate_source = $6 where id = $1`,
)
const insertReview = statement(
  'insert_transfer_review',
  `insert into transfer_review (transfer_id, decision, reason, decided_by, decided_at) values ($1, $2, $3, $4, $5)`,
)
const readFees = commonStatement<{
  status: string
  environment: Environment
  remittanceFeeBp: number
  remittanceFeeFixedMinor: bigint
}>(
  'read_remittance_fees',
  `select status, environment, remittance_fee_bp as "remittanceFeeBp", remittance_fee_fixed_minor as "remittanceFeeFixedMinor"
     from merchant where id = $1`,
)

/** What a release pays. `promise`: the quote that the transfer has kept, and what its amount is worth at the current rate. */
export type Release = { quote: Quote; promise?: { quote: QuoteRow; market: bigint | undefined } }

/** `by`: who requested a release that another admin has approved. */
type Review = { reason: string; admin: Admin; by?: string; now: Temporal.Instant }

/**
 * Releases a held transfer: reserves the money and enqueues the payout. If a rule asks for a second admin, it is only
 * requested.
 * @throws Problem 404; 409 if it is not held; 402 if the balance is insufficient, in which case it stays held.
 */
export async function releaseHold(
  needs: HoldNeeds,
  transactionId: string,
  body: unknown,
  admin: Admin,
): Promise<TransferRow | RequestedApproval> {
  const { reason } = check(reasonSchema, body, 'body')
  const rateTable = await needs.currentRates()
  const released = await reviewed(needs, { transactionId, admin }, async (sql, transfer, now) => {
    const price = await releasable(sql, needs, transfer, rateTable)
    const requested = await askForApproval(sql, needs, transfer, { ...price, reason, admin, now })
    if (!requested) await release(sql, needs, transfer, { ...price, reason, admin, now })
    return requested
  })
  needs.wake()
  return released
}

/** Requests the approval of a release that a rule applies to. @throws Problem 403 if there is no second admin */
async function askForApproval(
  sql: Tx,
  { approvals }: HoldNeeds,
  transfer: TransferRow,
  { quote, promise: _, ...review }: Review & Release,
): Promise<RequestedApproval | undefined> {
  const amount = money(quote.amount, 'USD')
  // guard: hold-approval
  const isLarge = needsApproval(approvals.rules, 'hold_release', amount)
  // guard: exact-match-approval
  const waits = isLarge || (applies(approvals.rules, 'matches') && (await isExactlyListed(sql, transfer.id)))
  if (!waits) return undefined
  const requested = await requestApproval(sql, approvals, {
    action: 'hold_release',
    subject: transfer.transaction_id,
    owner: { merchantId: transfer.merchant_id, environment: transfer.environment },
    amount,
    request: { transfer_id: String(transfer.id) },
    ...review,
  })
  if (requested instanceof Problem) throw requested
  return requested
}

/** Whether the sender or the beneficiary was held as somebody who is exactly as on a list. */
async function isExactlyListed(sql: Sql, transfer: bigint): Promise<boolean> {
  const screened = await screeningsOf(sql, [transferSubject(transfer)])
  return screened.some(({ decision, matches }) => decision === 'hold' && matches.some(isExactMatch))
}

/** What a release would pay. @throws Problem if the transfer cannot be released now */
export async function releasable(
  sql: Tx,
  needs: Pick<HoldNeeds, 'clock'>,
  transfer: TransferRow,
  rateTable: RateTable | undefined,
): Promise<Release> {
  // guard: release-blacklist
  if (await isBlacklisted(sql, transfer.environment, transfer.customer_number))
    throw new Problem(remittanceProblems.blacklisted)
  const [fees] = await sql.rows(readFees, [transfer.merchant_id])
  // guard: release-suspended-merchant
  if (fees?.status === 'suspended') throw new Problem(basicProblems.suspended)
  // After going live, the merchant would take the callback for real money, so no sandbox transfer may be released.
  // guard: release-environment
  if (!fees || fees.environment !== transfer.environment) throw new Problem(remittanceProblems.sandbox_only)
  const promised = await heldQuote(sql, transfer.id)
  // guard: release-promise
  if (promised) return promisedRelease(promised, rateTable)
  const sent = { amount: transfer.amount_hundredths, currency: transfer.currency }
  // guard: release-quote
  const quote = freshQuote(needs, sent, rateTable, fees)
  // guard: release-sandbox-cap
  assertWithinCap(transfer.environment, quote)
  return { quote }
}

/** A held transfer keeps the price of its quote, however long it was held. */
function promisedRelease(quote: QuoteRow, rateTable: RateTable | undefined): Release {
  const { amount_hundredths: hundredths, currency } = quote
  const isKnown = currency === 'USD' || rateTable?.rates.has(currency)
  const market = isKnown ? convert({ hundredths, currency, rateTable }) : undefined
  return { quote: promisedPrice(quote), promise: { quote, market } }
}

/** Releases a transfer that the caller has locked and found releasable. */
export async function release(
  sql: Tx,
  needs: ReleaseNeeds,
  transfer: LockedTransfer,
  { quote, promise, ...review }: Review & Release,
): Promise<void> {
  const { reason, admin, by = admin.name, now } = review
  const sent = { amount: transfer.amount_hundredths, currency: transfer.currency }
  await payFor(sql, transfer, quote, now)
  if (promise) await saveQuoteUses(sql, [{ ...promise, state: 'USED', transfer: transfer.id }], now)
  // guard: release-transition
  if (!(await moveTransfer(sql, transfer, 'released', {}, now)))
    throw new Problem(remittanceProblems.not_held)
  await recordTimeline(
    sql,
    [
      { transfer: transfer.id, kind: 'compliance.released', detail: `by ${by}` },
      { transfer: transfer.id, kind: 'screening.ok', detail: 'cleared by review' },
      ...quotedTimeline(transfer.id, sent, quote),
    ],
    now,
  )
  const { id, transaction_id: transactionId, environment, operator } = transfer
  const payout = { id, transactionId, environment, operator, amountMinor: quote.amount }
  await insertOperations(sql, [newCall('payout', payout, { cell: sql.cell, now })])
  await needs.recordClearance(sql, transfer.id, { admin: by, reason, now })
  await recordReview(sql, needs, transfer, 'released', review)
}

async function payFor(sql: Tx, transfer: TransferRow, quote: Quote, now: Temporal.Instant): Promise<void> {
  const key = { merchantId: transfer.merchant_id, environment: transfer.environment }
  const wallet = (await lockWallets(sql, [key]))(key)
  const done =
    wallet &&
    move(wallet, reserve(quote), { key: `reserve:${transfer.transaction_id}`, transfer: transfer.id })
  if (!done) throw new Problem(remittanceProblems.balance_insufficient)
  const { amount, fee, rateMicros, rateAsOf, rateSource } = quote
  await sql.rows(saveQuote, [transfer.id, amount, fee, rateMicros, rateAsOf ?? null, rateSource ?? null])
  await saveMovements(sql, [done], now)
}

/** Rejects a held transfer, which becomes Failed. Nothing was reserved. @throws Problem 404, 409 */
export async function rejectHold(
  needs: HoldNeeds,
  transactionId: string,
  body: unknown,
  admin: Admin,
): Promise<TransferRow> {
  const { reason } = check(reasonSchema, body, 'body')
  const rejected = await reviewed<never>(needs, { transactionId, admin }, async (sql, transfer, now) => {
    // The merchant sees only this; the reason is for reviewers.
    const outcome = { failureCode: 'COMPLIANCE_REJECTED', failureMessage: 'Rejected after review' }
    if (!(await moveTransfer(sql, transfer, 'rejected', outcome, now)))
      throw new Problem(remittanceProblems.not_held)
    await endPromise(sql, transfer, now)
    await recordTimeline(
      sql,
      [{ transfer: transfer.id, kind: 'compliance.rejected', detail: `by ${admin.name}` }],
      now,
    )
    // guard: withdrawn-clearance
    await needs.withdrawClearance(sql, transfer.id)
    await recordReview(sql, needs, transfer, 'rejected', { reason, admin, now })
    await enqueueTransferWebhooks(sql, [await locked(sql, transfer.id)], now)
    return undefined
  })
  needs.wake()
  return rejected
}

/** The quote of a rejected transfer is never paid. */
async function endPromise(sql: Tx, transfer: TransferRow, now: Temporal.Instant): Promise<void> {
  const quote = await heldQuote(sql, transfer.id)
  // guard: rejected-quote
  if (quote)
    await saveQuoteUses(sql, [{ quote, state: 'REJECTED', transfer: transfer.id, market: undefined }], now)
}

/** Decides about a transfer that is held; returns what `decide` does, or the transfer as it is then. */
async function reviewed<Other extends object = never>(
  { db, clock, secrets }: HoldNeeds,
  { transactionId, admin }: { transactionId: string; admin: Admin },
  decide: (sql: Tx, transfer: LockedTransfer, now: Temporal.Instant) => Promise<Other | undefined>,
): Promise<TransferRow | Other> {
  const found = await transferById(db, transactionId)
  if (!found) throw new Problem(remittanceProblems.transfer_unknown)
  return db.transaction(async (sql) => {
    const transfer = await locked(sql, found.id)
    // guard: release-status
    if (transfer.status !== 'Hold') throw new Problem(remittanceProblems.not_held)
    const now = clock.now()
    const other = await decide(sql, transfer, now)
    if (other) return other
    // A release that another officer requested has nothing left to release.
    const withdrawn = { action: 'hold_release', subject: transfer.transaction_id, admin, now } as const
    await withdrawApprovals(sql, secrets, withdrawn)
    return locked(sql, found.id)
  })
}

async function locked(sql: Tx, id: bigint): Promise<LockedTransfer> {
  return (await lockedTransfers(sql, [id])).get(id) as LockedTransfer
}

async function recordReview(
  sql: Tx,
  { secrets }: Pick<HoldNeeds, 'secrets'>,
  transfer: TransferRow,
  decision: 'released' | 'rejected',
  { reason, admin, by = admin.name, now }: Review,
): Promise<void> {
  await recordDecidedHold(sql, transfer, now)
  await sql.rows(insertReview, [transfer.id, decision, reason, by, now])
  await recordPrecedent(sql, transfer.id)
  audit(sql, secrets, {
    admin,
    action: `transfer.${decision}`,
    subject: transfer.transaction_id,
    detail: { reason },
    now,
  })
}
