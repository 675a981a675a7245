// The state machine of a case: one person proposes its outcome, another one confirms it or returns the case.
import type { Moves } from '../../kernel/moves.ts'

export type CaseState = 'OPEN' | 'PROPOSED' | 'CLOSED'
export type CaseMove = 'proposed' | 'returned' | 'confirmed'

export const caseMoves: Moves<CaseState, CaseMove> = {
  OPEN: { proposed: 'PROPOSED' },
  // Also returned by itself, when something new about the person arrives: the proposal was made without it.
  PROPOSED: { confirmed: 'CLOSED', returned: 'OPEN' },
  CLOSED: {},
}

export const caseStates = Object.keys(caseMoves) as CaseState[]

/** `DECLARED`: the suspicion is declared to the financial intelligence unit. */
export const caseOutcomes = ['CLEARED', 'DECLARED'] as const
export type CaseOutcome = (typeof caseOutcomes)[number]

/** What the history of a case records beside its moves. */
export type CaseNote =
  | 'opened'
  | 'item_added'
  | 'note'
  | 'paper_added'
  | 'escalated'
  | 'declaration_saved'
  | 'declaration_sent'
  | 'papers_requested'
  | 'papers_link_opened'
  | 'papers_link_extended'
  | 'papers_link_withdrawn'
export const caseEvents = [
  'opened',
  'item_added',
  'note',
  'paper_added',
  'proposed',
  'returned',
  'confirmed',
  'escalated',
  'declaration_saved',
  'declaration_sent',
  'papers_requested',
  'papers_link_opened',
  'papers_link_extended',
  'papers_link_withdrawn',
] as const satisfies readonly (CaseMove | CaseNote)[]
