// The rows of a batch, sent as one JSON parameter and read by the statement that writes them.

/**
 * SQL: the members of a batch, each with its position `n`, in a part (CTE) named `sent`. The comparison is always true.
 * Because of it the planner expects one row, so it finds the rows of growing tables through their indexes, even if it
 * made the plan while those tables were empty.
 * @param columns names and types of the other fields of a member.
 */
export function sentRows(columns: string): string {
  return `sent as materialized (
     select * from json_to_recordset($1) as m (n integer, batch integer, ${columns}) where m.batch = 1)`
}

/** The parameter of `sentRows`. Bigints and times must be strings. */
export function toSentRows(members: readonly object[]): string {
  return JSON.stringify(members.map((member, n) => ({ n, batch: 1, ...member })))
}
