// A kind of personal data with a retention period. Each capability says which of its rows are past it, and how they are erased.

import type { Sql, Tx } from '../platform/database/database.ts'
import type { Secrets } from '../platform/security/secrets.ts'

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
  /** Reads rows after this id in the order of their ids. @param before what ended then or earlier is past its retention. */
  scan(sql: Sql, scan: { after: bigint; before: Temporal.Instant; most: number }): Promise<ScannedRow[]>
  /** Locks and erases those of the rows that are still due. Returns their ids in order. */
  erase(
    sql: Tx,
    erasing: { ids: readonly bigint[]; before: Temporal.Instant; now: Temporal.Instant; secrets: Secrets },
  ): Promise<bigint[]>
}

/** A kind with its period in this deployment. */
export type RetainedKind = ErasableKind & { days: number }
