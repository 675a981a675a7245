// The type of an invariant, and what several of them share.

export type Invariant = {
  id: string
  title: string
  /** `$1` is the business time. */
  sql: string
}

export type Violation = { invariant: string; title: string; rows: unknown[] }

export const paid = `('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED')`
/** Every query uses the time parameter, so that all take the same values. */
export const at = `$1::timestamptz is not null`
