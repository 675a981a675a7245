// Applies stored callbacks. A success or reversal is applied directly only if our own call got its reply before and it
// agrees with the record and with all other callbacks; a decline, every other callback and all that are about payouts to
// merchants need an inquiry first (callback-inquiry.ts).

import type { Environment } from '../../kernel/environment.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { acknowledge, type OperationState } from '../../ledger/operation.ts'
import { openException } from '../../operator-calls/exceptions.ts'
import type { ApplyResult, MerchantPayoutCalls } from '../../operator-calls/judge-outcome.ts'
import type { FinalOutcome, OperatorFor, OperatorOutcome } from '../../operator-calls/operator.ts'
import { coalescingBatch, sentKeys, toSentKeys } from '../../platform/database/coalescing-batch.ts'
import { type Database, type Sql, statement } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { ApplyOutcome } from './apply-outcome.ts'
import { refuseReversal } from './request-reversal.ts'

export type CallbackRow = {
  id: bigint
  operator: OperatorCode
  environment: Environment
  reference: string
  report: { word: OperatorOutcome; amount?: string }
  received_at: Temporal.Instant
  attempts: number
}

export const callbackColumns =
  'c.id, c.environment, c.operator, c.reference, c.report, c.received_at, c.attempts'

/**
 * `isDisputed`: another callback about the same call says something else and was not applied yet, so whichever is
 * applied first might be the wrong one.
 */
type NewCallback = CallbackRow & { isDisputed: boolean }

/**
 * Callbacks about one call are few and found by their reference. `offset 0` keeps the state out of that search: before
 * the table is analyzed, the planner would also read the index of all new callbacks, for each callback.
 */
const isDisputed = `exists (
  select from (select id, environment, state, report from operator_callback where reference = c.reference offset 0) other
   where other.environment = c.environment and other.id <> c.id and other.state = 'new'
     and other.report->'word'->>'kind' not in ('pending', c.report->'word'->>'kind'))`

const claimNew = statement<NewCallback>(
  'claim_operator_callbacks',
  `update operator_callback c set next_attempt_at = $2, attempts = attempts + 1
     from (select id from operator_callback where state = 'new' and not needs_inquiry and next_attempt_at <= $1
            order by next_attempt_at, id limit $3 for update skip locked) due
    where c.id = due.id
   returning ${callbackColumns}, ${isDisputed} as "isDisputed"`,
)
/** The payout or reversal a callback is about; `subject_id` is its transfer or merchant payout. */
export type ReportedCall = {
  id: string
  kind: 'payout' | 'reversal' | 'merchant_payout'
  state: OperationState
  subject_id: bigint
  amount_minor: bigint
  currency: string
  operator: OperatorCode
  environment: Environment
}

/**
 * Finds payouts and reversals, since some protocols report a reversal under its own reference. The queue of a call names
 * its environment and operator.
 */
const findCalls = statement<ReportedCall>(
  'find_operator_calls_by_reference',
  `with ${sentKeys('text')}
    select o.id, o.kind, o.state, coalesce(o.transfer_id, o.merchant_payout_id) as subject_id, o.amount_minor, o.currency,
           split_part(o.queue, ':', 2) as environment, split_part(o.queue, ':', 3) as operator
      from sent join operation o on o.upstream_ref = sent.key
     where o.kind in ('payout', 'reversal', 'merchant_payout')`,
)
const completeCallbacks = statement(
  'finish_operator_callbacks',
  `update operator_callback c set state = r.state, applied_at = $2, next_attempt_at = null
     from json_to_recordset($1) as r (id bigint, state text) where c.id = r.id`,
)
const requestInquiry = statement(
  'request_callback_inquiry',
  `update operator_callback set needs_inquiry = true, attempts = 0, next_attempt_at = $2 where id = $1`,
)

export type ApplyNeeds = {
  db: Database
  clock: Clock
  log: Log
  applyOutcome: ApplyOutcome
  operatorFor: OperatorFor
  merchantPayouts: Omit<MerchantPayoutCalls, 'process'>
  wake: () => void
}

/** The final state of a callback. */
export type CallbackResult = 'applied' | 'ignored' | 'orphaned'

const atOnce = 64
/** Longer than one round may take; afterwards another worker may claim the rest. */
const leaseSeconds = 30
/** A callback may arrive before its call is stored. After a day without a match it is orphaned. */
const orphanedAfterHours = 24
const maxAttempts = 20

/** Applies due callbacks. Returns whether there were any. */
export async function applyCallbacks(needs: ApplyNeeds): Promise<boolean> {
  const { db, clock } = needs
  const now = clock.now()
  const claimed = await db.rows(claimNew, [now, now.add({ seconds: leaseSeconds }), atOnce])
  if (claimed.length === 0) return false
  const callOf = await reportedCalls(db, claimed)
  // Callbacks whose outcomes were applied in one batch are completed in one batch.
  const finish = coalescingBatch<{ id: string; state: CallbackResult }, undefined>(async (all) => {
    await completeAll(needs, all)
    return all.map(() => undefined)
  })
  await Promise.all(
    claimed.map(async (callback) => {
      const call = callOf(callback)
      const end = await apply(needs, callback, call).catch((error) =>
        abandonLate(needs, callback, call, error),
      )
      if (end === 'unconfirmed') await db.rows(requestInquiry, [callback.id, clock.now()])
      else if (end) await finish({ id: String(callback.id), state: end })
    }),
  )
  needs.wake()
  return true
}

