// How the simulated operators ask wallets for money, and return it. A reference stays the same payment for ever: asked for again, the
// payer is prompted again, which the books count.

import { money } from '../../../../server/kernel/money.ts'
import type { OperatorCode } from '../../../../server/kernel/operators.ts'
import type {
  Collection,
  CollectionInquiryReply,
  CollectionOutcome,
  CollectionRefund,
  CollectionReply,
  Collector,
  RefundInquiryReply,
} from '../../../../server/operator-calls/collector.ts'
import type { ReversalReply } from '../../../../server/operator-calls/operator.ts'
import { callUpstream, type Wire } from '../../kernel/upstream.ts'
import { type BookedRefund, type Collected, type OperatorBooks, rememberMeaning } from './books.ts'
import { type Callbacks, readCollected } from './callbacks.ts'

const minute = 60_000
const unavailable = { kind: 'unavailable', cause: 'no answer' } as const
const unreached = { kind: 'unreached', cause: 'no connection' } as const
const unknown = { kind: 'unknown', cause: 'no answer' } as const

type Needs = { books: OperatorBooks; callbacks: Callbacks; code: OperatorCode; timeoutMs: number }

export function openCollector(wire: Wire, needs: Needs): Collector {
  const { books, callbacks, code, timeoutMs } = needs
  const { faults } = wire
  const payers = openPayers(wire, needs)
  const refunds = code === 'orange' ? 'whole' : 'part'
  const call = { whom: 'operator', timeoutMs } as const
  const look = <Reply>(name: string, detail: string, act: () => Reply) =>
    callUpstream<Reply | typeof unavailable>(wire, {
      ...{ ...call, name, detail, unreached: unavailable, unknown: unavailable },
      act: () => (faults.happens('operator search down') ? unavailable : act()),
    })
  return {
    request: (collection) => {
      const hangs = faults.happens('callback of a failure while the call hangs')
      if (hangs) callbacks.reportFailureOf({ ...collection, about: 'collection' }, timeoutMs * 0.9)
      return callUpstream<CollectionReply>(wire, {
        ...{ ...call, name: 'collect', hangs, unreached, unknown },
        detail: `${collection.reference} ${collection.amount.minor}`,
        act: () => payers.prompt(collection),
      })
    },
    idOf: (reference) => reference,
    requestTimeoutMs: timeoutMs,
    inquire: ({ reference }) =>
      look('inquire collection', reference, (): CollectionInquiryReply => {
        const collected = books.collections.get(reference)
        return !collected || collected.visibleAt > wire.time.now() ? { kind: 'absent' } : wordOf(collected)
      }),
    refunds,
    refund: (refund) =>
      callUpstream<ReversalReply>(wire, {
        ...{ ...call, name: 'refund', unreached, unknown },
        detail: `${refund.reference} of ${refund.original.reference}`,
        act: () => payers.giveBack(refund, refunds),
      }),
    inquireRefund: ({ reference, original }) =>
      look('inquire refund', reference, (): RefundInquiryReply => {
        const refund = books.collections.get(original.reference)?.refunds.get(reference)
        return refund ? replyOf(refund) : { kind: 'absent' }
      }),
    readCallback: async ({ body }) => readCollected(body),
    terms: async (_, currency) => ({
      min: money(1n, currency),
      max: money(1_000_000_000_000n, currency),
      decimals: 2,
      isOpen: true,
      approvalHint: null,
    }),
  }
}

/** What the operator says about a collection in its current state. */
function wordOf({
  state,
  upstreamId,
  debitedMinor,
  currency,
  declined,
  expiresAt,
}: Collected): CollectionOutcome {
  if (state === 'approved') return { kind: 'approved', upstreamId, amount: money(debitedMinor, currency) }
  if (state === 'declined') return { kind: 'declined', reason: declined, code: '17', message: '', upstreamId }
  return {
    ...{ kind: 'pending', upstreamId },
    expiresAt: Temporal.Instant.fromEpochMilliseconds(Math.floor(expiresAt)),
  }
}

const replyOf = ({ state, reference }: BookedRefund) =>
  state === 'refused'
    ? ({ kind: 'refused', code: '8', message: 'not refundable' } as const)
    : state === 'done'
      ? ({ kind: 'reversed', upstreamId: `R${reference}` } as const)
      : ({ kind: 'pending' } as const)

type Chances = Pick<Wire, 'chance' | 'faults' | 'time'>

const newCollected = (
  { chance, faults, time }: Chances,
  {
    reference,
    msisdn,
    amount,
    callbackUrl,
  }: Pick<Collection, 'reference' | 'msisdn' | 'amount' | 'callbackUrl'>,
): Collected => ({
  ...{ reference, msisdn, callbackUrl, amountMinor: amount.minor, currency: amount.currency },
  ...{ prompts: 1, debitedMinor: 0n, state: 'pending', refunds: new Map(), declined: 'MM_NO_ANSWER' },
  upstreamId: `MC${chance.below(1e12)}`,
  visibleAt: time.now() + (faults.happens('operator search lags') ? chance.spread(1_000, 5 * minute) : 0),
  expiresAt: time.now() + chance.spread(minute, 2 * minute),
  comesLate: false,
})

