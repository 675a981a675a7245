// Applies one line of the gateway's dispute report. A line may come twice, late, or after one that was lost, so it says what
// is true of the case, and only what is missing is recorded. What contradicts the books becomes an exception for a person.

import type { Environment } from '../../../kernel/environment.ts'
import { newIdIn } from '../../../kernel/id.ts'
import { formatMoney, type LocalCurrency, money } from '../../../kernel/money.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { DisputeLine } from '../../gateway/gateway.ts'
import { remainingOf } from '../../refunds/refund-rules.ts'
import { lockedTransaction, type PricedTransaction } from '../../transaction/queries.ts'
import { enqueueDisputeEvent } from '../notices.ts'
import {
  type DisputeEvent,
  type DisputeRow,
  type DisputeState,
  disputeStates,
  findDisputed,
  insertDispute,
  lockCase,
  recordInHistory,
  updateReported,
} from '../queries.ts'
import { type Claim, recordDisputeMove } from '../record-move.ts'
import { type ExceptionKind, openDisputeException } from './exceptions.ts'

/** The fee of a dispute in minor units, per currency. */
export type DisputeFees = Partial<Record<LocalCurrency, bigint>>

type CaseContext = { environment: Environment; fees: DisputeFees; now: Temporal.Instant }

/**
 * `waiting`: a void of the payment is under way, and the line must be applied again once its outcome is known. `exception`:
 * a person must look at it.
 */
export type CaseResult = 'applied' | 'known' | 'waiting' | 'exception'

/** Applies a line in one transaction: the payment is locked first, then the dispute, and the balance last. */
export async function applyCase(sql: Tx, line: DisputeLine, context: CaseContext): Promise<CaseResult> {
  const { environment } = context
  const [payment] = await sql.rows(findDisputed, [environment, line.paymentId, line.code])
  if (!payment?.has_amount) {
    return except(
      sql,
      line,
      context,
      'payment_unknown',
      `payment ${line.paymentId || line.code || 'not named'}`,
    )
  }
  const transaction = await lockedTransaction(sql, payment.id)
  const [known] = await sql.rows(lockCase, [environment, line.caseNumber])
  const fault = faultOf(line, transaction, known)
  if (fault) return except(sql, line, context, ...fault)
  // Whether the money is still there depends on the outcome of the void. A charge cannot be running: it was made.
  // guard: dispute-during-void
  if (transaction.running_operation !== null) return 'waiting'
  return known
    ? applyToKnown(sql, line, context, transaction, known)
    : applyToNew(sql, line, context, transaction)
}

function faultOf(
  { amount }: DisputeLine,
  transaction: PricedTransaction,
  known: DisputeRow | undefined,
): [ExceptionKind, string] | undefined {
  if (known && known.transaction_id !== transaction.id)
    return ['payment_differs', `payment ${transaction.transaction_uuid}`]
  if (amount.currency !== transaction.currency)
    return ['currency_differs', `${formatMoney(amount)} ${amount.currency}, paid in ${transaction.currency}`]
  return undefined
}

async function applyToNew(
  sql: Tx,
  line: DisputeLine,
  context: CaseContext,
  transaction: PricedTransaction,
): Promise<CaseResult> {
  const { now, environment } = context
  const [dispute] = await sql.rows(insertDispute, [
    newIdIn(sql.cell),
    transaction.id,
    transaction.merchant_id,
    environment,
    line.caseNumber,
    line.amount.minor,
    transaction.currency,
    line.reasonCode,
    line.reason,
    line.respondBy ?? null,
    line.at,
    now,
  ])
  if (!dispute) throw new Error(`case ${line.caseNumber} was not inserted`)
  await recordInHistory(sql, dispute, 'reported', { actor: 'gateway', at: now })
  if (line.kind === 'inquiry')
    await enqueueDisputeEvent(sql, { dispute, transaction, event: 'reported', at: now })
  return record(sql, line, context, transaction, dispute)
}

