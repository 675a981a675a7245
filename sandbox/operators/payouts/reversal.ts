// Reversals requested by the payer. Only a payout that succeeded can be reversed, in whole or in parts.
import { randomInt, randomUUID } from 'node:crypto'
import type { Amount } from '../../amount.ts'
import type { Message, Payout, Reversal } from '../books/book.ts'
import { sendReversalCallback } from '../callbacks/send-callbacks.ts'
import type { Operators } from '../operators.ts'
import { newUpstreamId, reversePayout } from './payout.ts'

export type ReversalOrder = {
  reference: string
  payout: Payout
  /** null: the whole remaining amount. */
  amount: Amount | null
  callbackUrl: string | null
  message: Message
  /** `later`: accepted now, completed and reported by callback after the usual time. */
  completes: 'now' | 'later'
}

export type ReversalReply =
  | { kind: 'taken'; reversal: Reversal }
  | { kind: 'duplicate'; reversal: Reversal }
  | { kind: 'refused'; refusal: 'not_succeeded' | 'amount' }

export function requestReversal(operators: Operators, order: ReversalOrder): ReversalReply {
  return operators.book.atomically(() => {
    const response = decide(operators, order)
    operators.book.addRequest({
      protocol: order.payout.protocol,
      kind: 'reverse',
      reference: order.payout.reference,
      msisdn: order.payout.msisdn,
      outcome: response.kind === 'refused' ? `refused: ${response.refusal}` : response.kind,
      at: operators.clock.now(),
    })
    if (response.kind !== 'taken') return response
    operators.book.saveReversal(response.reversal)
    if (order.completes === 'now') return { kind: 'taken', reversal: carryOut(operators, response.reversal) }
    const { min, max } = operators.settings.outcomeAfterMs
    const delay = randomInt(min, max + 1)
    operators.agenda.add(delay, { kind: 'settle_reversal', reversalId: response.reversal.id })
    return response
  })
}

function decide(operators: Operators, order: ReversalOrder): ReversalReply {
  const { payout, reference, callbackUrl, message } = order
  const known = operators.book.reversalByReference(payout.protocol, reference)
  if (known) return { kind: 'duplicate', reversal: known }
  if (payout.status !== 'succeeded') return { kind: 'refused', refusal: 'not_succeeded' }
  const left = payout.amount.minor - payout.reversedMinor - pendingMinor(operators, payout)
  const amount = order.amount ?? { minor: left, currency: payout.amount.currency }
  const fits = amount.minor > 0 && amount.minor <= left && amount.currency === payout.amount.currency
  if (!fits) return { kind: 'refused', refusal: 'amount' }
  const reversal: Reversal = {
    id: randomUUID(),
    protocol: payout.protocol,
    reference,
    payoutId: payout.id,
    upstreamId: newUpstreamId(operators, payout.operator),
    amount,
    status: 'pending',
    callbackUrl,
    takenAt: operators.clock.now(),
    completedAt: null,
    message,
  }
  return { kind: 'taken', reversal }
}

function pendingMinor(operators: Operators, payout: Payout): number {
  const pending = operators.book.listReversals(payout.id).filter(({ status }) => status === 'pending')
  return pending.reduce((sum, { amount }) => sum + amount.minor, 0)
}

/** Completes a reversal that was accepted for later, once. */
export function completeReversal(operators: Operators, reversalId: string): void {
  operators.book.atomically(() => {
    const reversal = operators.book.reversalById(reversalId)
    if (reversal?.status === 'pending') sendReversalCallback(operators, carryOut(operators, reversal))
  })
}

function carryOut(operators: Operators, reversal: Reversal): Reversal {
  const payout = operators.book.payoutById(reversal.payoutId)
  if (!payout) throw new Error(`no payout ${reversal.payoutId}`)
  // The operator's own reversal of wallet 04 may have come first, in which case there is nothing left to reverse.
  const left = payout.amount.minor - payout.reversedMinor
  if (left > 0) reversePayout(operators, payout, Math.min(left, reversal.amount.minor))
  const done: Reversal = { ...reversal, status: 'succeeded', completedAt: operators.clock.now() }
  operators.book.saveReversal(done)
  return done
}