/** Loads the calls these callbacks are about, and returns a function that finds the call of a callback. */
export async function reportedCalls(
  sql: Sql,
  callbacks: readonly CallbackRow[],
): Promise<(callback: CallbackRow) => ReportedCall | undefined> {
  const calls = await sql.rows(findCalls, [toSentKeys(callbacks.map(({ reference }) => reference))])
  const byReference = new Map(calls.map((call) => [call.id, call]))
  return ({ reference }) => byReference.get(reference)
}

export async function completeAll(
  { db, clock }: Pick<ApplyNeeds, 'db' | 'clock'>,
  ended: readonly { id: string; state: CallbackResult }[],
): Promise<void> {
  await db.rows(completeCallbacks, [JSON.stringify(ended), clock.now()])
}

async function apply(
  needs: ApplyNeeds,
  callback: NewCallback,
  call: ReportedCall | undefined,
): Promise<CallbackResult | 'unconfirmed' | undefined> {
  const report = await readReport(needs, callback, call)
  if (report === undefined || typeof report === 'string') return report
  // guard: disputed-callback
  if (callback.isDisputed) return 'unconfirmed'
  const { outcome: word } = report
  const { id: operation, subject_id: transfer, kind, state } = report.call
  if (kind === 'merchant_payout')
    return endOrInquiry(
      await needs.merchantPayouts.applyOutcome({ operation, outcome: word, source: 'callback' }),
    )
  if (kind === 'payout')
    return endOrInquiry(await needs.applyOutcome({ operation, transfer, outcome: word, source: 'callback' }))
  if (word.kind === 'reversed') {
    // The record says that the operator refused the reversal, so this contradicts it.
    if (state === 'declined') return 'unconfirmed'
    return endOrInquiry(
      await needs.applyOutcome({ call: 'reversal', operation, transfer, outcome: word, source: 'callback' }),
    )
  }
  // A success that does not confirm the reversal moves no money; the inquiry about the payout continues.
  if (word.kind === 'succeeded') return 'ignored'
  await refuseReversal(needs, { id: operation, transfer }, `${word.code} ${word.message}`)
  return 'applied'
}

/**
 * Checks a callback: returns the call and its final outcome, or the state in which the callback ends; undefined leaves
 * it for a later round.
 */
export async function readReport(
  needs: ApplyNeeds,
  callback: CallbackRow,
  call: ReportedCall | undefined,
): Promise<{ call: ReportedCall; outcome: FinalOutcome } | CallbackResult | undefined> {
  const { db, clock } = needs
  const { word } = callback.report
  if (!call) {
    const age = callback.received_at.until(clock.now()).total('hours')
    return age > orphanedAfterHours ? 'orphaned' : undefined
  }
  if (!(await fits(needs, callback, call))) return 'ignored'
  if (word.kind !== 'pending') return { call, outcome: word }
  // guard: payout-acknowledgement
  await acknowledge(db, call.id)
  return 'ignored'
}

/** Logs a callback that could not be applied, without stopping the others, and abandons it after too many attempts. */
export function abandonLate(
  { log }: Pick<ApplyNeeds, 'log'>,
  { attempts, reference }: CallbackRow,
  call: ReportedCall | undefined,
  error: unknown,
): 'orphaned' | undefined {
  const hasEnded = attempts >= maxAttempts
  log.error(hasEnded ? 'callback abandoned after too many attempts' : 'callback could not be applied', {
    error,
    attempt: attempts,
    reason: reference,
    ...(call && { operation: call.id }),
  })
  return hasEnded ? 'orphaned' : undefined
}

export const endOf = (result: ApplyResult): CallbackResult => (result === 'settled' ? 'applied' : 'ignored')

const endOrInquiry = (result: ApplyResult) => (result === 'unconfirmed' ? result : endOf(result))

/** Whether the callback comes from the operator we called and reports the amount we sent. */
async function fits(
  { db, clock, log, operatorFor, merchantPayouts }: ApplyNeeds,
  { reference, report: { word, amount }, operator, environment }: CallbackRow,
  call: ReportedCall,
): Promise<boolean> {
  const protocolOf = (code: OperatorCode) => operatorFor(environment, code)?.protocol
  // guard: callback-sender
  const isTheirs = call.environment === environment && protocolOf(call.operator) === protocolOf(operator)
  const movesMoney = word.kind === 'succeeded' || word.kind === 'reversed'
  const requested = `${call.amount_minor} ${call.currency}`
  // guard: callback-amount
  const isOtherAmount = movesMoney && amount !== undefined && amount !== requested
  if (isTheirs && !isOtherAmount) return true
  if (isTheirs) {
    const done = word.kind === 'succeeded' ? 'paid' : 'reversed'
    const detail = `${amount} (minor units) reported as ${done}, ${requested} expected`
    if (call.kind === 'merchant_payout') await merchantPayouts.alertAmount(call.id, detail)
    else await openException(db, { transfer: call.subject_id, kind: 'amount_differs', detail }, clock.now())
  }
  log.error('callback does not match the recorded call', {
    operation: call.id,
    reason: reference,
  })
  return false
}
