// What callers were told, and what they sent under one name: looked up in the database once all is over.

/** Something a caller was told has been done. The query answers a row where it has. */
export type Acknowledged = { what: string; sql: string; values: unknown[] }

export type Acknowledgements = {
  readonly acknowledged: readonly Acknowledged[]
  /** What was sent under one key or reference, however often: each query answers one row at most. */
  readonly singular: readonly Acknowledged[]
}
