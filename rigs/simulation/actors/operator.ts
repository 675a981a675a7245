// Mobile-money operators with one book of their own. A reference they have seen is the same payout for ever, as the port
// asks; how they tell of its end, and whether anyone hears of it, is left to chance.
import { money } from '../../../server/kernel/money.ts'
import type {
  Callback,
  InquiryAnswer,
  Operator,
  OperatorCode,
  PayAnswer,
  ReverseAnswer,
  Word,
} from '../../../server/remittance/operators/operator.ts'
import { callUpstream, type Wire } from '../world/upstream.ts'

export type BookedPayout = {
  reference: string
  operator: OperatorCode
  amountMinor: bigint
  currency: string
  state: 'pending' | 'paid' | 'declined' | 'reversed'
  /** It changed its mind after it had said no: the loss case, which people must hear of. */
  contradicted: boolean
}

type Payout = BookedPayout & {
  upstreamId: string
  visibleAt: number
  callbackUrl: string
  reversal?: string
}

export type OperatorBooks = { payouts: Map<string, Payout>; calls: Map<string, string> }

/** Brings a callback to the service; whether anybody is there to take it is its own affair. */
export type Report = (url: string, body: string) => void

export const openOperatorBooks = (): OperatorBooks => ({ payouts: new Map(), calls: new Map() })

const hour = 3_600_000

type News = { reference: string; word: Word; amount?: string; forged?: boolean }

