// The states of a batch and of its rows. What becomes of a row that was sent is the status of its transfer.
import type { Moves } from '../../kernel/moves.ts'

export const batchStates = [
  'CHECKING',
  'CHECKED',
  'CONFIRMED',
  'RUNNING',
  'PAUSED',
  'DONE',
  'CANCELLED',
] as const
export type BatchState = (typeof batchStates)[number]

export type BatchEvent =
  | 'checked'
  | 'corrected'
  | 'confirmed'
  | 'started'
  | 'paused'
  | 'resumed'
  | 'done'
  | 'retried'
  | 'cancelled'

export const batchMoves: Moves<BatchState, BatchEvent> = {
  CHECKING: { checked: 'CHECKED', corrected: 'CHECKING', cancelled: 'CANCELLED' },
  CHECKED: { corrected: 'CHECKING', confirmed: 'CONFIRMED', cancelled: 'CANCELLED' },
  CONFIRMED: { started: 'RUNNING', paused: 'PAUSED', cancelled: 'CANCELLED' },
  RUNNING: { paused: 'PAUSED', done: 'DONE', cancelled: 'CANCELLED' },
  PAUSED: { resumed: 'RUNNING', cancelled: 'CANCELLED' },
  DONE: { retried: 'RUNNING' },
  CANCELLED: {},
}

/** The states of rows as they are read. */
export const rowStates = [
  'UNCHECKED',
  'READY',
  'FAULTY',
  'WAITING',
  'SENT',
  'HELD',
  'SUCCESSFUL',
  'FAILED',
  'REVERSED',
  'CANCELLED',
] as const
export type RowState = (typeof rowStates)[number]

/** SQL: the state of row `r`, whose transfer is `t` if it has one. A row that is being sent has none yet, and waits. */
export const rowState = `case coalesce(t.status, r.state)
  when 'Submitted' then 'SENT' when 'Hold' then 'HELD' when 'Successful' then 'SUCCESSFUL' when 'Failed' then 'FAILED'
  when 'Reversed' then 'REVERSED' when 'SENDING' then 'WAITING' else coalesce(t.status, r.state) end`

/** A batch has at most so many rows. */
export const maxRows = 10_000
/** With the id of the batch before it and the number of the attempt after it, it fits the reference of a transfer. */
export const maxReference = 44

/** The reference of the transfer of a row. */
export const sentAs = (batchId: string, reference: string, attempt: number): string =>
  `${batchId}/${reference}${attempt === 1 ? '' : `/${attempt}`}`
