// The type of an invariant, and what several of them share.

export type Invariant = {
  id: string
  title: string
  /** `$1` is the business time. */
  sql: string
  /**
   * Of several cells: a rule that reads control beside a cell, or compares rows of different cells, holds over all of them at once; that of
   * a table that control has for itself as well, in each place. Every other rule holds in each cell.
   */
  over?: 'all cells' | 'each place'
}

export type Violation = { invariant: string; title: string; rows: unknown[] }

/** The transfer was priced when it was accepted or released. @param transfer its name in the query. */
export const unquoted = (transfer: string) =>
  `not exists (select from quote q where q.transfer_id = ${transfer}.id)`

export const paid = `('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED')`
/** Every query uses the time parameter, so that all take the same values. */
export const at = `$1::timestamptz is not null`

/**
 * The recorded moves are in the table, start in the initial state, follow one another, and end in the row's status.
 */
export const movesFollowTable = (of: {
  move: string
  id: string
  thing: string
  allowed: string
  begins: string
}) =>
  `select m.id::text from ${of.move} m where ${at} and (m.from_status, m.event, m.to_status) not in (${of.allowed})
   union all
   select m.id::text from (select *, lead(from_status) over (partition by ${of.id} order by id) as next from ${of.move} s) m
     join ${of.thing} t on t.id = m.${of.id}
    where m.to_status <> coalesce(m.next, t.status)
   union all
   select t.id::text from ${of.thing} t
     left join lateral (select from_status from ${of.move} m where m.${of.id} = t.id order by m.id limit 1) begun on true
    where coalesce(begun.from_status, t.status) not in (${of.begins})`
