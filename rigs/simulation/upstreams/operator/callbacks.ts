// How the simulated operators report the outcome of a payout: late, twice, out of order, or not at all.
import { type Currency, money } from '../../../../server/kernel/money.ts'
import type { Callback, OperatorOutcome } from '../../../../server/operator-calls/operator.ts'
import type { Wire } from '../../kernel/upstream.ts'
import type { Payout } from './books.ts'

/** Delivers a callback to the service, whether or not it is running. */
export type Report = (url: string, body: string) => void

export const hour = 3_600_000

type CallbackBody = {
  reference: string
  word: OperatorOutcome
  amount?: string
  currency?: string
  forged?: boolean
}

type Reported = Pick<Payout, 'reference' | 'callbackUrl'>

export type Callbacks = ReturnType<typeof openCallbacks>

/** @param report delivers each callback to the service. */
export function openCallbacks({ chance, faults, time }: Wire, report: Report) {
  function send(payout: Payout, callback: CallbackBody, afterMs: number): void {
    time.after(afterMs, () => report(payout.callbackUrl, JSON.stringify(callback)))
  }

  function notify(payout: Payout, word: OperatorOutcome): void {
    const { reference, amountMinor, currency } = payout
    const callback: CallbackBody = { reference, word, amount: String(amountMinor), currency }
    const soon = () => chance.spread(10, 5_000)
    if (faults.happens('callback out of order'))
      send(payout, { ...callback, word: { kind: 'pending' } }, chance.spread(5_000, hour))
    if (faults.happens('callback contradicts') && word.kind === 'succeeded')
      send(
        payout,
        { reference, word: { kind: 'declined', reason: 'REFUSED_BY_OPERATOR', code: '0', message: '' } },
        chance.spread(1_000, hour),
      )
    if (faults.happens('callback of another amount'))
      send(payout, { ...callback, amount: String(amountMinor + 1n) }, soon())
    if (faults.happens('callback forged'))
      send(payout, { ...callback, word: { kind: 'succeeded', upstreamId: 'forged' }, forged: true }, soon())
    if (faults.happens('callback of an unknown reference'))
      send(payout, { ...callback, reference: '01990000-0000-7000-8000-000000000000' }, soon())
    if (faults.happens('callback lost')) return
    const wait = faults.happens('callback late') ? chance.spread(60_000, 12 * hour) : soon()
    send(payout, callback, faults.happens('callback before the reply') ? 0 : wait)
    if (faults.happens('callback duplicated'))
      for (let more = 1 + chance.below(5); more > 0; more--) send(payout, callback, wait + soon())
  }

  /** Reports a failure before the payout is processed; only the later outcome is true. */
  function reportFailureOf({ reference, callbackUrl }: Reported, withinMs: number): void {
    const word: OperatorOutcome = { kind: 'declined', reason: 'REFUSED_BY_OPERATOR', code: '0', message: '' }
    const body = JSON.stringify({ reference, word })
    time.after(chance.spread(10, withinMs), () => report(callbackUrl, body))
  }

  return { send, notify, reportFailureOf }
}

export function read(body: Uint8Array): Callback {
  const { reference, word, amount, currency, forged } = JSON.parse(
    Buffer.from(body).toString(),
  ) as CallbackBody
  if (forged) return { kind: 'forged', cause: 'wrong signature' }
  const reported = amount && money(BigInt(amount), (currency ?? 'USD') as Currency)
  return { kind: 'report', reference, outcome: word, ...(reported && { amount: reported }) }
}
