// Refunds of collections, requested by the merchant. Only what a wallet was debited can be returned, in whole or in parts.
import { randomInt, randomUUID } from 'node:crypto'
import type { Amount } from '../../amount.ts'
import type { Message } from '../books/book.ts'
import type { Collection, Refund } from '../books/collections.ts'
import type { Operators } from '../operators.ts'
import { newUpstreamId } from '../payouts/payout.ts'
import { sendRefundCallback } from './callbacks.ts'
import { returnMoney } from './collection.ts'

export type RefundOrder = {
  reference: string
  collection: Collection
  /** null: the whole remaining amount. */
  amount: Amount | null
  callbackUrl: string | null
  message: Message
  /** `later`: accepted now, completed and reported by callback after the usual time. */
  completes: 'now' | 'later'
}

export type RefundRefusal = 'not_succeeded' | 'amount' | 'in_progress' | 'refused'
export type RefundReply =
  | { kind: 'taken'; refund: Refund }
  | { kind: 'duplicate'; refund: Refund }
  | { kind: 'refused'; refusal: RefundRefusal }

export function requestRefund(operators: Operators, order: RefundOrder): RefundReply {
  return operators.book.atomically(() => {
    const response = decide(operators, order)
    const { protocol, reference, msisdn } = order.collection
    operators.book.addRequest({
      protocol,
      kind: 'refund',
      reference,
      msisdn,
      outcome: response.kind === 'refused' ? `refused: ${response.refusal}` : response.kind,
      at: operators.clock.now(),
    })
    if (response.kind !== 'taken') return response
    operators.book.saveRefund(response.refund)
    if (order.completes === 'now') return { kind: 'taken', refund: carryOut(operators, response.refund) }
    const { min, max } = operators.settings.outcomeAfterMs
    operators.agenda.add(randomInt(min, max + 1), {
      kind: 'complete_refund',
      refundId: response.refund.id,
    })
    return response
  })
}

function decide(operators: Operators, order: RefundOrder): RefundReply {
  const { collection, reference, callbackUrl, message } = order
  const known = operators.book.refundByReference(collection.protocol, reference)
  if (known) return { kind: 'duplicate', refund: known }
  const { debited } = collection
  if (collection.status !== 'succeeded' || !debited) return { kind: 'refused', refusal: 'not_succeeded' }
  if (collection.ending === 'refund_refused') return { kind: 'refused', refusal: 'refused' }
  const isRunning = operators.book.listRefunds(collection.id).some(({ status }) => status === 'pending')
  if (isRunning) return { kind: 'refused', refusal: 'in_progress' }
  const left = debited.minor - collection.refundedMinor
  const amount = order.amount ?? { minor: left, currency: debited.currency }
  const fits = amount.minor > 0 && amount.minor <= left && amount.currency === debited.currency
  if (!fits) return { kind: 'refused', refusal: 'amount' }
  const refund: Refund = {
    id: randomUUID(),
    protocol: collection.protocol,
    reference,
    collectionId: collection.id,
    upstreamId: newUpstreamId(operators, collection.operator),
    amount,
    status: 'pending',
    callbackUrl,
    takenAt: operators.clock.now(),
    completedAt: null,
    message,
  }
  return { kind: 'taken', refund }
}

/** Completes a refund that was accepted for later, once. */
export function completeRefund(operators: Operators, refundId: string): void {
  operators.book.atomically(() => {
    const refund = operators.book.refundById(refundId)
    if (refund?.status === 'pending') sendRefundCallback(operators, carryOut(operators, refund))
  })
}

function carryOut(operators: Operators, refund: Refund): Refund {
  const collection = operators.book.collectionById(refund.collectionId)
  if (!collection?.debited) throw new Error(`no debited collection ${refund.collectionId}`)
  // The operator's own reversal may have come first, in which case there is nothing left to return.
  const left = collection.debited.minor - collection.refundedMinor
  if (left > 0) returnMoney(operators, collection, Math.min(left, refund.amount.minor))
  const done: Refund = { ...refund, status: 'succeeded', completedAt: operators.clock.now() }
  operators.book.saveRefund(done)
  return done
}