/** The wallets, and what their holders do about a prompt. */
function openPayers({ chance, faults, time }: Wire, { books, callbacks }: Needs) {
  function prompt({ reference, msisdn, amount, callbackUrl }: Collection): CollectionOutcome {
    rememberMeaning(books, reference, `${amount.minor} ${msisdn}`)
    const known = books.collections.get(reference)
    if (known) {
      known.prompts += 1
      return wordOf(known)
    }
    const collected = newCollected({ chance, faults, time }, { reference, msisdn, amount, callbackUrl })
    books.collections.set(reference, collected)
    if (faults.happens('payer has no wallet')) {
      Object.assign(collected, { state: 'declined', declined: 'MM_NO_WALLET', prompts: 0 })
      return wordOf(collected)
    }
    if (faults.happens('payer approves too late')) lapse(collected, true)
    else if (faults.happens('payer does not react')) lapse(collected, false)
    else if (chance.happens(0.2)) decide(collected)
    else time.after(chance.spread(500, collected.expiresAt - time.now()), () => decide(collected))
    return wordOf(collected)
  }

  function decide(collected: Collected): void {
    if (faults.happens('payer declines')) {
      const declined = chance.pick(['MM_CANCELLED', 'MM_WRONG_PIN', 'MM_INSUFFICIENT_FUNDS'] as const)
      Object.assign(collected, { state: 'declined', declined })
      report(collected)
    } else debit(collected)
  }

  /** An approval after the prompt has lapsed is reported until we acknowledge it, since inquiries end sooner. */
  function lapse(collected: Collected, comesLate: boolean): void {
    collected.comesLate = comesLate
    time.after(collected.expiresAt - time.now(), () => {
      collected.state = 'declined'
      report(collected)
      if (!comesLate) return
      time.after(chance.spread(1_000, 10 * minute), () => {
        collected.comesLate = false
        debit(collected)
        const { reference } = collected
        const word = { kind: 'approved', upstreamId: collected.upstreamId } as const
        callbacks.send(collected, { about: 'collection', reference, word }, 10 * minute, true)
      })
    })
  }

  function debit(collected: Collected): void {
    const more = faults.happens('operator debits another amount') ? 1n : 0n
    Object.assign(collected, {
      state: 'approved',
      debitedMinor: collected.amountMinor + more,
      debitedAt: time.now(),
    })
    report(collected)
  }

  const report = (collected: Collected) => callbacks.notify(noticeOf(collected), said(collected))

  return { prompt, giveBack: openRefunds({ chance, faults, time }, { books, callbacks }) }
}

/** How the operators return money, as asked. */
function openRefunds(
  { chance, faults, time }: Chances,
  { books, callbacks }: Pick<Needs, 'books' | 'callbacks'>,
) {
  return function giveBack(
    { reference, original, amount, callbackUrl }: CollectionRefund,
    refunds: Collector['refunds'],
  ): ReversalReply {
    const collected = books.collections.get(original.reference)
    if (!collected || collected.debitedMinor === 0n)
      return { kind: 'refused', code: '9', message: 'nothing to give back' }
    const known = collected.refunds.get(reference)
    if (known) return replyOf(known)
    if (refunds === 'whole' && amount.minor !== collected.debitedMinor) return { kind: 'unsupported' }
    rememberMeaning(books, reference, `refund ${amount.minor} of ${original.reference}`)
    const before = [...collected.refunds.values()].filter(({ state }) => state !== 'refused')
    const sum = before.reduce((total, { amountMinor }) => total + amountMinor, amount.minor)
    const isRefused = sum > collected.debitedMinor || faults.happens('operator refuses a refund')
    const refund: BookedRefund = {
      ...{ reference, amountMinor: amount.minor },
      state: isRefused ? 'refused' : 'pending',
    }
    collected.refunds.set(reference, refund)
    if (isRefused) return replyOf(refund)
    const finish = () => {
      refund.state = 'done'
      const { currency } = amount
      const word = { kind: 'reversed', upstreamId: `R${reference}` } as const
      callbacks.notify({ reference, callbackUrl, amountMinor: amount.minor, currency, about: 'refund' }, word)
    }
    if (chance.happens(0.5)) finish()
    else time.after(chance.spread(500, 2 * minute), finish)
    return replyOf(refund)
  }
}

const noticeOf = (collected: Collected) =>
  ({ ...collected, about: 'collection', amountMinor: collected.debitedMinor }) as const

/** The amount is in the callback itself, since JSON has no place for it in the outcome. */
function said(collected: Collected): CollectionOutcome {
  const word = wordOf(collected)
  return word.kind === 'approved' ? { kind: 'approved', upstreamId: word.upstreamId } : word
}
