// Payouts, shared by all protocols: accepted, completed by the wallet's behaviour, and reported by callback.
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Amount } from '../../amount.ts'
import type { Message, Payout, ProtocolName } from '../books/book.ts'
import { sendCallbacks } from '../callbacks/send-callbacks.ts'
import type { Operators } from '../operators.ts'
import type { Behaviour, OperatorCode, Subscriber } from './subscribers.ts'

export type PayoutOrder = {
  protocol: ProtocolName
  reference: string
  clientReference: string | null
  subscriber: Subscriber
  amount: Amount
  callbackUrl: string | null
  /** Stored with the payout, for protocols that return the request. */
  message: Message
  /** Whether this protocol reports a missing wallet at once or only afterwards. */
  missingWallet: 'refused' | 'declined_later'
  /** Accepted, but left pending until it is released or cancelled. */
  isHeld?: boolean
}

/** Amounts in minor units, of any currency, that decide what becomes of a payout to any wallet. */
const magicBehaviours: Record<number, Behaviour | undefined> = { 13: 'declined', 17: 'reversed' }

export type PayoutRefusal = 'no_wallet' | 'currency' | 'amount_too_small' | 'amount_too_large' | 'float'

export type PayoutReply =
  | { kind: 'taken'; payout: Payout }
  /** The reference is already known. Nothing was done; `payout` is the current state of the first one. */
  | { kind: 'duplicate'; payout: Payout }
  /** Nothing was accepted; the reference can be used again. */
  | { kind: 'refused'; refusal: PayoutRefusal }

/** Accepts a payout. Wallet 06 delays the reply, although the payout was accepted. */
export async function pay(operators: Operators, order: PayoutOrder): Promise<PayoutReply> {
  const response = operators.book.atomically(() => acceptPayout(operators, order))
  const isSlow = response.kind === 'taken' && order.subscriber.behaviour === 'slow'
  if (isSlow) await wait(operators.settings.slowMs, null, { ref: false })
  return response
}

function acceptPayout(operators: Operators, order: PayoutOrder): PayoutReply {
  const response = decide(operators, order)
  operators.book.addRequest({
    protocol: order.protocol,
    kind: 'pay',
    reference: order.reference,
    msisdn: order.subscriber.msisdn,
    outcome: response.kind === 'refused' ? `refused: ${response.refusal}` : response.kind,
    at: operators.clock.now(),
  })
  if (response.kind !== 'taken') return response
  operators.book.savePayout(response.payout)
  if (!order.isHeld) release(operators, response.payout)
  return response
}

/** Schedules the completion of an accepted payout after the usual time. */
export function release(operators: Operators, { id, behaviour }: Payout): void {
  const { outcomeAfterMs, slowMs } = operators.settings
  const delay = randomInt(outcomeAfterMs.min, outcomeAfterMs.max + 1)
  const extra = behaviour === 'slow' ? slowMs : 0
  operators.agenda.add(delay + extra, { kind: 'settle', payoutId: id })
}

function decide(operators: Operators, order: PayoutOrder): PayoutReply {
  const known = operators.book.payoutByReference(order.protocol, order.reference)
  if (known) return { kind: 'duplicate', payout: known }
  const refusal = refusalOf(operators, order)
  if (refusal) return { kind: 'refused', refusal }
  const { protocol, reference, clientReference, subscriber, amount, callbackUrl, message } = order
  const payout: Payout = {
    id: randomUUID(),
    protocol,
    reference,
    clientReference,
    upstreamId: newUpstreamId(operators, subscriber.operator),
    operator: subscriber.operator,
    msisdn: subscriber.msisdn,
    behaviour: magicBehaviours[amount.minor] ?? subscriber.behaviour,
    amount,
    reversedMinor: 0,
    status: 'pending',
    declineReason: null,
    callbackUrl,
    takenAt: operators.clock.now(),
    completedAt: null,
    reversedAt: null,
    message,
  }
  return { kind: 'taken', payout }
}

