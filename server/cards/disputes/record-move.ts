// Moves a dispute with everything that belongs to the move: the merchant's money, the payment's own sums, the history, the
// webhook and the alert. The caller has locked the payment, then the dispute; the balance is locked last, by the trigger of the ledger.

import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import { move } from '../../kernel/moves.ts'
import { type Entry, postAll } from '../../ledger/post.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { lockedTransaction, type PricedTransaction } from '../transaction/queries.ts'
import { alertOfDispute, enqueueDisputeEvent } from './notices.ts'
import {
  changeDisputedPayment,
  type DisputeEvent,
  type DisputeRow,
  type DisputeState,
  disputeMoves,
  isTaken,
  lockDispute,
  moveLocked,
  openStates,
} from './queries.ts'
import { whyNot } from './responses.ts'

type Cause = {
  /** `gateway`, an admin, or the merchant as the audit log names it. */
  actor: string
  at: Temporal.Instant
}

/** What a case takes when it opens. */
export type Claim = { takenMinor: bigint; feeMinor: bigint }

/**
 * Moves a dispute. When it opens, the claim leaves the available balance at once, also below zero; when it is won, the same
 * amount comes back. Returns the dispute as it is then.
 * @param claim for `opened`.
 * @throws Error if the state machine does not allow the event, or if the dispute is not as the caller has read it.
 */
export async function recordDisputeMove(
  sql: Tx,
  dispute: DisputeRow,
  transaction: PricedTransaction,
  event: DisputeEvent,
  { actor, at, claim }: Cause & { claim?: Claim },
): Promise<DisputeRow> {
  const to = move(disputeMoves, dispute.state, event)
  if (to === undefined) throw new Error(`a dispute in ${dispute.state} cannot be ${event}`)
  const { takenMinor, feeMinor } = claim ?? { takenMinor: dispute.taken_minor, feeMinor: dispute.fee_minor }
  const moved = { ...dispute, state: to, taken_minor: takenMinor, fee_minor: feeMinor }
  if (!(await moveLocked(sql, dispute, { event, state: to, takenMinor, feeMinor }, { actor, at })))
    throw new Error(`dispute ${dispute.dispute_id} is no longer ${dispute.state}`)
  await changeDisputedPayment(sql, transaction.id, {
    minor: takenIn(moved, to) - takenIn(moved, dispute.state),
    open: openIn(to) - openIn(dispute.state),
  })
  await post(sql, dispute.state, moved, at)
  const closed = openIn(to) === 0 && to !== 'INQUIRY' ? at : null
  const now = {
    ...moved,
    closed_at: closed,
    evidence_sent_at: event === 'evidence_sent' ? at : dispute.evidence_sent_at,
  }
  await enqueueDisputeEvent(sql, { dispute: now, transaction, event, at })
  if (event === 'opened') await alertOfDispute(sql, { dispute: now, transaction, at })
  return now
}

const takenIn = ({ taken_minor }: DisputeRow, state: DisputeState) => (isTaken(state) ? taken_minor : 0n)
const openIn = (state: DisputeState) => (openStates.includes(state) ? 1 : 0)

/** Posts what the move changes for the merchant: nothing, the claim, or the claim given back. */
async function post(sql: Tx, from: DisputeState, dispute: DisputeRow, now: Temporal.Instant): Promise<void> {
  if (isTaken(from) === isTaken(dispute.state) || dispute.taken_minor + dispute.fee_minor === 0n) return
  const isTaking = isTaken(dispute.state)
  const { dispute_id: id, environment } = dispute
  // guard: dispute-posting-key
  const key = isTaking ? `dispute:${id}` : `dispute_reversal:${id}`
  await postAll(sql, [
    { key, environment, entries: isTaking ? entriesOf(dispute) : reversedEntriesOf(dispute), now },
  ])
}

// guard: dispute-ledger-accounts
function entriesOf({ merchant_id: merchantId, taken_minor, fee_minor, currency }: DisputeRow): Entry[] {
  const of = (minor: bigint) => money(minor, currency)
  return [
    { account: 'merchant_available', merchantId, side: 'debit', amount: of(taken_minor + fee_minor) },
    { account: 'gateway_receivable', side: 'credit', amount: of(taken_minor) },
    { account: 'bank_commission', side: 'credit', amount: of(fee_minor) },
  ]
}

function reversedEntriesOf(dispute: DisputeRow): Entry[] {
  return entriesOf(dispute).map((entry) => ({ ...entry, side: entry.side === 'debit' ? 'credit' : 'debit' }))
}

export type DisputeNeeds = { db: Database; clock: Clock; secrets: Secrets; wake: () => void }

/**
 * Accepts an open dispute. Its amount and fee have left the balance already, and stay out of it.
 * @param actor who accepts, as the audit log names it.
 * @throws Problem 409
 */
export async function acceptDispute(needs: DisputeNeeds, dispute: DisputeRow, actor: Admin): Promise<void> {
  await withLockedDispute(needs, dispute, async (sql, locked, transaction) => {
    const fault = whyNot(locked, 'accepted')
    if (fault) throw fault
    const at = needs.clock.now()
    await recordDisputeMove(sql, locked, transaction, 'accepted', { actor: actor.name, at })
    const { amount_minor, currency } = locked
    const detail = {
      dispute_id: locked.dispute_id,
      amount: formatMoney(money(amount_minor, currency)),
      currency,
    }
    const subject = transaction.transaction_uuid
    audit(sql, needs.secrets, { admin: actor, action: 'dispute.accepted', subject, detail, now: at })
  })
  needs.wake()
}

/** Runs work with the payment and then the dispute locked, as everything that changes a dispute does. */
export function withLockedDispute<Result>(
  { db }: Pick<DisputeNeeds, 'db'>,
  { id, transaction_id }: Pick<DisputeRow, 'id' | 'transaction_id'>,
  work: (sql: Tx, locked: DisputeRow, transaction: PricedTransaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction(
    async (sql) => {
      const transaction = await lockedTransaction(sql, transaction_id)
      const [locked] = await sql.rows(lockDispute, [id])
      if (!locked) throw new Error(`dispute ${id} is gone`)
      return work(sql, locked, transaction)
    },
    { mutexKey: `dispute ${transaction_id}` },
  )
}
