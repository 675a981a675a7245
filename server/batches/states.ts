// The states of a batch and of its rows. What becomes of a row that was sent is the outcome of what it was sent as.
import type { Moves } from '../kernel/moves.ts'

/** What the rows of a batch become. */
export const kindNames = ['transfer', 'refund'] as const
/** `admin_refund`: refunds that admins upload and confirm; readers know it as one of refunds. */
export type KindName = (typeof kindNames)[number] | 'admin_refund'
export const shownKind = (kind: KindName) => (kind === 'admin_refund' ? 'refund' : kind)

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

/** A batch has at most so many rows. */
export const maxRows = 10_000
/** With the id of the batch before it and the number of the attempt after it, it fits 64 characters. */
export const maxReference = 44

/** What an attempt of a row is sent as. */
export const sentAs = (batchId: string, reference: string, attempt: number): string =>
  `${batchId}/${reference}${attempt === 1 ? '' : `/${attempt}`}`
