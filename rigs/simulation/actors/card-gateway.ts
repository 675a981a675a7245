// A card gateway with books of its own. It takes what it is told, so that whatever should not have been asked shows in
// the books: a second charge, a refund too much.
import type {
  CardFacts,
  CardGateway,
  ChargeAnswer,
  RefundAnswer,
  UndoAnswer,
} from '../../../server/cards/gateway/gateway.ts'
import { type Money, money } from '../../../server/kernel/money.ts'
import { callUpstream, type Wire } from '../world/upstream.ts'

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

type Charge = BookedCharge & { answer: Known; visibleAt: number }
type Refund = BookedRefund & { visibleAt: number }
type Known = Exclude<ChargeAnswer, { kind: 'unknown' | 'not_sent' }>

export type CardBooks = { charges: Charge[]; refunds: Refund[]; passedChallenges: Set<string> }

/** What a shopper's card does, as its token says: `frictionless`, `challenge` or `unauthenticated`; `good` or `bad`. */
export type CardWord = `${'frictionless' | 'challenge' | 'unauthenticated'}.${'good' | 'bad'}`

const card: CardFacts = {
  type: 'VISA',
  last4: '4242',
  expiry: '12-2030',
  binCountry: 'CD',
  issuer: '',
  scheme: '',
}
const proof = {
  evidence: { eci: '05' },
  disputeEvidence: {
    eci: '05',
    version: '2.2.0',
    pares_status: 'Y',
    directory_server_transaction_id: 'ds-1',
  },
}
const blindMs = 300_000

export function openCardBooks(): CardBooks {
  return { charges: [], refunds: [], passedChallenges: new Set() }
}

