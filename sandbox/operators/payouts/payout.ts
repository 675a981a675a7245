// The one way money is paid out, whatever protocol asks: taken, settled by the wallet's behaviour, told.
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Amount } from '../../amount.ts'
import type { Message, Payout, ProtocolName } from '../books/book.ts'
import { sendCallbacks } from '../callbacks/send-callbacks.ts'
import type { Operators } from '../operators.ts'
import type { OperatorCode, Subscriber } from './subscribers.ts'

export type PayoutOrder = {
  protocol: ProtocolName
  reference: string
  clientReference: string | null
  subscriber: Subscriber
  amount: Amount
  callbackUrl: string | null
  /** Kept with the payout, for protocols that say the request again. */
  message: Message
  /** Whether this protocol finds out about a missing wallet at once or only afterwards. */
  missingWallet: 'refused' | 'declined_later'
  /** Taken, but left pending until it is released or cancelled. */
  isHeld?: boolean
}

export type PayoutRefusal = 'no_wallet' | 'currency' | 'amount_too_small' | 'amount_too_large' | 'float'

export type PayoutReply =
  | { kind: 'taken'; payout: Payout }
  /** The reference is known. Nothing was done; `payout` is the first one as it stands. */
  | { kind: 'duplicate'; payout: Payout }
  /** Nothing was taken; the reference stays free. */
  | { kind: 'refused'; refusal: PayoutRefusal }

/** Takes a payout. The wallet 06 makes the payer wait for the answer; the payout is taken all the same. */
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

/** Lets a payout that was taken be settled after the usual time. */
export function release(operators: Operators, { id, behaviour }: Payout): void {
  const { settleAfterMs, slowMs } = operators.settings
  const delay = randomInt(settleAfterMs.least, settleAfterMs.most + 1)
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
    behaviour: subscriber.behaviour,
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

/** Minor units the payer has left at the operator. */
export function floatOf(operators: Operators, protocol: ProtocolName, currency: string): number {
  const first = operators.settings.currencies[currency]?.float ?? 0
  return operators.book.floatOf(protocol, currency) ?? first
}

/** Credits the wallet or declines, once; repeats change nothing. */
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

/** Declines what is still pending, since the payer thought better of it. */
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

/** Takes a whole payout back by the operator's own doing, as wallet 04 wants it, and says so. */
export function reverse(operators: Operators, payoutId: string): void {
  operators.book.atomically(() => {
    const payout = operators.book.payoutById(payoutId)
    if (payout?.status !== 'succeeded') return
    sendCallbacks(operators, reversePayout(operators, payout, payout.amount.minor - payout.reversedMinor))
  })
}

/** The payout after `minor` went back from the wallet to the payer. */
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

/** `SIM-VODACOM-` and 14 characters: the operator's own name for what it did. */
export function newUpstreamId(operators: Operators, operator: OperatorCode): string {
  const time = operators.clock.now().toString(32).toUpperCase().slice(-9)
  const rest = Array.from({ length: 5 }, () => crockford[randomInt(crockford.length)]).join('')
  return `SIM-${operator.toUpperCase()}-${time}${rest}`
}
