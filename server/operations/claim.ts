// How workers take operations that are due: each under a lease with a token, so that whoever slept through the end of its
// lease can neither call nor write any more.
import { newId } from '../kernel/id.ts'
import { type Sql, statement } from '../platform/database/database.ts'
import type { OperationKind, OperationRow, OperationState } from './operation.ts'

/**
 * `found_as` is the state it was claimed in: only an `intent` has surely not been called yet. `dispatched_at` is when an
 * intent was last claimed, to be called then.
 */
export type ClaimedOperation<Kind = OperationKind> = OperationRow<Kind> & {
  found_as: OperationState
  dispatched_at: Temporal.Instant | null
  /** Whoever holds another one has lost the operation to somebody else. */
  lease_token: string
  sent_by: string | null
  acknowledged: boolean
  uncertain: boolean
}

/**
 * In a lane that is paused nothing is called anew; what was called is asked after. What is found as `sent` was claimed by
 * somebody who was not heard of again: his call may have gone out, and nobody was there for its answer.
 */
const claim = statement<ClaimedOperation>(
  'claim_due_operations',
  `update operation o
      set attempts = o.attempts + 1, lease_token = $2, lease_until = $4, next_check_at = $4,
          state = case o.state when 'intent' then 'sent' else o.state end,
          dispatched_at = case o.state when 'intent' then $1 else o.dispatched_at end,
          uncertain = o.uncertain or o.state = 'sent'
     from (select id, state as found_as from operation
            where lane = $5 and state in ('intent', 'sent', 'unknown') and next_check_at <= $1
              and (lease_until is null or lease_until < $1)
              and (state <> 'intent' or not exists (select from lane_pause where lane = $5))
            order by next_check_at limit $3 for update skip locked) due
    where o.id = due.id
    returning o.id, o.kind, o.state, coalesce(o.card_transaction_id, o.transfer_id) as subject_id, o.undoes, o.upstream_ref, o.amount_minor, o.currency,
              o.attempts, o.created_at, o.upstream_id, o.dispatched_at, o.lease_token, o.sent_by, o.acknowledged, o.uncertain,
              due.found_as`,
)

/**
 * Takes what is due in a lane; the lease is committed before the work, so that a crash counts as an attempt.
 * @param due.leaseSeconds longer than the work may take: when it is over, another worker begins anew.
 */
export async function claimDueOperations<Kind extends OperationKind>(
  sql: Sql,
  {
    queue,
    now,
    most,
    leaseSeconds,
  }: { queue: string; now: Temporal.Instant; most: number; leaseSeconds: number },
): Promise<ClaimedOperation<Kind>[]> {
  const rows = await sql.rows(claim, [now, newId(), most, now.add({ seconds: leaseSeconds }), queue])
  return rows as ClaimedOperation<Kind>[]
}

const begin = statement<{ id: string }>(
  'begin_sending_operation',
  `update operation set sent_by = $4
    where id = $1 and lease_token = $2 and lease_until > $3 and state = 'sent' and coalesce(sent_by, $4) = $4
    returning id`,
)

/**
 * The last word before a call is made: false when the lease has run out, when somebody else holds or has ended the
 * operation, or when it was made to another party before. Then nothing may be sent.
 * @param party whom the call is made to.
 */
export async function beginSending(
  sql: Sql,
  { id, lease_token }: ClaimedOperation,
  party: string,
  now: Temporal.Instant,
): Promise<boolean> {
  return (await sql.rows(begin, [id, lease_token, now, party])).length === 1
}
