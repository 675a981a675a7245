// The only path that asks a payer on the phone: claim, call, record.

import type { Environment } from '../../kernel/environment.ts'
import { money } from '../../kernel/money.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { InvalidBody, Problem } from '../../kernel/problem.ts'
import { type Collection, type CollectionReply, isWithinTerms } from '../../operator-calls/collector.ts'
import type { ConnectedCollector, OperatorFor } from '../../operator-calls/operator.ts'
import { cardProblems } from '../transaction/problems.ts'
import { type PricedTransaction, priced, type TransactionRow } from '../transaction/queries.ts'
import {
  type ClaimNeeds,
  claimCollection,
  type PlannedCall,
  releaseClaim,
  whyNotPayable,
} from './claim-collection.ts'
import type { CollectionClaim } from './collection-store.ts'
import type { CollectionState } from './moves.ts'
import { type CollectionContext, collectionOf } from './queries.ts'
import { type RecordNeeds, recordCollectionOutcome } from './record-collection.ts'

export type CollectNeeds = ClaimNeeds &
  RecordNeeds & {
    operatorFor: OperatorFor
    /** Whether an admin has paused an operator. */
    isPaused(environment: Environment, operator: OperatorCode): Promise<boolean>
    callbackUrlOf: (environment: Environment, operator: OperatorCode) => string
    /** How long to wait before the first inquiry about a payer who does not react. */
    operatorInquiryAfterSeconds: number
    /** Wakes the workers once there is committed work for them. */
    wake: () => void
  }

/**
 * Asks a payer to approve a payment on the phone, once.
 * @returns the collection as it is after the call.
 * @throws InvalidBody if the operator does not take the amount; Problem 400 if it has no wallet with this number; 403, 409, 410, 429 when nobody may be asked; 503 when the operator
 * cannot be reached. In all these cases nobody was asked.
 */
export async function collect(
  needs: CollectNeeds,
  transaction: TransactionRow,
  payer: Pick<PlannedCall, 'operator' | 'msisdn' | 'key' | 'isByServer'>,
): Promise<CollectionContext> {
  const { clock } = needs
  const fault = whyNotPayable(transaction, { now: clock.now(), msisdn: payer.msisdn })
  if (fault) throw fault
  const payment = priced(transaction)
  const collector = await openCollector(needs, payment, payer.operator)
  const claim = await claimCollection(needs, payment, {
    ...payer,
    connectionId: collector.connectionId,
    longestSeconds: Math.ceil(collector.requestTimeoutMs / 1_000) + needs.operatorInquiryAfterSeconds,
  })
  const requestedAt = performance.now()
  const reply = await collector.request(requestOf(needs, payment, claim))
  needs.log.info('collection reply received', {
    transaction_uuid: payment.transaction_uuid,
    operation: claim.operation,
    state: reply.kind,
    duration_ms: Math.round(performance.now() - requestedAt),
    ...('cause' in reply && { reason: reply.cause }),
  })
  const recorded = await recordReply(needs, payment, claim, reply)
  needs.wake()
  return recorded
}

const amountOutsideTerms = {
  type: 'value_error',
  loc: ['body', 'operator'],
  msg: 'Value error, the operator takes no payment of this amount',
}

/** @throws Problem 503 for an operator that takes no collections now; InvalidBody for an amount that it does not take. */
async function openCollector(
  { operatorFor, isPaused }: CollectNeeds,
  { environment, amount_minor, currency }: PricedTransaction,
  code: OperatorCode,
): Promise<ConnectedCollector> {
  const collector = operatorFor(environment, code)?.collections
  if (!collector || (await isPaused(environment, code))) throw new Problem(cardProblems.operator_unavailable)
  const terms = await collector.terms(code, currency).catch(() => undefined)
  if (terms?.isOpen === false) throw new Problem(cardProblems.operator_unavailable)
  if (terms && !isWithinTerms(terms, money(amount_minor, currency)))
    throw new InvalidBody([{ ...amountOutsideTerms, input: code }])
  return collector
}

function requestOf(
  { callbackUrlOf }: CollectNeeds,
  payment: PricedTransaction,
  { operation, operator, msisdn }: CollectionClaim,
): Collection {
  return {
    reference: operation,
    transactionUuid: payment.transaction_uuid,
    operator,
    msisdn,
    amount: money(payment.amount_minor, payment.currency),
    description: promptName(payment.merchant_name),
    language: payment.merchant_language,
    callbackUrl: callbackUrlOf(payment.environment, operator),
  }
}

/** The merchant's name as operators show it: 4 to 22 letters, digits and spaces, without accents. */
export function promptName(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .slice(0, 22)
    .trim()
  return plain.length < 4 ? `Paiement ${plain}`.trim() : plain
}

/** Returns the collection as this reply leaves it. A callback may have come before the reply; then it is further by now. */
async function recordReply(
  needs: CollectNeeds,
  payment: PricedTransaction,
  claim: CollectionClaim,
  reply: CollectionReply,
): Promise<CollectionContext> {
  const { db, clock, collectionStore } = needs
  const now = clock.now()
  const claimed = claimedContext(payment, claim)
  switch (reply.kind) {
    case 'unreached':
      await releaseClaim(db, claim, { now, reason: 'MM_DECLINED', cause: `not sent: ${reply.cause}` })
      throw new Problem(cardProblems.operator_unavailable)
    case 'unknown':
    case 'pending': {
      const isPending = reply.kind === 'pending'
      await collectionStore.wait({
        now,
        operation: claim.operation,
        event: isPending ? 'prompted' : 'contact_lost',
        cause: isPending ? 'pending' : reply.cause,
        acknowledged: isPending,
        ...(isPending && { upstreamId: reply.upstreamId, expiresAt: reply.expiresAt }),
        nextCheckAt: now.add({ seconds: needs.operatorInquiryAfterSeconds }),
      })
      const state = isPending ? 'PROMPTED' : 'UNKNOWN'
      return { ...claimed, collection: { ...claimed.collection, state } }
    }
    default:
      if (reply.kind === 'declined' && reply.reason === 'MM_NO_WALLET') {
        await releaseClaim(db, claim, { now, reason: reply.reason, cause: `${reply.code} ${reply.message}` })
        throw new Problem(cardProblems.no_wallet)
      }
      await recordCollectionOutcome(needs, claimed, reply)
      return collectionOf(db, claim.operation)
  }
}

/** The collection as it was claimed, without reading it again. */
function claimedContext(transaction: PricedTransaction, claim: CollectionClaim): CollectionContext {
  const { operation, operator, now } = claim
  return {
    transaction,
    collection: {
      operation,
      operator,
      collection_id: claim.collectionId,
      card_transaction_id: transaction.id,
      merchant_id: transaction.merchant_id,
      environment: transaction.environment,
      number_sealed: claim.numberSealed,
      number_hash: claim.numberHash,
      number_end: claim.msisdn.slice(-3),
      amount_minor: transaction.amount_minor,
      currency: transaction.currency,
      state: 'REQUESTED' satisfies CollectionState,
      reason_code: '',
      expires_at: claim.expiresAt,
      created_at: now,
      completed_at: null,
      operation_state: 'sent',
      upstream_id: null,
      sent_by: claim.sentBy,
      reported_reason: null,
      reported_code: null,
      reported_message: null,
    },
  }
}