export function openSimulatedOperator(
  wire: Wire,
  books: OperatorBooks,
  {
    code,
    protocol,
    timeoutMs,
    report,
  }: { code: OperatorCode; protocol: string; timeoutMs: number; report: Report },
): Operator {
  const { chance, faults, time } = wire
  const unavailable = { kind: 'unavailable', cause: 'no answer' } as const
  const unknown = { kind: 'unknown', cause: 'no answer' } as const

  function wordOf({ state, upstreamId }: Payout): Word {
    if (state === 'pending') return { kind: 'pending', upstreamId }
    if (state === 'paid') return { kind: 'succeeded', upstreamId }
    if (state === 'reversed') return { kind: 'reversed', upstreamId }
    return { kind: 'declined', reason: 'RECIPIENT_LIMIT_REACHED', code: '17', message: 'limit', upstreamId }
  }

  function send(payout: Payout, news: News, afterMs: number): void {
    time.after(afterMs, () => report(payout.callbackUrl, JSON.stringify(news)))
  }

  function tell(payout: Payout, word: Word): void {
    const { reference, amountMinor } = payout
    const news: News = { reference, word, amount: String(amountMinor) }
    const soon = () => chance.spread(10, 5_000)
    if (faults.happens('callback out of order')) send(payout, { ...news, word: { kind: 'pending' } }, chance.spread(5_000, hour))
    if (faults.happens('callback contradicts') && word.kind === 'succeeded')
      send(payout, { reference, word: { kind: 'declined', reason: 'REFUSED_BY_OPERATOR', code: '0', message: '' } }, chance.spread(1_000, hour))
    if (faults.happens('callback of another amount')) send(payout, { ...news, amount: String(amountMinor + 1n) }, soon())
    if (faults.happens('callback forged')) send(payout, { ...news, word: { kind: 'succeeded', upstreamId: 'forged' }, forged: true }, soon())
    if (faults.happens('callback of an unknown reference'))
      send(payout, { ...news, reference: '01990000-0000-7000-8000-000000000000' }, soon())
    if (faults.happens('callback lost')) return
    const wait = faults.happens('callback late') ? chance.spread(60_000, 12 * hour) : soon()
    send(payout, news, faults.happens('callback before the reply') ? 0 : wait)
    if (faults.happens('callback doubled'))
      for (let more = 1 + chance.below(5); more > 0; more--) send(payout, news, wait + soon())
  } // biome-ignore format: a fault a line

  function resolve(payout: Payout): void {
    if (payout.state !== 'pending') return
    payout.state = faults.happens('operator declines') ? 'declined' : 'paid'
    tell(payout, wordOf(payout))
    if (payout.state !== 'declined' || !faults.happens('operator pays what it declined')) return
    time.after(chance.spread(1_000, hour), () => {
      payout.state = 'paid'
      payout.contradicted = true
      tell(payout, wordOf(payout))
    })
  }

  function take({ reference, amount, msisdn, callbackUrl }: Parameters<Operator['pay']>[0]): Word {
    const meaning = `${amount.minor} ${msisdn}`
    const known = books.payouts.get(reference)
    if (books.calls.has(reference) && books.calls.get(reference) !== meaning)
      throw new Error(`one reference, two meanings: ${reference}`)
    books.calls.set(reference, meaning)
    if (known) return wordOf(known)
    const payout: Payout = {
      reference,
      operator: code,
      amountMinor: amount.minor,
      currency: amount.currency,
      state: 'pending',
      contradicted: false,
      upstreamId: `MM${chance.below(1e12)}`,
      visibleAt: faults.happens('operator search blind')
        ? time.now() + chance.spread(1_000, 300_000)
        : time.now(),
      callbackUrl,
    }
    books.payouts.set(reference, payout)
    if (chance.happens(0.3)) resolve(payout)
    else time.after(chance.spread(500, chance.happens(0.1) ? 6 * hour : 120_000), () => resolve(payout))
    return wordOf(payout)
  }

  /** Before it has taken it up: what it does afterwards is what is true. */
  function reportFailureOf({ reference, callbackUrl }: Parameters<Operator['pay']>[0]): void {
    const word: Word = { kind: 'declined', reason: 'REFUSED_BY_OPERATOR', code: '0', message: '' }
    const body = JSON.stringify({ reference, word })
    time.after(chance.spread(10, timeoutMs * 0.9), () => report(callbackUrl, body))
  }

  function takeBack({ reference, original }: Parameters<Operator['reverse']>[0]): ReverseAnswer {
    const payout = books.payouts.get(original.reference)
    if (payout?.state !== 'paid') return { kind: 'refused', code: '9', message: 'nothing to take back' }
    if (faults.happens('operator refuses a reversal')) return { kind: 'refused', code: '8', message: 'spent' }
    payout.reversal = reference
    const undo = () => {
      payout.state = 'reversed'
      send(payout, { reference, word: { kind: 'reversed', upstreamId: `R${payout.upstreamId}` } }, chance.spread(10, 60_000))
    }
    if (chance.happens(0.5)) {
      time.after(chance.spread(500, 120_000), undo)
      return { kind: 'pending' }
    }
    undo()
    return { kind: 'reversed', upstreamId: `R${payout.upstreamId}` }
  } // biome-ignore format: one thing a line

  return {
    protocol,
    reverses: true,
    pay: (payout) => {
      const hangs = faults.happens('callback of a failure while the call hangs')
      if (hangs) reportFailureOf(payout)
      return callUpstream<PayAnswer>(wire, {
        whom: 'operator',
        name: 'pay',
        detail: `${payout.reference} ${payout.amount.minor}`,
        timeoutMs,
        hangs,
        act: () => take(payout),
        unreached: { kind: 'unreached', cause: 'no connection' },
        unknown,
      })
    },
    inquire: ({ reference }) =>
      callUpstream<InquiryAnswer>(wire, {
        whom: 'operator',
        name: 'inquire',
        detail: reference,
        timeoutMs,
        act: () => {
          if (faults.happens('operator search down')) return unavailable
          const payout = books.payouts.get(reference)
          return !payout || payout.visibleAt > time.now() ? { kind: 'absent' } : wordOf(payout)
        },
        unreached: unavailable,
        unknown: unavailable,
      }),
    lookUp: async () => ({ kind: 'unsupported' }),
    reverse: (reversal) =>
      callUpstream<ReverseAnswer>(wire, {
        whom: 'operator',
        name: 'reverse',
        detail: `${reversal.reference} of ${reversal.original.reference}`,
        timeoutMs,
        act: () => takeBack(reversal),
        unreached: { kind: 'unreached', cause: 'no connection' },
        unknown,
      }),
    readCallback: async ({ body }) => read(body),
    acknowledge: () => ({ status: 200, body: {} }),
    health: async () => ({ kind: 'up' }),
    close: async () => {},
  }
}

function read(body: Uint8Array): Callback {
  const { reference, word, amount, forged } = JSON.parse(Buffer.from(body).toString()) as News
  if (forged) return { kind: 'forged', cause: 'wrong signature' }
  return { kind: 'news', reference, word, ...(amount && { amount: money(BigInt(amount), 'USD') }) }
}
