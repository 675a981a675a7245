// Pays out what is due in an operator's lane, and asks after what was never answered. A payout is sent again only when
// the operator surely has nothing of it, and always under the same reference, so that nobody is paid twice.

import { money } from '../kernel/money.ts'
import { formatRate } from '../kernel/rate.ts'
import type { Environment } from '../merchants/merchant.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import type { Loop } from '../platform/loop.ts'
import {
  type ClaimedOperation,
  claimDueOperations,
  loseContact,
  scheduleAgain,
} from '../platform/operation.ts'
import { startPool } from '../platform/pool.ts'
import type { Secrets } from '../platform/secrets.ts'
import { callbackUrl } from './callback-address.ts'
import type { InquiryAnswer, Operator, OperatorCode, PayAnswer, Payout, TravelRule } from './operator.ts'
import { openParties } from './parties.ts'
import { payoutLane } from './payout.ts'
import { costOf, type TransferRow, transfersById } from './queries.ts'
import { formatHundredths } from './quote.ts'
import type { Settle } from './settle.ts'
import { tell, tellOnce } from './timeline.ts'

export type OperatorFor = (environment: Environment, operator: OperatorCode) => Operator | undefined

export type DispatchNeeds = {
  db: Database
  clock: Clock
  log: Log
  secrets: Secrets
  operatorFor: OperatorFor
  settle: Settle
  baseUrl: string
  /** How long one call may take. */
  operatorTimeoutSeconds: number
  /** First inquiry after a silence; later ones wait twice as long each, up to a bound. */
  inquiryAfterSeconds: number
  /** From this age on a payout the operator does not know is sent again. */
  inquiryHorizonSeconds: number
  wake: () => void
}

type PayoutOperation = ClaimedOperation<'payout'>

const places = 32
const longestPauseSeconds = 600
/** An adapter may call for a token, call, have to renew it, and ask in the same way what became of a duplicate. */
const mostCalls = 8

/** Works in the lane of one operator until it is stopped; `wake` when a payout was written. */
export function startPayouts(needs: DispatchNeeds, operator: OperatorCode): Loop {
  const { db, clock, log } = needs
  const lane = payoutLane(operator)
  const leaseSeconds = mostCalls * needs.operatorTimeoutSeconds + 5
  return startPool<PayoutOperation>(
    log,
    { name: `payouts of ${operator}`, idleMs: 1_000, places },
    (free) => claimDueOperations<'payout'>(db, { lane, now: clock.now(), most: free, leaseSeconds }),
    (payout) => work(needs, payout),
  )
}

async function work(needs: DispatchNeeds, operation: PayoutOperation): Promise<void> {
  const [transfer] = await transfersById(needs.db, [operation.subject_id])
  if (!transfer) throw new Error('a payout has its transfer')
  const operator = needs.operatorFor(transfer.environment, transfer.operator)
  if (!operator) return again(needs, operation, `no connection to ${transfer.operator}`)
  if (operation.found_as === 'intent') await pay(needs, operation, transfer, operator)
  else await inquire(needs, operation, transfer, operator)
}

async function pay(
  needs: DispatchNeeds,
  operation: PayoutOperation,
  transfer: TransferRow,
  operator: Operator,
): Promise<void> {
  const { db, clock, secrets } = needs
  const dispatched = `${formatHundredths(operation.amount_minor)} USD to ${transfer.operator} by ${operator.protocol}`
  await tellOnce(db, { transfer: transfer.id, kind: 'switch.dispatched', detail: dispatched }, clock.now())
  const answer = await operator.pay(payoutOf(needs, operation, transfer, openParties(secrets, transfer)))
  tellLog(needs.log, 'payout answered', operation, transfer, answer)
  if (answer.kind === 'unreached') return again(needs, operation, answer.cause)
  if (answer.kind === 'unknown') return askLater(needs, operation, answer.cause)
  if (answer.kind === 'pending') return askLater(needs, operation, 'pending')
  await needs.settle({ operation: operation.id, transfer: transfer.id, word: answer, source: 'answer' })
  needs.wake()
}

async function inquire(
  needs: DispatchNeeds,
  operation: PayoutOperation,
  transfer: TransferRow,
  operator: Operator,
): Promise<void> {
  const { db, clock } = needs
  const answer = await operator.inquire({
    reference: operation.upstream_ref,
    transactionId: transfer.transaction_id,
    operator: transfer.operator,
    msisdn: transfer.customer_number,
    amount: money(operation.amount_minor, 'USD'),
    ...(operation.upstream_id && { upstreamId: operation.upstream_id }),
  })
  tellLog(needs.log, 'payout inquired', operation, transfer, answer)
  if (answer.kind === 'unavailable') return askLater(needs, operation, answer.cause)
  if (answer.kind === 'pending' || answer.kind === 'absent') {
    const detail = answer.kind === 'pending' ? 'still on its way' : 'not known to the operator yet'
    await tell(db, [{ transfer: transfer.id, kind: 'telco.inquiry', detail }], clock.now())
    return answer.kind === 'absent' && isPastHorizon(needs, operation)
      ? again(needs, operation, 'absent past the horizon')
      : askLater(needs, operation, answer.kind)
  }
  await needs.settle({ operation: operation.id, transfer: transfer.id, word: answer, source: 'inquiry' })
  needs.wake()
}

function isPastHorizon({ clock, inquiryHorizonSeconds }: DispatchNeeds, operation: PayoutOperation): boolean {
  const horizon = operation.created_at.add({ seconds: inquiryHorizonSeconds })
  return Temporal.Instant.compare(clock.now(), horizon) >= 0
}

/** The operator surely has nothing: the same payout is sent again. */
async function again(needs: DispatchNeeds, operation: PayoutOperation, cause: string): Promise<void> {
  await scheduleAgain(needs.db, operation.id, { nextCheckAt: nextCheck(needs, operation), cause })
}

/** Nobody knows: the operator is asked, until it tells. */
async function askLater(needs: DispatchNeeds, operation: PayoutOperation, cause: string): Promise<void> {
  await loseContact(needs.db, operation.id, { nextCheckAt: nextCheck(needs, operation), cause })
}

function nextCheck(
  { clock, inquiryAfterSeconds }: DispatchNeeds,
  operation: PayoutOperation,
): Temporal.Instant {
  const seconds = Math.min(
    inquiryAfterSeconds * 2 ** Math.min(operation.attempts - 1, 10),
    longestPauseSeconds,
  )
  return clock.now().add({ seconds: Math.ceil(seconds) })
}

function payoutOf(
  needs: DispatchNeeds,
  operation: PayoutOperation,
  transfer: TransferRow,
  travelRule: TravelRule,
): Payout {
  const { fee } = costOf(transfer)
  return {
    reference: operation.upstream_ref,
    transactionId: transfer.transaction_id,
    operator: transfer.operator,
    msisdn: transfer.customer_number,
    amount: money(operation.amount_minor, 'USD'),
    origin: {
      amount: formatHundredths(transfer.amount_hundredths),
      currency: transfer.currency,
      rate: formatRate(transfer.rate_micros as bigint),
      fee: formatHundredths(fee),
    },
    travelRule,
    callbackUrl: callbackUrl(needs, transfer.environment, transfer.operator),
  }
}

function tellLog(
  log: Log,
  message: string,
  operation: PayoutOperation,
  transfer: TransferRow,
  answer: PayAnswer | InquiryAnswer,
): void {
  log.info(message, {
    operation: operation.id,
    transaction_uuid: transfer.transaction_id,
    state: answer.kind,
    attempt: operation.attempts,
    ...('cause' in answer && { reason: answer.cause }),
  })
}
