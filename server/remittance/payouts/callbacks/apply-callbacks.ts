// Applies stored callbacks. A final outcome counts by itself only where the reply to our own call came before it and where
// it agrees with what is recorded; everything else waits for an inquiry (callback-inquiry.ts).
import type { Environment } from '../../../merchants/identity/merchant.ts'
import { acknowledge, type OperationState } from '../../../operations/operation.ts'
import { coalescingBatch } from '../../../platform/database/coalescing-batch.ts'
import { type Database, type Sql, statement } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { openException } from '../../exceptions/exceptions.ts'
import type { FinalOutcome, OperatorCode, OperatorFor, OperatorOutcome } from '../../operators/operator.ts'
import type { ApplyOutcome } from '../apply-outcome.ts'
import type { ApplyResult } from '../decide-outcome.ts'
import { refuseReversal } from '../request-reversal.ts'

export type CallbackRow = {
  id: bigint
  operator: OperatorCode
  environment: Environment
  reference: string
  news: { word: OperatorOutcome; amount?: string }
  received_at: Temporal.Instant
  attempts: number
}

export const callbackColumns =
  'c.id, c.environment, c.operator, c.reference, c.news, c.received_at, c.attempts'

const claimNew = statement<CallbackRow>(
  'claim_operator_callbacks',
  `update operator_callback c set next_attempt_at = $2, attempts = attempts + 1
     from (select id from operator_callback where state = 'new' and not needs_inquiry and next_attempt_at <= $1
            order by next_attempt_at, id limit $3 for update skip locked) due
    where c.id = due.id
   returning ${callbackColumns}`,
)
/** The payout or reversal a callback is about. */
export type ReportedCall = {
  id: string
  kind: 'payout' | 'reversal'
  state: OperationState
  transfer_id: bigint
  amount_minor: bigint
  operator: OperatorCode
  environment: Environment
}

/** Some protocols tell of a reversal under its own reference. */
const findCalls = statement<ReportedCall>(
  'find_operator_calls_by_reference',
  `select o.id, o.kind, o.state, o.transfer_id, o.amount_minor, t.operator, t.environment
     from operation o join transfer t on t.id = o.transfer_id
    where o.kind in ('payout', 'reversal') and o.upstream_ref = any($1)`,
)
const completeCallbacks = statement(
  'finish_operator_callbacks',
  `update operator_callback c set state = r.state, applied_at = $2, next_attempt_at = null
     from json_to_recordset($1) as r (id bigint, state text) where c.id = r.id`,
)
const requestInquiries = statement(
  'request_callback_inquiries',
  `update operator_callback set needs_inquiry = true, attempts = 0, next_attempt_at = $2 where id = any($1)`,
)

export type ApplyNeeds = {
  db: Database
  clock: Clock
  log: Log
  applyOutcome: ApplyOutcome
  operatorFor: OperatorFor
  wake: () => void
}

/** How a callback ends. */
export type CallbackResult = 'applied' | 'ignored' | 'orphaned'

const atOnce = 64
/** Longer than a round may take: when it is over, another worker takes what is left. */
const leaseSeconds = 30
/** A reference we do not know may be on its way to us; after a day it is nobody's. */
const orphanedAfterHours = 24
const mostAttempts = 20

/** Applies what was stored; true when there was any. */
export async function applyCallbacks(needs: ApplyNeeds): Promise<boolean> {
  const { db, clock } = needs
  const now = clock.now()
  const claimed = await db.rows(claimNew, [now, now.add({ seconds: leaseSeconds }), atOnce])
  if (claimed.length === 0) return false
  const callOf = await reportedCalls(db, claimed)
  // Outcomes that were applied together end together.
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
      if (end === 'unconfirmed') await db.rows(requestInquiries, [[callback.id], clock.now()])
      else if (end) await finish({ id: String(callback.id), state: end })
    }),
  )
  needs.wake()
  return true
}

