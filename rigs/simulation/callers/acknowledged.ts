// What was acknowledged to callers, what they sent under one key or reference, and what they read that does not add up. The first
// two are checked in the database at the end.

/** A response acknowledged this to a caller. The query returns a row if it was done. */
export type Acknowledged = { what: string; sql: string; values: unknown[] }

/** What was read, and what is wrong with it. */
export type Mismatch = { what: string; detail: string }

export type Acknowledgements = {
  readonly acknowledged: readonly Acknowledged[]
  /** What was sent under one key or reference, however often: each query returns one row at most. */
  readonly singular: readonly Acknowledged[]
  /** Documents that a caller read and that contradict themselves. */
  readonly mismatches: readonly Mismatch[]
}
