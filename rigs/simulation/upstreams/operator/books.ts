// The books that the simulated operators share.

import type { LocalCurrency } from '../../../../server/kernel/money.ts'
import type { OperatorCode } from '../../../../server/kernel/operators.ts'
import type { CollectionDecline } from '../../../../server/operator-calls/collector.ts'
import type { OperatorOutcome } from '../../../../server/operator-calls/operator.ts'

export type BookedPayout = {
  reference: string
  msisdn: string
  operator: OperatorCode
  amountMinor: bigint
  currency: string
  state: 'pending' | 'paid' | 'declined' | 'reversed'
  /** The operator paid after it had declined: the loss case, which an admin must learn of. */
  contradicted: boolean
}

export type Payout = BookedPayout & {
  upstreamId: string
  visibleAt: number
  callbackUrl: string
  reversal?: string
  /** It gives collected money back. */
  isReturn: boolean
}

/** A payment that a wallet was asked for. */
export type BookedCollection = {
  reference: string
  msisdn: string
  amountMinor: bigint
  currency: LocalCurrency
  /** How often the payer was prompted for it. */
  prompts: number
  /** What the wallet was debited. */
  debitedMinor: bigint
  debitedAt?: number
  state: 'pending' | 'approved' | 'declined'
  refunds: Map<string, BookedRefund>
}

/** Money of a collection that the operator was asked to return. */
export type BookedRefund = {
  reference: string
  amountMinor: bigint
  state: 'pending' | 'done' | 'refused'
}

export type OperatorBooks = {
  payouts: Map<string, Payout>
  collections: Map<string, Collected>
  calls: Map<string, string>
}

/** A collection as the operator itself keeps it. */
export type Collected = BookedCollection & {
  upstreamId: string
  visibleAt: number
  expiresAt: number
  callbackUrl: string
  declined: CollectionDecline
  /** The payer will approve although the prompt has lapsed. */
  comesLate: boolean
}

export const openOperatorBooks = (): OperatorBooks => ({
  payouts: new Map(),
  collections: new Map(),
  calls: new Map(),
})

/** Whether an operator is still to pay, to debit or to return money. */
export const isBusy = ({ payouts, collections }: OperatorBooks): boolean =>
  [...payouts.values()].some(({ state }) => state === 'pending') ||
  [...collections.values()].some(
    ({ state, comesLate, refunds }) =>
      state === 'pending' || comesLate || [...refunds.values()].some((refund) => refund.state === 'pending'),
  )

/** @throws Error where one reference is used for two calls. */
export function rememberMeaning({ calls }: OperatorBooks, reference: string, meaning: string): void {
  if (calls.has(reference) && calls.get(reference) !== meaning)
    throw new Error(`one reference, two meanings: ${reference}`)
  calls.set(reference, meaning)
}

/** The operator's report on a payout in its current state. */
export function outcomeOf({ state, upstreamId }: Payout): OperatorOutcome {
  if (state === 'pending') return { kind: 'pending', upstreamId }
  if (state === 'paid') return { kind: 'succeeded', upstreamId }
  if (state === 'reversed') return { kind: 'reversed', upstreamId }
  return { kind: 'declined', reason: 'RECIPIENT_LIMIT_REACHED', code: '17', message: 'limit', upstreamId }
}
