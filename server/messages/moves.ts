// The states of a message and the moves between them.
import type { Moves } from '../kernel/moves.ts'

/**
 * `SENT`: the channel accepted it. `REFUSED`: the channel will never accept it. `ABANDONED`: it was tried to the end of the
 * schedule, or there is no channel for it. `UNCERTAIN`: the channel may have accepted it, and accepts no repeat. `MUTED`: its
 * recipient does not want it; it is written and never sent.
 */
export type MessageState = 'QUEUED' | 'SENT' | 'REFUSED' | 'ABANDONED' | 'UNCERTAIN' | 'MUTED'
export type MessageEvent = 'sent' | 'refused' | 'exhausted' | 'lost' | 'unwanted'

export const messageMoves: Moves<MessageState, MessageEvent> = {
  QUEUED: { sent: 'SENT', refused: 'REFUSED', exhausted: 'ABANDONED', lost: 'UNCERTAIN', unwanted: 'MUTED' },
  SENT: {},
  REFUSED: {},
  ABANDONED: {},
  UNCERTAIN: {},
  MUTED: {},
}