/** @returns finds the call that a callback is about. */
export async function reportedCalls(
  sql: Sql,
  callbacks: readonly CallbackRow[],
): Promise<(callback: CallbackRow) => ReportedCall | undefined> {
  const calls = await sql.rows(findCalls, [callbacks.map(({ reference }) => reference)])
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
  callback: CallbackRow,
  call: ReportedCall | undefined,
): Promise<CallbackResult | 'unconfirmed' | undefined> {
  const report = await readReport(needs, callback, call)
  if (report === undefined || typeof report === 'string') return report
  const { outcome: word } = report
  const { id: operation, transfer_id: transfer, kind, state } = report.call
  if (kind === 'payout')
    return endOf(await needs.applyOutcome({ operation, transfer, outcome: word, source: 'callback' }))
  if (word.kind === 'reversed') {
    // That the operator refused it is on record.
    if (state === 'declined') return 'unconfirmed'
    return endOf(
      await needs.applyOutcome({ call: 'reversal', operation, transfer, outcome: word, source: 'callback' }),
    )
  }
  // A success that is not called a reversal moves no money: the payout is asked after.
  if (word.kind === 'succeeded') return 'ignored'
  await refuseReversal(needs, { id: operation, transfer }, `${word.code} ${word.message}`)
  return 'applied'
}

/**
 * What a callback reports of which call, where it is final and about that call. Otherwise how the callback ends; undefined
 * leaves it for a later round.
 */
export async function readReport(
  needs: ApplyNeeds,
  callback: CallbackRow,
  call: ReportedCall | undefined,
): Promise<{ call: ReportedCall; outcome: FinalOutcome } | CallbackResult | undefined> {
  const { db, clock } = needs
  const { word } = callback.news
  if (!call) {
    const age = callback.received_at.until(clock.now()).total('hours')
    return age > orphanedAfterHours ? 'orphaned' : undefined
  }
  if (!(await fits(needs, callback, call))) return 'ignored'
  if (word.kind !== 'pending') return { call, outcome: word }
  await acknowledge(db, call.id)
  return 'ignored'
}

/** What cannot be applied, whatever the reason, does not keep the rest from being applied, and does not go unseen. */
export function abandonLate(
  { log }: Pick<ApplyNeeds, 'log'>,
  { attempts, reference }: CallbackRow,
  call: ReportedCall | undefined,
  error: unknown,
): 'orphaned' | undefined {
  const hasEnded = attempts >= mostAttempts
  log.error(
    hasEnded
      ? 'a callback could never be applied: somebody must look at it'
      : 'a callback could not be applied',
    {
      error,
      attempt: attempts,
      reason: reference,
      ...(call && { operation: call.id }),
    },
  )
  return hasEnded ? 'orphaned' : undefined
}

function endOf(result: ApplyResult): CallbackResult | 'unconfirmed' {
  if (result === 'unconfirmed') return 'unconfirmed'
  return result === 'settled' ? 'applied' : 'ignored'
}

/** It comes from the operator that was called, and is about the amount that was asked for. */
async function fits(
  { db, clock, log, operatorFor }: ApplyNeeds,
  { reference, news: { word, amount }, operator, environment }: CallbackRow,
  call: ReportedCall,
): Promise<boolean> {
  const protocolOf = (code: OperatorCode) => operatorFor(environment, code)?.protocol
  const isTheirs = call.environment === environment && protocolOf(call.operator) === protocolOf(operator)
  const movesMoney = word.kind === 'succeeded' || word.kind === 'reversed'
  const requested = `${call.amount_minor} USD`
  const isOtherAmount = movesMoney && amount !== undefined && amount !== requested
  if (isTheirs && !isOtherAmount) return true
  if (isTheirs) {
    const done = word.kind === 'succeeded' ? 'paid' : 'taken back'
    const detail = `${amount} (smallest units) were reported ${done}, ${requested} were to be`
    await openException(db, { transfer: call.transfer_id, kind: 'amount_differs', detail }, clock.now())
  }
  log.error('a callback does not fit what was called: somebody must look at it', {
    operation: call.id,
    reason: reference,
  })
  return false
}
