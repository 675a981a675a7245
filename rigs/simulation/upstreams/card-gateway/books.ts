// The books of the simulated card gateway, and the operations on them. It accepts every request, so that a wrong
// one shows in the books: a second charge, an excess refund.
import type {
  CardFacts,
  CardGateway,
  ChargeReply,
  DisputeLine,
  RefundReply,
} from '../../../../server/cards/gateway/gateway.ts'
import { type Money, money } from '../../../../server/kernel/money.ts'
import type { Wire } from '../../kernel/upstream.ts'

export type BookedCharge = {
  paymentId: string
  reference: string
  code: string
  amountMinor: bigint
  currency: 'USD' | 'CDF'
  state: 'captured' | 'held' | 'declined' | 'voided'
}
export type BookedRefund = {
  refundId: string
  paymentId: string
  reference: string
  amountMinor: bigint
  currency: 'USD' | 'CDF'
  state: 'done' | 'undone' | 'declined'
}

/** `at`: when the gateway booked it. */
type Charge = BookedCharge & { reply: Known; visibleAt: number; at: number }
type Refund = BookedRefund & { visibleAt: number; at: number }
type Known = Exclude<ChargeReply, { kind: 'unknown' | 'not_sent' }>

/** A line of the dispute report, which shows from `visibleAt` on. */
export type BookedDispute = { line: DisputeLine; visibleAt: number }

export type CardBooks = {
  charges: Charge[]
  refunds: Refund[]
  disputes: BookedDispute[]
  passedChallenges: Set<string>
}

/** The outcome of a card, as its token says: `frictionless`, `challenge` or `unauthenticated`; `good` or `bad`. */
export type CardWord = `${'frictionless' | 'challenge' | 'unauthenticated'}.${'good' | 'bad'}`

/** The card details of every simulated card. */
export const card: CardFacts = {
  type: 'VISA',
  last4: '4242',
  expiry: '12-2030',
  binCountry: 'CD',
  issuer: '',
  scheme: '',
}

const blindMs = 300_000

export function openCardBooks(): CardBooks {
  return { charges: [], refunds: [], disputes: [], passedChallenges: new Set() }
}

const amountOf = (amount: Money) => ({
  amountMinor: amount.minor,
  currency: amount.currency as 'USD' | 'CDF',
})

type ChargeRequest = Parameters<CardGateway['charge']>[0]
type ChargeOutcome = { reply: Known; state: BookedCharge['state']; approvedAmount: Money }

/** The outcome by the card's token, and by chance. */
function outcomeOf(
  request: ChargeRequest,
  facts: { paymentId: string; card: CardFacts; cavvResult: string },
  faults: Wire['faults'],
): ChargeOutcome {
  const [, word] = request.token.jwt.split(' ')
  const approvedAmount = faults.happens('gateway approves another amount')
    ? money(request.amount.minor + 1n, request.amount.currency)
    : request.amount
  if (word?.endsWith('.bad') || faults.happens('gateway declines')) {
    const reply = { kind: 'declined', decision: 'REJECT', reason: 'INSUFFICIENT_FUND', ...facts } as const
    return { reply, state: 'declined', approvedAmount }
  }
  if (faults.happens('gateway holds for review')) {
    const reply = { kind: 'held', decision: 'REVIEW', reason: 'REVIEW', ...facts } as const
    return { reply, state: 'held', approvedAmount }
  }
  return { reply: { kind: 'approved', amount: approvedAmount, ...facts }, state: 'captured', approvedAmount }
}

export type Bookkeeping = ReturnType<typeof openBookkeeping>

/** What the gateway writes into its books for a charge, an undo or a refund. */
export function openBookkeeping({ chance, faults, time }: Wire, books: CardBooks) {
  const newId = () => String(chance.below(1e15)).padStart(22, '7')
  const visibleAt = () =>
    faults.happens('gateway search lags') ? time.now() + chance.spread(1_000, blindMs) : time.now()

  function book(request: ChargeRequest): Known {
    const paymentId = newId()
    const facts = { paymentId, card, cavvResult: '' }
    const { reply: response, state, approvedAmount } = outcomeOf(request, facts, faults)
    books.charges.push({
      paymentId,
      reference: request.reference,
      code: request.code,
      ...amountOf(approvedAmount),
      state,
      reply: response,
      visibleAt: visibleAt(),
      at: time.now(),
    })
    return response
  }

  function takeBack(reference: string, paymentId: string | undefined, captured: boolean) {
    const charge = books.charges.find((one) => one.reference === reference || one.paymentId === paymentId)
    const refund = books.refunds.find((one) => one.reference === reference)
    if (refund) {
      const isDone = refund.state === 'undone'
      refund.state = 'undone'
      return { kind: 'undone', upstreamId: isDone ? '' : newId() } as const
    }
    if (!charge || charge.state === 'declined') return { kind: 'nothing_there' } as const
    if (charge.state === 'voided') return { kind: 'undone', upstreamId: '' } as const
    const refused = { kind: 'refused', cause: 'not possible' } as const
    if (captured !== (charge.state === 'captured')) return refused
    if (faults.happens('gateway refuses an undo')) return refused
    charge.state = 'voided'
    return { kind: 'undone', upstreamId: newId() } as const
  }

  function release({ paymentId, reference, amount }: Parameters<CardGateway['refund']>[0]): RefundReply {
    const refundId = newId()
    const isDeclined = faults.happens('gateway declines a refund')
    books.refunds.push({
      refundId,
      paymentId,
      reference,
      ...amountOf(amount),
      state: isDeclined ? 'declined' : 'done',
      visibleAt: visibleAt(),
      at: time.now(),
    })
    return isDeclined
      ? { kind: 'declined', refundId, reason: 'not possible' }
      : { kind: 'accepted', refundId, amount }
  }

  return { newId, book, takeBack, giveBack: release }
}
