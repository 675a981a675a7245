// Claims operations that are due. Each claim is a lease with a token, so a worker whose lease has expired can neither
// make the call nor record its outcome.
import { newId } from '../kernel/id.ts'
import { type Sql, statement } from '../platform/database/database.ts'
import type { OperationKind, OperationRow, OperationState } from './operation.ts'

/** `found_as` is the state before the claim: only an `intent` is certain not to have been called yet. */
export type ClaimedOperation<Kind = OperationKind> = OperationRow<Kind> & {
  found_as: OperationState
  /** A worker that holds any other token has lost the operation to another worker. */
  lease_token: string
  sent_by: string | null
  acknowledged: boolean
  uncertain: boolean
}

/**
 * Claims what is due in one queue. A paused queue makes no new calls, but inquiries about earlier calls continue. An
 * operation found as `sent` was claimed by a worker that never reported back: its call may have gone out and its reply
 * been lost, so it is marked `uncertain`.
 */
// guard: operation-claim
const claim = statement<ClaimedOperation>(
  'claim_due_operations',
  `update operation o
      set attempts = o.attempts + 1, lease_token = $2, lease_until = $4, next_check_at = $4,
          state = case o.state when 'intent' then 'sent' else o.state end,
          dispatched_at = case o.state when 'intent' then $1 else o.dispatched_at end,
          uncertain = o.uncertain or o.state = 'sent'
     from (select id, state as found_as from operation
            where queue = $5 and state in ('intent', 'sent', 'unknown') and next_check_at <= $1
              and (lease_until is null or lease_until < $1)
              and (state <> 'intent' or not exists (select from queue_pause where queue = $5))
            order by next_check_at limit $3 for update skip locked) due
    where o.id = due.id
    returning o.id, o.kind, o.state, coalesce(o.card_transaction_id, o.transfer_id, o.merchant_payout_id) as subject_id, o.undoes, o.upstream_ref, o.amount_minor, o.currency,
              o.attempts, o.created_at, o.upstream_id, o.dispatched_at, o.lease_token, o.sent_by, o.acknowledged, o.uncertain,
              due.found_as`,
)

/** The call of a payout of a sample, which no worker has seen yet. */
const claimOne = statement<ClaimedOperation>(
  'claim_intended_payout',
  `update operation o
      set attempts = o.attempts + 1, lease_token = $2, lease_until = $3, next_check_at = $3, state = 'sent', dispatched_at = $1
    where o.id = (select id from operation
                   where (transfer_id = $4 or merchant_payout_id = $5) and kind in ('payout', 'merchant_payout') and state = 'intent'
                     for update)
    returning o.id, o.kind, o.state, coalesce(o.transfer_id, o.merchant_payout_id) as subject_id, o.undoes, o.upstream_ref, o.amount_minor,
              o.currency, o.attempts, o.created_at, o.upstream_id, o.dispatched_at, o.lease_token, o.sent_by, o.acknowledged,
              o.uncertain, 'intent' as found_as`,
)

/** Claims the call that pays this transfer or merchant payout, if none has been made; undefined otherwise. */
export async function claimIntendedPayout<Kind extends OperationKind>(
  sql: Sql,
  of: { transfer: bigint } | { payout: bigint },
  { now, leaseSeconds }: { now: Temporal.Instant; leaseSeconds: number },
): Promise<ClaimedOperation<Kind> | undefined> {
  const subject = 'transfer' in of ? [of.transfer, null] : [null, of.payout]
  const until = now.add({ seconds: leaseSeconds })
  const [row] = await sql.rows(claimOne, [now, newId(), until, ...subject])
  return row as ClaimedOperation<Kind> | undefined
}

/**
 * Claims what is due in a queue. The lease is committed before the work begins, so a crash counts as an attempt.
 * @param due.leaseSeconds must be longer than the work can take: once the lease expires, another worker starts over.
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

// guard: operation-start
const begin = statement<{ id: string }>(
  'begin_sending_operation',
  `update operation set sent_by = $4
    where id = $1 and lease_token = $2 and lease_until > $3 and state = 'sent' and coalesce(sent_by, $4) = $4
    returning id`,
)

/**
 * Confirms, immediately before a call, that this worker may still make it. Returns false when the lease has expired,
 * when another worker holds the operation or has resolved it, or when the operation was already sent through another
 * connection. The caller must then send nothing.
 * @param connection the operator connection that the call is made through.
 */
export async function beginSending(
  sql: Sql,
  { id, lease_token }: ClaimedOperation,
  connection: string,
  now: Temporal.Instant,
): Promise<boolean> {
  return (await sql.rows(begin, [id, lease_token, now, connection])).length === 1
}