function refusalOf(operators: Operators, order: PayoutOrder): PayoutRefusal | null {
  const { subscriber, amount, protocol } = order
  const currency = operators.settings.currencies[amount.currency]
  if (!currency) return 'currency'
  if (amount.minor <= 0) return 'amount_too_small'
  if (amount.minor > currency.largest) return 'amount_too_large'
  if (subscriber.behaviour === 'no_wallet' && order.missingWallet === 'refused') return 'no_wallet'
  return amount.minor > floatOf(operators, protocol, amount.currency) ? 'float' : null
}

/** The payer's remaining balance at the operator, in minor units. */
export function floatOf(operators: Operators, protocol: ProtocolName, currency: string): number {
  const first = operators.settings.currencies[currency]?.float ?? 0
  return operators.book.floatOf(protocol, currency) ?? first
}

/** Credits the wallet or declines the payout, once; repeated calls change nothing. */
export function completePayout(operators: Operators, payoutId: string): void {
  operators.book.atomically(() => {
    const payout = operators.book.payoutById(payoutId)
    if (payout?.status !== 'pending') return
    const { behaviour } = payout
    const at = operators.clock.now()
    const isDeclined = behaviour === 'declined' || behaviour === 'no_wallet'
    const resolved: Payout = isDeclined
      ? { ...payout, status: 'declined', completedAt: at, declineReason: declineReasons[behaviour] }
      : { ...payout, status: 'succeeded', completedAt: at }
    operators.book.savePayout(resolved)
    if (!isDeclined) move(operators, resolved, 'credit', resolved.amount.minor)
    if (behaviour === 'reversed') {
      operators.agenda.add(operators.settings.reverseAfterMs, { kind: 'reverse', payoutId })
    }
    sendCallbacks(operators, resolved)
  })
}

const declineReasons = { declined: 'refused', no_wallet: 'no_wallet' } as const

/** Declines a pending payout because the payer cancelled it. */
export function cancel(operators: Operators, payoutId: string): void {
  operators.book.atomically(() => {
    const payout = operators.book.payoutById(payoutId)
    if (payout?.status !== 'pending') return
    const at = operators.clock.now()
    const cancelled: Payout = { ...payout, status: 'declined', completedAt: at, declineReason: 'cancelled' }
    operators.book.savePayout(cancelled)
    sendCallbacks(operators, cancelled)
  })
}

/** Reverses a whole payout on the operator's own initiative, as for wallet 04, and reports it. */
export function reverse(operators: Operators, payoutId: string): void {
  operators.book.atomically(() => {
    const payout = operators.book.payoutById(payoutId)
    if (payout?.status !== 'succeeded') return
    sendCallbacks(operators, reversePayout(operators, payout, payout.amount.minor - payout.reversedMinor))
  })
}

/** The payout after `minor` was returned from the wallet to the payer. */
export function reversePayout(operators: Operators, payout: Payout, minor: number): Payout {
  const reversedMinor = payout.reversedMinor + minor
  const changed: Payout =
    reversedMinor === payout.amount.minor
      ? { ...payout, reversedMinor, status: 'reversed', reversedAt: operators.clock.now() }
      : { ...payout, reversedMinor }
  operators.book.savePayout(changed)
  move(operators, payout, 'reversal', minor)
  return changed
}

function move(operators: Operators, payout: Payout, kind: 'credit' | 'reversal', minor: number): void {
  const { id, protocol, amount } = payout
  operators.book.addMovement({ payoutId: id, kind, minor, at: operators.clock.now() })
  const float = floatOf(operators, protocol, amount.currency)
  const left = kind === 'credit' ? float - minor : float + minor
  operators.book.setFloat(protocol, { minor: left, currency: amount.currency })
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `SIM-VODACOM-` and 14 characters: the operator's own id of a transaction. */
export function newUpstreamId(operators: Operators, operator: OperatorCode): string {
  const time = operators.clock.now().toString(32).toUpperCase().slice(-9)
  const rest = Array.from({ length: 5 }, () => crockford[randomInt(crockford.length)]).join('')
  return `SIM-${operator.toUpperCase()}-${time}${rest}`
}
