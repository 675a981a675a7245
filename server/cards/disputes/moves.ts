// The state machine of a dispute, and which states take money or keep a payment from being refunded.
import type { Moves } from '../../kernel/moves.ts'

export type DisputeState = 'INQUIRY' | 'OPEN' | 'EVIDENCE_SENT' | 'WON' | 'LOST' | 'ACCEPTED'
export type DisputeEvent = 'opened' | 'evidence_sent' | 'accepted' | 'won' | 'lost'

export const disputeMoves: Moves<DisputeState, DisputeEvent> = {
  // The issuer asks about the payment; no money has moved. It may end there, or become a chargeback.
  INQUIRY: { opened: 'OPEN', won: 'WON' },
  // Only the gateway decides. It may do so before any evidence: an issuer withdraws a case, or the deadline has passed.
  OPEN: { evidence_sent: 'EVIDENCE_SENT', accepted: 'ACCEPTED', won: 'WON', lost: 'LOST' },
  EVIDENCE_SENT: { won: 'WON', lost: 'LOST' },
  WON: {},
  LOST: {},
  ACCEPTED: {},
}

export const disputeStates = Object.keys(disputeMoves) as DisputeState[]

/** While a dispute is in one of these states, its payment can be neither refunded nor voided. */
export const openStates: readonly DisputeState[] = ['OPEN', 'EVIDENCE_SENT']

/** Whether the amount and the fee of a dispute in this state are out of the merchant's balance. */
export function isTaken(state: DisputeState): boolean {
  return state !== 'INQUIRY' && state !== 'WON'
}
