// Inquiries about callbacks that arrived too early or contradict the record. Such a callback only triggers the inquiry:
// the inquiry's reply is what is applied, and a contradiction that it does not resolve becomes an exception.
import type { Environment } from '../../kernel/environment.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { acknowledge } from '../../ledger/operation.ts'
import { type FinalOutcome, type InquiryReply, isFinal } from '../../operator-calls/operator.ts'
import { statement } from '../../platform/database/database.ts'
import { startPool } from '../../platform/process/concurrency.ts'
import type { Loop } from '../../platform/process/worker-loop.ts'
import { type TransferRow, transfersById } from '../transfer/queries.ts'
import {
  type ApplyNeeds,
  abandonLate,
  type CallbackResult,
  type CallbackRow,
  callbackColumns,
  completeAll,
  endOf,
  type ReportedCall,
  readReport,
  reportedCalls,
} from './apply-callbacks.ts'
import type { OutcomeReport } from './decide-outcome.ts'
import { inquireOf, type PayoutRow, payoutOf } from './payout.ts'

type CallbackInquiryNeeds = ApplyNeeds & {
  /** The time limit of one call. */
  operatorTimeoutSeconds: number
}

const claim = statement<CallbackRow>(
  'claim_callback_inquiries',
  `update operator_callback c set next_attempt_at = $2, attempts = attempts + 1
     from (select id from operator_callback
            where state = 'new' and needs_inquiry and environment = $4 and operator = $5 and next_attempt_at <= $1
            order by next_attempt_at, id limit $3 for update skip locked) due
    where c.id = due.id
   returning ${callbackColumns}`,
)

const places = 16
/** One inquiry may fetch a token, inquire, renew the token, and inquire in a second way. */
const maxCalls = 4
/** After this many inquiries without a reply a contradiction becomes an exception. */
const maxInquiries = 5

/** Starts the callback inquiries of one operator. Each operator has its own pool, so a slow one delays no other. */
export function startCallbackInquiries(
  needs: CallbackInquiryNeeds,
  environment: Environment,
  operator: OperatorCode,
): Loop {
  const { db, clock, log } = needs
  const leaseSeconds = maxCalls * needs.operatorTimeoutSeconds + 5
  return startPool<CallbackRow>(
    log,
    {
      name: `callback inquiries of ${operator}, ${environment}`,
      idleMs: 1_000,
      isPrompt: true,
      slots: places,
    },
    (free) => {
      const now = clock.now()
      return db.rows(claim, [now, now.add({ seconds: leaseSeconds }), free, environment, operator])
    },
    (callback) => work(needs, callback),
  )
}

async function work(needs: CallbackInquiryNeeds, callback: CallbackRow): Promise<void> {
  const call = (await reportedCalls(needs.db, [callback]))(callback)
  const end = await inquire(needs, callback, call).catch((error) => abandonLate(needs, callback, call, error))
  if (end) await completeAll(needs, [{ id: String(callback.id), state: end }])
  needs.wake()
}

/** Returns the final state of the callback; undefined leaves it for a later round. */
async function inquire(
  needs: CallbackInquiryNeeds,
  callback: CallbackRow,
  reported: ReportedCall | undefined,
): Promise<CallbackResult | undefined> {
  const report = await readReport(needs, callback, reported)
  if (report === undefined || typeof report === 'string') return report
  const { call, outcome: word } = report
  if (call.kind === 'merchant_payout') return inquireMerchantPayout(needs, callback, report)
  const [transfer] = await transfersById(needs.db, [call.subject_id])
  const payout = transfer && (await payoutOf(needs.db, transfer.id))
  if (!transfer || !payout) throw new Error('a reported call has no transfer or payout')
  const found = await ask(needs, transfer, payout)
  logInquiry(needs, callback, call, found)
  if (isFinal(found)) return endOf(await needs.applyOutcome(confirmed(report, payout, found)))
  if (hasOwnInquiry(call, transfer)) {
    if (call.kind === 'payout' && found.kind === 'pending') await acknowledge(needs.db, call.id)
    return 'ignored'
  }
  // guard: contradiction-inquiries
  if (found.kind === 'unavailable' && callback.attempts < maxInquiries) return undefined
  if (call.kind === 'reversal') throw new Error('a callback contradicts a refused reversal')
  const { id: operation, subject_id } = call
  return endOf(
    await needs.applyOutcome({
      operation,
      transfer: subject_id,
      outcome: word,
      source: 'callback',
      inquired: true,
    }),
  )
}

