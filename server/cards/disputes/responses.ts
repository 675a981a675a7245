// Disputes as merchants and admins read them.

import { formatMoney, type LocalCurrency, money } from '../../kernel/money.ts'
import { move } from '../../kernel/moves.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Sql } from '../../platform/database/database.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import { frenchReason } from '../gateway/dispute-reasons.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import {
  type DisputeEvent,
  type DisputeMove,
  type DisputeRow,
  type DisputeState,
  disputeMoves,
  evidenceFields,
  filesOf,
  historyOf,
  isTaken,
} from './queries.ts'

/** The columns of the payment that a list shows. */
export type ListedDispute = DisputeRow & Pick<PricedTransaction, 'transaction_uuid' | 'merchant_reference'>

export type ReadDispute = ListedDispute & {
  payment_status: PricedTransaction['status']
  paid_minor: bigint
  refunded_minor: bigint
  card_type: string
  card_last4: string
  customer_name: string
  paid_at: Temporal.Instant | null
}

/** What a dispute has moved, fee included: what is out of the available balance now, and what came back to it. */
export function movedBy({
  state,
  taken_minor,
  fee_minor,
  currency,
}: Pick<DisputeRow, 'state' | 'taken_minor' | 'fee_minor' | 'currency'>) {
  const sumIf = (isMoved: boolean) => formatMoney(money(isMoved ? taken_minor + fee_minor : 0n, currency))
  return { deducted: sumIf(isTaken(state)), returned: sumIf(state === 'WON') }
}

const second = (time: Temporal.Instant | null) => time && utcSecond(time)

/** A dispute as lists show it. The evidence is with us from `evidence_sent_at` on, and with the bank from `submitted_at` on. */
export function renderSummary(row: ListedDispute) {
  const text = (minor: bigint) => formatMoney(money(minor, row.currency))
  return {
    dispute_id: row.dispute_id,
    state: row.state,
    transaction_uuid: row.transaction_uuid,
    merchant_reference: row.merchant_reference,
    amount: text(row.amount_minor),
    fee: text(row.fee_minor),
    ...movedBy(row),
    currency: row.currency,
    reason_code: row.reason_code,
    reason: row.reason,
    reason_fr: frenchReason(row),
    respond_by: second(row.respond_by),
    created_at: utcSecond(row.created_at),
    evidence_sent_at: second(row.evidence_sent_at),
    submitted_at: second(row.submitted_at),
    closed_at: second(row.closed_at),
  }
}

/** The dispute with its payment, evidence, history and what the merchant may do now. */
export async function renderDetail(sql: Sql, row: ReadDispute, now: Temporal.Instant) {
  const [files, history] = await Promise.all([filesOf(sql, row.id), historyOf(sql, row.id)])
  const text = (minor: bigint) => formatMoney(money(minor, row.currency))
  return {
    ...renderSummary(row),
    payment: {
      status: row.payment_status,
      amount: text(row.paid_minor),
      refunded: text(row.refunded_minor),
      card_type: row.card_type,
      card_last4: row.card_last4,
      customer_name: row.customer_name,
      paid_at: second(row.paid_at),
    },
    evidence: {
      ...textsOf(row),
      sent_at: second(row.evidence_sent_at),
      submitted_at: second(row.submitted_at),
      files: files.map(({ id, created_at, ...file }) => ({
        id,
        ...file,
        created_at: utcSecond(created_at),
      })),
    },
    allowed_actions: {
      send_evidence: actionOf(whyNot(row, 'evidence_sent') ?? tooLate(row, now)),
      accept: actionOf(whyNot(row, 'accepted')),
    },
    history: renderHistory(row, history),
  }
}

function textsOf({ evidence }: DisputeRow) {
  return Object.fromEntries(evidenceFields.map((name) => [name, evidence[name] ?? null])) as Record<
    (typeof evidenceFields)[number],
    string | null
  >
}

/** What happened to a dispute, who did it, and what it moved on the available balance, fee included. */
export function renderHistory(
  { taken_minor, fee_minor, currency }: Pick<DisputeRow, 'taken_minor' | 'fee_minor' | 'currency'>,
  moves: readonly DisputeMove[],
) {
  const change = (minor: bigint) => formatMoney(money(minor, currency))
  return moves.map(({ event, from_state, to_state, actor, at }) => {
    const taken = Number(isTaken(to_state)) - Number(from_state !== null && isTaken(from_state))
    return {
      event,
      state: to_state,
      balance_change: change(-BigInt(taken) * (taken_minor + fee_minor)),
      by: sideOf(actor),
      at: utcSecond(at),
    }
  })
}

/** Merchants read which side acted; the names of admins are not theirs to know. */
function sideOf(actor: string): 'bank' | 'merchant' | 'likuta' {
  return actor === 'gateway' ? 'bank' : actor.startsWith('merchant:') ? 'merchant' : 'likuta'
}

/** Why the merchant may not do this now; undefined if it may. */
export function whyNot({ state }: Pick<DisputeRow, 'state'>, event: DisputeEvent): Problem | undefined {
  if (move(disputeMoves, state, event) !== undefined) return undefined
  return new Problem(cardProblems.dispute_state, { state })
}

/** Evidence that comes after the deadline is of no use: the bank does not look at it. */
// guard: dispute-deadline
export function tooLate(
  { respond_by }: Pick<DisputeRow, 'respond_by'>,
  now: Temporal.Instant,
): Problem | undefined {
  if (respond_by === null || Temporal.Instant.compare(now, respond_by) < 0) return undefined
  return new Problem(cardProblems.dispute_deadline_passed)
}

function actionOf(fault: Problem | undefined) {
  return { allowed: fault === undefined, reason: fault?.message ?? null }
}

/** A dispute as `disputeOfPayment` reads it. */
export type DisputeOfPayment = {
  dispute_id: string
  state: DisputeState
  /** Minor units, as text. */
  amount: string
  taken: string
  fee: string
  /** The fees of all disputes of the payment that are out of the balance. */
  fees: string
  respond_by: string | null
  submitted_at: string | null
}

/** SQL for the dispute of the payment `t`, which has none in nearly all rows. */
export const disputeOfPayment = `(
    select jsonb_build_object('dispute_id', d.dispute_id, 'state', d.state, 'amount', d.amount_minor::text,
             'taken', d.taken_minor::text, 'fee', d.fee_minor::text,
             'fees', (select coalesce(sum(f.fee_minor), 0)::text from card_dispute f where f.transaction_id = t.id and f.state not in ('INQUIRY', 'WON')),
             'respond_by', d.respond_by, 'submitted_at', d.submitted_at)
      from card_dispute d where d.transaction_id = t.id
     order by d.state in ('OPEN', 'EVIDENCE_SENT') desc, d.id desc limit 1)`

/** Renders the dispute of a payment; null without one. */
export function shownDisputeOf({
  dispute,
  currency,
}: {
  dispute: DisputeOfPayment | null
  currency: LocalCurrency | null
}) {
  if (dispute === null || currency === null) return null
  const { dispute_id, state, amount, taken, fee, respond_by, submitted_at } = dispute
  const moved = { state, taken_minor: BigInt(taken), fee_minor: BigInt(fee), currency }
  const stamp = (time: string | null) => time && utcSecond(Temporal.Instant.from(time))
  return {
    dispute_id,
    state,
    amount: formatMoney(money(BigInt(amount), currency)),
    ...movedBy(moved),
    respond_by: stamp(respond_by),
    submitted_at: stamp(submitted_at),
  }
}
