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

/**
 * SQL: the keys of the rows that a batch reads, in the column `key` of `sent`. An array (`= any($1)`) would be planned anew
 * in every call: PostgreSQL prefers a plan for the array at hand, because it assumes that an unknown one is longer.
 */
export const sentKeys = (type: string): string => sentRows(`key ${type}`)

/** The parameter of `sentKeys`; each key is sent once. */
export function toSentKeys(keys: readonly (string | bigint)[]): string {
  return toSentRows([...new Set(keys)].map((key) => ({ key: String(key) })))
}

/** The parameter of `sentRows`. Bigints and times must be strings. */
export function toSentRows(members: readonly object[]): string {
  return JSON.stringify(members.map((member, n) => ({ n, batch: 1, ...member })))
}
