// The statuses of a transfer and the moves between them. Every status change goes through `moveTransfer`.
import { randomCode } from '../../kernel/id.ts'
import { type Moves, move } from '../../kernel/moves.ts'
import { statement, type Tx } from '../../platform/database/database.ts'
import { countMovedTransfers, countTransferFailures } from './counts.ts'

export const transferStatuses = ['Submitted', 'Successful', 'Failed', 'Reversed', 'Hold'] as const
export type TransferStatus = (typeof transferStatuses)[number]

export type TransferEvent = 'released' | 'rejected' | 'paid' | 'declined' | 'reversed'

export const transferMoves: Moves<TransferStatus, TransferEvent> = {
  Hold: { released: 'Submitted', rejected: 'Failed' },
  Submitted: { paid: 'Successful', declined: 'Failed' },
  Successful: { reversed: 'Reversed' },
  Failed: {},
  Reversed: {},
}

const updateStatus = statement<{ transfer_id: bigint }>(
  'move_transfer',
  `with moved as (
     update transfer
        set status = $3,
            completed_at = case when $3 in ('Successful', 'Failed') then $5::timestamptz else completed_at end,
            reversed_at = case when $3 = 'Reversed' then $5::timestamptz end,
            telco_reference = coalesce($6, telco_reference), failure_code = $7, failure_message = $8
      where id = $1 and status = $2
     returning id, merchant_id, environment, created_at, operator, receiver_minor, failure_code
   ), counted as (${countMovedTransfers('moved', '$2::text', '$3::text')}
   ), failed as (${countTransferFailures('moved', '$3::text')})
   insert into transfer_move (transfer_id, event, from_status, to_status, at)
   select id, $4, $2, $3, $5::timestamptz from moved
   returning transfer_id`,
)

/** The outcome reported by the operator or decided by a reviewer. */
export type Outcome = { telcoReference?: string; failureCode?: string; failureMessage?: string }

/**
 * Moves the transfer and writes its history. Returns false if another transaction moved it first or the move is not
 * allowed.
 */
export async function moveTransfer(
  sql: Tx,
  transfer: { id: bigint; status: TransferStatus },
  event: TransferEvent,
  outcome: Outcome,
  now: Temporal.Instant,
): Promise<boolean> {
  const to = move(transferMoves, transfer.status, event)
  if (to === undefined) return false
  const moved = await sql.rows(updateStatus, [
    transfer.id,
    transfer.status,
    to,
    event,
    now,
    outcome.telcoReference ?? null,
    outcome.failureCode ?? null,
    outcome.failureMessage ?? null,
  ])
  return moved.length === 1
}

/**
 * `IMT-IN-` and 16 of [A-Z0-9]: eight for the millisecond and eight random. Ids grow with time, so inserts go to the
 * last index pages, which are cached and already in the WAL, however many transfers there are.
 */
export function newTransactionId(at: Temporal.Instant): string {
  const millisecond = at.epochMilliseconds.toString(36).toUpperCase().padStart(8, '0').slice(-8)
  return `IMT-IN-${millisecond}${randomCode(8)}`
}
