// A kind of personal data with a retention period. Each capability says which of its rows are past it, and how they are erased.

import type { Cells } from '../../platform/database/cells.ts'
import type { Database, Sql, Statement, Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'

export type ScannedRow = {
  id: bigint
  /** When the row was created; rows are scanned in about this order. */
  at: Temporal.Instant
  /** Whether it is past its retention, and nothing needs it any more. */
  is_due: boolean
  /** Whether it was erased earlier. */
  is_erased: boolean
}

export type ErasableKind = {
  name: string
  /** Whether each cell has such rows, or control. */
  place: 'cell' | 'control'
  /** Reads rows after this id in the order of their ids. @param before what ended then or earlier is past its retention. */
  scan(sql: Sql, scan: { after: bigint; before: Temporal.Instant; most: number }): Promise<ScannedRow[]>
  /** Locks and erases those of the rows that are still due. Returns their ids in order. */
  erase(
    sql: Tx,
    erasing: { ids: readonly bigint[]; before: Temporal.Instant; now: Temporal.Instant; secrets: Secrets },
  ): Promise<bigint[]>
}

/**
 * A kind that one statement erases.
 * @param scan $1: what ended then or earlier is past its retention; $2: rows after this id; $3: the most rows.
 * @param erase $1: the same time; $2: the ids; $3, if it `recordsTime`: when they are erased. Returns the ids in order.
 */
export function erasableKind(
  name: string,
  scan: Statement<ScannedRow>,
  erase: Statement<{ id: bigint }>,
  { recordsTime = true } = {},
): ErasableKind {
  return {
    name,
    place: scan.at === 'cell' ? 'cell' : 'control',
    scan: (sql, { after, before, most }) => sql.rows(scan, [before, after, most]),
    erase: async (sql, { ids, before, now }) =>
      (await sql.rows(erase, [before, ids, ...(recordsTime ? [now] : [])])).map(({ id }) => id),
  }
}

/** Where a kind has rows. */
export function placesOf({ place }: ErasableKind, { control, all }: Cells): readonly Database[] {
  // A kind of control sends no statements of cells.
  return place === 'control' ? [control as Database] : all
}

/** A kind with its period in this deployment. */
export type RetainedKind = ErasableKind & { days: number }
