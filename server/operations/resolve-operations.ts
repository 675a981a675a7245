// Resolves many operations in one statement, where the outcomes of several calls are recorded in one transaction.
import { statesThatAccept } from '../kernel/moves.ts'
import { statement, type Tx } from '../platform/database/database.ts'
import { operationMoves } from './operation.ts'

export type Resolution = {
  id: string
  event: 'approved' | 'refused'
  upstreamId?: string
  reason?: string
}

// guard: operations-resolution
const resolveAll = statement<{ id: string }>(
  'resolve_operations',
  `update operation o
      set state = r.state, resolved_at = $2, next_check_at = null, lease_token = null, lease_until = null,
          upstream_id = coalesce(r.upstream_id, o.upstream_id), upstream_reason = r.reason
     from json_to_recordset($1) as r (id uuid, state text, accepted_in text[], upstream_id text, reason text)
    where o.id = r.id and o.state = any(r.accepted_in)
    returning o.id`,
)

/**
 * Resolves operations as `resolveOperation` does and returns the ids of those that were not resolved already. If an
 * operation is named twice, its first resolution counts.
 */
export async function resolveOperations(
  sql: Tx,
  resolutions: readonly Resolution[],
  now: Temporal.Instant,
): Promise<Set<string>> {
  const first = new Map<string, Resolution>()
  for (const resolution of resolutions) if (!first.has(resolution.id)) first.set(resolution.id, resolution)
  if (first.size === 0) return new Set()
  const rows = await sql.rows(resolveAll, [JSON.stringify([...first.values()].map(toRow)), now])
  return new Set(rows.map(({ id }) => id))
}

const acceptedIn = {
  approved: statesThatAccept(operationMoves, 'approved'),
  refused: statesThatAccept(operationMoves, 'refused'),
}
const states = { approved: operationMoves.sent.approved, refused: operationMoves.sent.refused }

function toRow({ id, event, upstreamId, reason }: Resolution) {
  return { id, state: states[event], accepted_in: acceptedIn[event], upstream_id: upstreamId, reason }
}
