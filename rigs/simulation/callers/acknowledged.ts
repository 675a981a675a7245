// What was acknowledged to callers, and what they sent under one key or reference, both checked in the database at
// the end.

/** A response acknowledged this to a caller. The query returns a row if it was done. */
export type Acknowledged = { what: string; sql: string; values: unknown[] }

export type Acknowledgements = {
  readonly acknowledged: readonly Acknowledged[]
  /** What was sent under one key or reference, however often: each query returns one row at most. */
  readonly singular: readonly Acknowledged[]
}
