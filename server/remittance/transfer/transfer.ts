// The statuses of a transfer and the moves between them. Every status change goes through `moveTransfer`.
import { randomCode } from '../../kernel/id.ts'
import { type Moves, move } from '../../kernel/moves.ts'
import { statement, type Tx } from '../../platform/database/database.ts'
import { countChange } from '../../platform/database/day-count.ts'
import { giveBackShares } from '../limits/usage.ts'

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

const kind = 'r.operator'

/** A held transfer has no quote, so it counts with an amount of 0. */
const amountAs = (status: string) =>
  `case when ${status} = 'Hold' then 0 else coalesce(r.receiver_minor, 0) end`

/** Counts the transfers created by the CTE `rows`. */
export function countCreatedTransfers(rows: string): string {
  return countChange('transfer', rows, {
    after: { status: 'r.status', kind, amount: amountAs('r.status') },
  })
}

const countMoved = countChange('transfer', 'moved', {
  before: { status: 'r.from_status', kind, amount: amountAs('r.from_status') },
  after: { status: 'r.to_status', kind, amount: amountAs('r.to_status') },
})
const countFailed = countChange('transfer_failure', 'moved', {
  after: { status: 'r.to_status', kind: "coalesce(r.failure_code, '')" },
  where: `r.to_status = 'Failed'`,
})

const updateStatuses = statement<{ transfer_id: bigint }>(
  'move_transfers',
  `with moved as (
     update transfer t
        set status = m.to_status,
            completed_at = case when m.to_status in ('Successful', 'Failed') then $2::timestamptz else t.completed_at end,
            reversed_at = case when m.to_status = 'Reversed' then $2::timestamptz end,
            telco_reference = coalesce(m.telco_reference, t.telco_reference), failure_code = m.failure_code,
            failure_message = m.failure_message
       from json_to_recordset($1) as m (
         id bigint, event text, from_status text, to_status text, telco_reference text, failure_code text,
         failure_message text)
      where t.id = m.id and t.status = m.from_status
     returning t.id, t.merchant_id, t.environment, t.created_at, t.operator, t.receiver_minor, t.failure_code, m.event, m.from_status,
               m.to_status
   ), counted as (${countMoved}
   ), failed as (${countFailed})
   insert into transfer_move (transfer_id, event, from_status, to_status, at)
   select id, event, from_status, to_status, $2::timestamptz from moved
   returning transfer_id`,
)

/** The outcome reported by the operator or decided by a reviewer. */
export type Outcome = { telcoReference?: string; failureCode?: string; failureMessage?: string }

/** A move of a transfer from the status it was read with. */
export type TransferMove = {
  transfer: MovableTransfer
  event: TransferEvent
  outcome: Outcome
}

/** A transfer as it was read, by the transaction that has locked it. */
type MovableTransfer = {
  id: bigint
  status: TransferStatus
  created_at: Temporal.Instant
  limit_subjects: readonly string[] | null
}

// guard: limit-share-returned
const givesBackShares = (to: TransferStatus) => ['Failed', 'Reversed'].includes(to)

/**
 * Moves the transfer and writes its history. Returns false if another transaction moved it first or the move is not
 * allowed: then the caller rolls back, as `moveTransfers` says.
 */
export async function moveTransfer(
  sql: Tx,
  transfer: MovableTransfer,
  event: TransferEvent,
  outcome: Outcome,
  now: Temporal.Instant,
): Promise<boolean> {
  return (await moveTransfers(sql, [{ transfer, event, outcome }], now)).has(transfer.id)
}

/**
 * Moves several transfers, each of them once, in one statement, and returns the ids of those that were moved. Those that have failed
 * or were reversed no longer count in the limits. That is sent beside the move, without awaiting it, so the transaction must not commit
 * unless all were moved.
 */
export async function moveTransfers(
  sql: Tx,
  wanted: readonly TransferMove[],
  now: Temporal.Instant,
): Promise<Set<bigint>> {
  const freed: MovableTransfer[] = []
  const rows = wanted.flatMap(({ transfer, event, outcome }) => {
    const { id, status } = transfer
    const to = move(transferMoves, status, event)
    if (to === undefined) return []
    if (givesBackShares(to)) freed.push(transfer)
    return {
      id: String(id),
      event,
      from_status: status,
      to_status: to,
      telco_reference: outcome.telcoReference,
      failure_code: outcome.failureCode,
      failure_message: outcome.failureMessage,
    }
  })
  if (rows.length === 0) return new Set()
  const [moved] = await Promise.all([
    sql.rows(updateStatuses, [JSON.stringify(rows), now]),
    giveBackShares(sql, freed),
  ])
  return new Set(moved.map(({ transfer_id }) => transfer_id))
}

/**
 * `IMT-IN-` and 16 of [A-Z0-9]: eight for the millisecond and eight random. Ids grow with time, so inserts go to the
 * last index pages, which are cached and already in the WAL, however many transfers there are.
 */
export function newTransactionId(at: Temporal.Instant, cell: number): string {
  const millisecond = at.epochMilliseconds.toString(36).toUpperCase().padStart(8, '0').slice(-8)
  return `IMT-IN-${millisecond}${randomCode(8, cell)}`
}

/**
 * The transfers of the merchant $1 in $2 that are in the range, each as it is counted: among all, and a failed one by its code.
 * @param range a condition on `created_at`
 */
export function countedTransfers(range: string): string {
  const inRange = (condition: string) =>
    `select status, operator, receiver_minor, failure_code from transfer
      where merchant_id = $1 and environment = $2 and ${condition} and ${range}`
  // Each part has an index of its own.
  const parts = ["status = 'Submitted'", "status = 'Hold'", "status not in ('Submitted', 'Hold')"]
  return `select c.list, r.status, c.kind, c.amount_minor
    from (${parts.map(inRange).join(' union all ')}) r
    cross join lateral (values ('transfer', ${kind}, ${amountAs('r.status')}),
      (case when r.status = 'Failed' then 'transfer_failure' end, coalesce(r.failure_code, ''), 0)) c (list, kind, amount_minor)
   where c.list is not null`
}