export function openSimulatedGateway(wire: Wire, books: CardBooks, timeoutMs: number): CardGateway {
  const { chance, faults, time } = wire
  const unavailable = { kind: 'unavailable', cause: 'no answer' } as const
  const unknown = { kind: 'unknown', cause: 'no answer' } as const
  const newId = () => String(chance.below(1e15)).padStart(22, '7')
  const newContext = () => {
    const jwt = `context-${newId()}`
    return { jwt, tokenKey: { id: jwt, publicKey: {} } }
  }
  const visibleAt = () =>
    faults.happens('gateway search blind') ? time.now() + chance.spread(1_000, blindMs) : time.now()
  const amountOf = (amount: Money) => ({
    amountMinor: amount.minor,
    currency: amount.currency as 'USD' | 'CDF',
  })

  const ask = <Answer>(name: string, detail: string, act: () => Answer) =>
    callUpstream<Answer | typeof unavailable>(wire, {
      whom: 'gateway',
      name,
      detail,
      timeoutMs,
      act: () => (faults.happens('gateway search down') ? unavailable : act()),
      unreached: unavailable,
      unknown: unavailable,
    })

  function book(request: Parameters<CardGateway['charge']>[0]): Known {
    const paymentId = newId()
    const [, word] = request.token.jwt.split(' ')
    const facts = { paymentId, card, cavvResult: '' }
    const approvedAmount = faults.happens('gateway approves another amount')
      ? money(request.amount.minor + 1n, request.amount.currency)
      : request.amount
    let answer: Known
    let state: BookedCharge['state']
    if (word?.endsWith('.bad') || faults.happens('gateway declines')) {
      answer = { kind: 'declined', decision: 'REJECT', reason: 'INSUFFICIENT_FUND', ...facts }
      state = 'declined'
    } else if (faults.happens('gateway holds for review')) {
      answer = { kind: 'held', decision: 'REVIEW', reason: 'REVIEW', ...facts }
      state = 'held'
    } else {
      answer = { kind: 'approved', amount: approvedAmount, ...facts }
      state = 'captured'
    }
    books.charges.push({
      paymentId,
      reference: request.reference,
      code: request.code,
      ...amountOf(approvedAmount),
      state,
      answer,
      visibleAt: visibleAt(),
    })
    return answer
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

  function giveBack({ paymentId, reference, amount }: Parameters<CardGateway['refund']>[0]): RefundAnswer {
    const refundId = newId()
    const isDeclined = faults.happens('gateway declines a refund')
    books.refunds.push({
      refundId,
      paymentId,
      reference,
      ...amountOf(amount),
      state: isDeclined ? 'declined' : 'done',
      visibleAt: visibleAt(),
    })
    return isDeclined
      ? { kind: 'declined', refundId, reason: 'not possible' }
      : { kind: 'accepted', refundId, amount }
  }

  return {
    openCaptureContext: () =>
      ask('openCaptureContext', '', () => ({
        kind: 'opened' as const,
        ...newContext(),
        libraryUrl: 'https://gateway.test/fields.js',
        libraryIntegrity: 'sha256-x',
        expiresAt: Temporal.Instant.fromEpochMilliseconds(Math.floor(time.now()) + 900_000),
      })),
    readTransientToken: async (jwt, keys) => {
      const [id, , context] = jwt.split(' ')
      const expiresAt = Temporal.Instant.fromEpochMilliseconds(Math.floor(time.now()) + 900_000)
      // Who pays without opening the card fields names no context.
      const isForeign = context !== undefined && !keys.some((key) => key.id === context)
      if (isForeign || !id?.startsWith('token-')) return { kind: 'invalid' }
      return { kind: 'token', jwt, id, card, expiresAt }
    },
    setUpAuthentication: ({ code, token }) =>
      ask('setUpAuthentication', code, () => ({
        kind: 'set_up' as const,
        referenceId: `reference-${token.id}-${newId()}`,
        deviceDataCollectionUrl: 'https://gateway.test/device',
        accessToken: 'device',
      })),
    enrol: ({ code, token, returnUrl }) =>
      ask('enrol', code, () => {
        const authenticationTransactionId = `authentication-${newId()}`
        const [, word = ''] = token.jwt.split(' ')
        if (word.startsWith('unauthenticated'))
          return { kind: 'failed' as const, authenticationTransactionId }
        if (word.startsWith('frictionless'))
          return { kind: 'authenticated' as const, authenticationTransactionId, ...proof }
        return {
          kind: 'challenge' as const,
          authenticationTransactionId,
          stepUpUrl: 'https://bank.test/challenge',
          accessToken: `${returnUrl} ${authenticationTransactionId}`,
          evidence: { eci: '' },
        }
      }),
    validate: ({ code, authenticationTransactionId }) =>
      ask('validate', code, () =>
        books.passedChallenges.has(authenticationTransactionId)
          ? { kind: 'authenticated' as const, authenticationTransactionId, ...proof }
          : { kind: 'not_completed' as const },
      ),
    charge: (request) =>
      callUpstream<ChargeAnswer>(wire, {
        whom: 'gateway',
        name: 'charge',
        detail: `${request.code} ${request.reference} ${request.amount.minor}`,
        timeoutMs,
        act: () => {
          if (!faults.happens('gateway breaks down')) return book(request)
          // Before or after it took the money.
          if (chance.happens(0.5)) book(request)
          return { kind: 'unknown', cause: 'SYSTEM_ERROR', acknowledged: true }
        },
        unreached: { kind: 'not_sent', cause: 'no connection' },
        unknown,
      }),
    findCharge: ({ reference }) =>
      ask('findCharge', reference, () => {
        const charge = books.charges.find((one) => one.reference === reference)
        if (!charge || charge.visibleAt > time.now()) return { kind: 'absent' as const }
        return { kind: 'found' as const, answer: charge.answer, undone: charge.state === 'voided' }
      }),
    undoCharge: ({ reference, paymentId, captured, undoReference }) =>
      callUpstream<UndoAnswer>(wire, {
        whom: 'gateway',
        name: 'undoCharge',
        detail: `${reference} by ${undoReference}`,
        timeoutMs,
        act: () => takeBack(reference, paymentId, captured),
        unreached: unknown,
        unknown,
      }),
    refund: (request) =>
      callUpstream<RefundAnswer>(wire, {
        whom: 'gateway',
        name: 'refund',
        detail: `${request.paymentId} ${request.reference} ${request.amount.minor}`,
        timeoutMs,
        act: () => giveBack(request),
        unreached: unknown,
        unknown,
      }),
    findRefund: ({ reference }) =>
      ask('findRefund', reference, () => {
        const refund = books.refunds.find((one) => one.reference === reference)
        if (!refund || refund.visibleAt > time.now() || refund.state === 'undone')
          return { kind: 'absent' as const }
        const { refundId, state, amountMinor, currency } = refund
        const answer =
          state === 'done'
            ? ({ kind: 'accepted', refundId, amount: money(amountMinor, currency) } as const)
            : ({ kind: 'declined', refundId, reason: 'not possible' } as const)
        return { kind: 'found' as const, answer }
      }),
    reportDay: (date) => ask('reportDay', date, () => ({ kind: 'report' as const, lines: [] })),
    probe: async () => ({ kind: 'ok' }),
  }
}