async function applyToKnown(
  sql: Tx,
  line: DisputeLine,
  context: CaseContext,
  transaction: PricedTransaction,
  known: DisputeRow,
): Promise<CaseResult> {
  const age = Temporal.Instant.compare(line.at, known.reported_at)
  // guard: late-dispute-line
  if (age < 0) return 'known'
  if (eventsTo(line.kind, known.state).length === 0) {
    // Some gateways date their lines by the day only, so one of the same time may be the earlier one.
    if (age === 0 || agreed[line.kind].includes(known.state)) return 'known'
    const detail = `${line.kind} at ${line.at.toString({ smallestUnit: 'second' })}, but it is ${known.state}`
    return except(sql, line, context, 'outcome_conflict', detail)
  }
  // The claim may have changed before it was made; afterwards, what was taken stays.
  const amount = known.state === 'INQUIRY' ? line.amount.minor : known.amount_minor
  const respondBy = line.respondBy ?? null
  await sql.rows(updateReported, [known.id, amount, line.reasonCode, line.reason, respondBy, line.at])
  const dispute = { ...known, amount_minor: amount, reason_code: line.reasonCode, reason: line.reason }
  dispute.respond_by = respondBy ?? known.respond_by
  return record(sql, line, context, transaction, dispute)
}

/** States that a line of each kind says nothing new about. */
const agreed: Record<DisputeLine['kind'], readonly DisputeState[]> = {
  inquiry: disputeStates,
  opened: ['OPEN', 'EVIDENCE_SENT', 'ACCEPTED'],
  won: ['WON'],
  lost: ['LOST', 'ACCEPTED'],
}

/** What a line means for a dispute in this state. A line before it may have been lost. */
function eventsTo(kind: DisputeLine['kind'], state: DisputeState): readonly DisputeEvent[] {
  const isOpen = state === 'OPEN' || state === 'EVIDENCE_SENT'
  if (kind === 'opened' && state === 'INQUIRY') return ['opened']
  if (kind === 'won' && (isOpen || state === 'INQUIRY')) return ['won']
  if (kind === 'lost') return state === 'INQUIRY' ? ['opened', 'lost'] : isOpen ? ['lost'] : []
  return []
}

async function record(
  sql: Tx,
  line: DisputeLine,
  context: CaseContext,
  transaction: PricedTransaction,
  before: DisputeRow,
): Promise<CaseResult> {
  let dispute = before
  let result: CaseResult = 'applied'
  for (const event of eventsTo(line.kind, before.state)) {
    const claim = event === 'opened' ? claimOf(dispute, transaction, context.fees) : undefined
    if (claim && claim.takenMinor < dispute.amount_minor) {
      await except(sql, line, context, 'exceeds_payment', excessOf(dispute, claim))
      result = 'exception'
    }
    const cause = { actor: 'gateway', at: context.now, ...(claim && { claim }) }
    dispute = await recordDisputeMove(sql, dispute, transaction, event, cause)
  }
  return result
}

/**
 * What a case may take: at most what is left of the payment. A refund whose outcome is not known yet counts as made, because the
 * gateway may have made it. Without anything to take there is no fee either; a person decides about both.
 */
// guard: dispute-within-payment
function claimOf(dispute: DisputeRow, transaction: PricedTransaction, fees: DisputeFees): Claim {
  const isPaid = transaction.status === 'SUCCESS' || transaction.status === 'PARTIALLY_REFUNDED'
  const left = isPaid ? remainingOf(transaction) : 0n
  const takenMinor = dispute.amount_minor < left ? dispute.amount_minor : left
  return { takenMinor, feeMinor: takenMinor > 0n ? (fees[dispute.currency] ?? 0n) : 0n }
}

function excessOf({ amount_minor, currency }: DisputeRow, { takenMinor }: Claim): string {
  const text = (minor: bigint) => `${formatMoney(money(minor, currency))} ${currency}`
  return `disputed ${text(amount_minor)}, left of the payment ${text(takenMinor)}`
}

async function except(
  sql: Tx,
  { caseNumber }: DisputeLine,
  { environment, now }: CaseContext,
  kind: ExceptionKind,
  detail: string,
): Promise<'exception'> {
  await openDisputeException(sql, { environment, caseNumber, kind, detail }, now)
  return 'exception'
}
