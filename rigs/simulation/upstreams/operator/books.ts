// The books that the simulated operators share.

import type { OperatorCode } from '../../../../server/kernel/operators.ts'
import type { OperatorOutcome } from '../../../../server/operator-calls/operator.ts'

export type BookedPayout = {
  reference: string
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
}

export type OperatorBooks = { payouts: Map<string, Payout>; calls: Map<string, string> }

export const openOperatorBooks = (): OperatorBooks => ({ payouts: new Map(), calls: new Map() })

/** The operator's report on a payout in its current state. */
export function outcomeOf({ state, upstreamId }: Payout): OperatorOutcome {
  if (state === 'pending') return { kind: 'pending', upstreamId }
  if (state === 'paid') return { kind: 'succeeded', upstreamId }
  if (state === 'reversed') return { kind: 'reversed', upstreamId }
  return { kind: 'declined', reason: 'RECIPIENT_LIMIT_REACHED', code: '17', message: 'limit', upstreamId }
}
