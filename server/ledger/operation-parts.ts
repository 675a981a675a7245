// The part of a SQL statement that resolves several operations, together with the changes that follow from it.
import { statesThatAccept } from '../kernel/moves.ts'
import { statement, type Tx } from '../platform/database/database.ts'
import { type OperationEvent, operationMoves } from './operation.ts'

export type Resolution = {
  id: string
  event: OperationEvent & ('approved' | 'refused' | 'undone')
  now: Temporal.Instant
  upstreamId?: string
  reason?: string
  correlationId?: string
}

/** The fields of `resolutionRow` in SQL, to read them from JSON. */
export const resolutionColumns = `operation uuid, operation_state text, open_states text[], resolved_at timestamptz,
  upstream_id text, upstream_reason text, correlation_id text`

/**
 * SQL: resolves the operations of the statement part `rows` that are still open, and returns their rows. What the
 * statement writes besides must depend on these rows alone, because the others were resolved before.
 */
// guard: operation-batch-resolution
export const resolveOperationsOf = (rows: string): string => `
  update operation o
     set state = m.operation_state, resolved_at = m.resolved_at, next_check_at = null, lease_token = null,
         lease_until = null, upstream_id = coalesce(m.upstream_id, o.upstream_id), upstream_reason = m.upstream_reason,
         correlation_id = coalesce(m.correlation_id, o.correlation_id)
    from ${rows} m
   where o.id = m.operation and o.state = any(m.open_states)
  returning m.*`

/** The resolution as a row of JSON with `resolutionColumns`. */
export function resolutionRow({ id, event, now, upstreamId, reason, correlationId }: Resolution) {
  const open = statesThatAccept(operationMoves, event)
  return {
    operation: id,
    operation_state: open[0] && operationMoves[open[0]][event],
    open_states: open,
    resolved_at: now.toString(),
    upstream_id: upstreamId,
    upstream_reason: reason,
    correlation_id: correlationId,
  }
}

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
