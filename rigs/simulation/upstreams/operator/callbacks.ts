// How the simulated operators report what became of a payout, of a collection or of its refund: late, twice, out of order, or not at all.
import { type Currency, type Money, money } from '../../../../server/kernel/money.ts'
import type { CollectionCallback, CollectionOutcome } from '../../../../server/operator-calls/collector.ts'
import type { Callback, OperatorOutcome, ReversalReply } from '../../../../server/operator-calls/operator.ts'
import type { Wire } from '../../kernel/upstream.ts'

/** Delivers a callback to the service, whether or not it is running. @param isStubborn repeats it until it is acknowledged. */
export type Report = (url: string, body: string, isStubborn?: boolean) => void

export const hour = 3_600_000

type About = 'collection' | 'refund'
type Word = OperatorOutcome | CollectionOutcome | Extract<ReversalReply, { kind: 'reversed' | 'refused' }>

type CallbackBody = {
  /** Absent: a payout. */
  about?: About
  reference: string
  word: Word
  amount?: string
  currency?: string
  forged?: boolean
}

type Reported = { reference: string; callbackUrl: string }
/** What a callback is about. */
type Subject = Reported & { amountMinor: bigint; currency: string; about?: About }

const refusal = { kind: 'declined', reason: 'REFUSED_BY_OPERATOR', code: '0', message: '' } as const
const decline = { kind: 'declined', reason: 'MM_DECLINED', code: '0', message: '' } as const

export type Callbacks = ReturnType<typeof openCallbacks>

/** @param report delivers each callback to the service. */
export function openCallbacks({ chance, faults, time }: Wire, report: Report) {
  function send(
    { callbackUrl }: Reported,
    callback: CallbackBody,
    afterMs: number,
    isStubborn = false,
  ): void {
    time.after(afterMs, () => report(callbackUrl, JSON.stringify(callback), isStubborn))
  }

  function notify(of: Subject, word: Word): void {
    const { reference, amountMinor, currency, about } = of
    const named = { reference, ...(about && { about }) }
    const callback: CallbackBody = { ...named, word, amount: String(amountMinor), currency }
    const soon = () => chance.spread(10, 5_000)
    if (faults.happens('callback out of order'))
      send(of, { ...callback, word: { kind: 'pending' } }, chance.spread(5_000, hour))
    const contrary = contraryTo(word)
    if (faults.happens('callback contradicts') && contrary)
      send(of, { ...named, word: contrary }, chance.spread(1_000, hour))
    if (faults.happens('callback of another amount'))
      send(of, { ...callback, amount: String(amountMinor + 1n) }, soon())
    if (faults.happens('callback forged'))
      send(of, { ...callback, word: { kind: 'succeeded', upstreamId: 'forged' }, forged: true }, soon())
    if (faults.happens('callback of an unknown reference'))
      send(of, { ...callback, reference: '01990000-0000-7000-8000-000000000000' }, soon())
    if (faults.happens('callback lost')) return
    const wait = faults.happens('callback late') ? chance.spread(60_000, 12 * hour) : soon()
    send(of, callback, faults.happens('callback before the reply') ? 0 : wait)
    if (faults.happens('callback duplicated'))
      for (let more = 1 + chance.below(5); more > 0; more--) send(of, callback, wait + soon())
  }

  /** Reports a failure before the call is processed; only the later outcome is true. */
  function reportFailureOf(of: Reported & { about?: About }, withinMs: number): void {
    const { reference, about } = of
    const word = about ? decline : refusal
    send(of, { reference, word, ...(about && { about }) }, chance.spread(10, withinMs))
  }

  return { send, notify, reportFailureOf }
}

/** A collection that was declined may be reported as approved, too: only an inquiry counts. */
function contraryTo(word: Word): Word | undefined {
  if (word.kind === 'succeeded') return refusal
  if (word.kind === 'approved') return decline
  const isOfPayer = word.kind === 'declined' && word.reason.startsWith('MM_')
  return isOfPayer ? { kind: 'approved', upstreamId: 'contradicting' } : undefined
}

export function read(body: Uint8Array): Callback {
  const { about, reference, word, forged, amount } = parsed(body)
  if (forged) return { kind: 'forged', cause: 'wrong signature' }
  if (about) return { kind: 'unreadable', cause: 'not about a payout' }
  return { kind: 'report', reference, outcome: word as OperatorOutcome, ...(amount && { amount }) }
}

export function readCollected(body: Uint8Array): CollectionCallback {
  const { about, reference, word, forged, amount } = parsed(body)
  if (!about) return { kind: 'payout' }
  if (forged) return { kind: 'forged', cause: 'wrong signature' }
  if (about === 'collection') {
    const outcome = { ...(word as CollectionOutcome), ...(word.kind === 'approved' && amount && { amount }) }
    return { kind: 'report', reference, outcome }
  }
  return word.kind === 'reversed' || word.kind === 'refused'
    ? { kind: 'refund_report', reference, outcome: word }
    : { kind: 'unreadable', cause: 'no outcome' }
}

function parsed(body: Uint8Array): Omit<CallbackBody, 'amount'> & { amount?: Money | undefined } {
  const { amount, currency, ...callback } = JSON.parse(Buffer.from(body).toString()) as CallbackBody
  return { ...callback, amount: amount ? money(BigInt(amount), (currency ?? 'USD') as Currency) : undefined }
}
