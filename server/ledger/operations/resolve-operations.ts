// Resolves many operations in one statement, where the outcomes of several calls are recorded in one transaction.
import { statement, type Tx } from '../../platform/database/database.ts'
import { type Resolution, resolutionColumns, resolutionRow, resolveOperationsOf } from './operation-parts.ts'

const resolveAll = statement<{ id: string }>(
  'resolve_operations',
  `with sent as materialized (select * from json_to_recordset($1) as r (${resolutionColumns})
   ), resolved as (${resolveOperationsOf('sent')})
   select operation as id from resolved`,
)

/**
 * Resolves operations as `resolveOperation` does and returns the ids of those that were not resolved already. If an
 * operation is named twice, its first resolution counts.
 */
export async function resolveOperations(sql: Tx, resolutions: readonly Resolution[]): Promise<Set<string>> {
  const first = new Map<string, Resolution>()
  for (const resolution of resolutions) if (!first.has(resolution.id)) first.set(resolution.id, resolution)
  if (first.size === 0) return new Set()
  const rows = await sql.rows(resolveAll, [JSON.stringify([...first.values()].map(resolutionRow))])
  return new Set(rows.map(({ id }) => id))
}
