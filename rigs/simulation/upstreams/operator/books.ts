// The book that the simulated operators share.
import type { OperatorCode, OperatorOutcome } from '../../../../server/remittance/operators/operator.ts'

export type BookedPayout = {
  reference: string
  operator: OperatorCode
  amountMinor: bigint
  currency: string
  state: 'pending' | 'paid' | 'declined' | 'reversed'
  /** It changed its mind after it had said no: the loss case, which people must hear of. */
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

/** What the operator says of a payout as it stands. */
export function wordOf({ state, upstreamId }: Payout): OperatorOutcome {
  if (state === 'pending') return { kind: 'pending', upstreamId }
  if (state === 'paid') return { kind: 'succeeded', upstreamId }
  if (state === 'reversed') return { kind: 'reversed', upstreamId }
  return { kind: 'declined', reason: 'RECIPIENT_LIMIT_REACHED', code: '17', message: 'limit', upstreamId }
}