async function inquireMerchantPayout(
  needs: CallbackInquiryNeeds,
  callback: CallbackRow,
  { call, outcome: word }: { call: ReportedCall; outcome: FinalOutcome },
): Promise<CallbackResult | undefined> {
  const { id: operation } = call
  const { found, isOpen } = await needs.merchantPayouts.inquire(operation)
  logInquiry(needs, callback, call, found)
  const { applyOutcome } = needs.merchantPayouts
  const inquired = { operation, inquired: true } as const
  if (isFinal(found)) {
    const confirmed = { source: 'callback', confirmed: true, outcome: both(found, word) } as const
    if (found.kind === word.kind) return endOf(await applyOutcome({ ...inquired, ...confirmed }))
    const applied = await applyOutcome({ ...inquired, source: 'inquiry', outcome: found })
    // A return that the operator's own records do not show, or not yet, becomes an exception.
    if (word.kind !== 'reversed') return endOf(applied)
  } else if (isOpen) {
    if (found.kind === 'pending') await acknowledge(needs.db, operation)
    return 'ignored'
  } else if (found.kind === 'unavailable' && callback.attempts < maxInquiries) return undefined
  return endOf(await applyOutcome({ ...inquired, source: 'callback', outcome: word }))
}

function logInquiry(
  { log }: CallbackInquiryNeeds,
  { attempts }: CallbackRow,
  { id }: ReportedCall,
  { kind }: InquiryReply,
): void {
  log.info('callback inquiry completed', { operation: id, state: kind, attempt: attempts })
}

async function ask(
  { operatorFor }: CallbackInquiryNeeds,
  transfer: TransferRow,
  payout: PayoutRow,
): Promise<InquiryReply> {
  const operator = operatorFor(transfer.environment, transfer.operator)
  const isTheirs = operator && (payout.sent_by ?? operator.connectionId) === operator.connectionId
  return isTheirs
    ? inquireOf(operator, transfer, payout)
    : { kind: 'unavailable', cause: 'no connection to the operator account that the payout was sent to' }
}

/**
 * The inquiry's outcome, reported as the callback's where both agree, since the callback may have the decline reason.
 */
function confirmed(
  { call, outcome }: { call: ReportedCall; outcome: FinalOutcome },
  payout: PayoutRow,
  found: FinalOutcome,
): OutcomeReport {
  const isSame = found.kind === outcome.kind
  const reported = {
    transfer: call.subject_id,
    source: isSame ? 'callback' : 'inquiry',
    inquired: true,
  } as const
  if (call.kind === 'reversal' && found.kind === 'reversed')
    return {
      ...reported,
      call: 'reversal',
      operation: call.id,
      outcome: outcome.kind === 'reversed' ? outcome : { kind: 'reversed' },
    }
  return { ...reported, operation: payout.id, outcome: isSame ? both(found, outcome) : found }
}

function both(found: FinalOutcome, outcome: FinalOutcome): FinalOutcome {
  return found.kind === 'declined' ? ({ ...found, ...outcome } as FinalOutcome) : found
}

/** Whether the queue worker itself keeps inquiring about the call until its outcome is known. */
const hasOwnInquiry = (call: ReportedCall, { status }: TransferRow) =>
  call.kind === 'payout' ? status === 'Submitted' : call.state !== 'declined'
