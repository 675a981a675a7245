// How the simulated operators process payouts. A reference stays the same payout for ever, as the port requires.

import type { OperatorCode } from '../../../../server/kernel/operators.ts'
import type { Operator, OperatorOutcome, ReversalReply } from '../../../../server/operator-calls/operator.ts'
import type { Wire } from '../../kernel/upstream.ts'
import { type OperatorBooks, outcomeOf, type Payout, rememberMeaning } from './books.ts'
import { type Callbacks, hour } from './callbacks.ts'

export function openPayouts(
  { chance, faults, time }: Wire,
  { books, callbacks, code }: { books: OperatorBooks; callbacks: Callbacks; code: OperatorCode },
) {
  const { notify } = callbacks
  function resolve(payout: Payout): void {
    if (payout.state !== 'pending') return
    payout.state = faults.happens('operator declines') ? 'declined' : 'paid'
    notify(payout, outcomeOf(payout))
    // Of money given back, we would only log it: it has no list of exceptions.
    if (payout.state !== 'declined' || payout.isReturn || !faults.happens('operator pays what it declined'))
      return
    time.after(chance.spread(1_000, hour), () => {
      payout.state = 'paid'
      payout.contradicted = true
      notify(payout, outcomeOf(payout))
    })
  }

  function take({
    reference,
    transactionId,
    amount,
    msisdn,
    callbackUrl,
  }: Parameters<Operator['pay']>[0]): OperatorOutcome {
    const meaning = `${amount.minor} ${msisdn}`
    const known = books.payouts.get(reference)
    rememberMeaning(books, reference, meaning)
    if (known) return outcomeOf(known)
    const payout: Payout = {
      reference,
      msisdn,
      isReturn: transactionId.startsWith('MM'),
      operator: code,
      amountMinor: amount.minor,
      currency: amount.currency,
      state: 'pending',
      contradicted: false,
      upstreamId: `MM${chance.below(1e12)}`,
      visibleAt: time.now() + (faults.happens('operator search lags') ? chance.spread(1_000, 300_000) : 0),
      callbackUrl,
    }
    books.payouts.set(reference, payout)
    if (chance.happens(0.3)) resolve(payout)
    else time.after(chance.spread(500, chance.happens(0.1) ? 6 * hour : 120_000), () => resolve(payout))
    return outcomeOf(payout)
  }

  return { take, takeBack: openReversals({ chance, faults, time }, books, callbacks) }
}

/** How the operators take payouts back, as asked. */
function openReversals(
  { chance, faults, time }: Pick<Wire, 'chance' | 'faults' | 'time'>,
  books: OperatorBooks,
  { send }: Callbacks,
) {
  return function takeBack({ reference, original }: Parameters<Operator['reverse']>[0]): ReversalReply {
    const payout = books.payouts.get(original.reference)
    if (payout?.state !== 'paid') return { kind: 'refused', code: '9', message: 'nothing to take back' }
    if (faults.happens('operator refuses a reversal')) return { kind: 'refused', code: '8', message: 'spent' }
    payout.reversal = reference
    const undo = () => {
      payout.state = 'reversed'
      const word = { kind: 'reversed', upstreamId: `R${payout.upstreamId}` } as const
      send(payout, { reference, word }, chance.spread(10, 60_000))
    }
    if (chance.happens(0.5)) {
      time.after(chance.spread(500, 120_000), undo)
      return { kind: 'pending' }
    }
    undo()
    return { kind: 'reversed', upstreamId: `R${payout.upstreamId}` }
  }
}
