// An operation is a call to someone who moves money, written down before it is made. One mechanism serves all:
// claim in a short transaction, call with none open, record in a short transaction. An operation whose answer never
// came is due again later, and a worker asks what became of it. It is never simply made a second time.
import { createHash } from 'node:crypto'
import { newId } from '../kernel/id.ts'
import { type Moves, statesThatAccept } from '../kernel/moves.ts'
import { type Sql, statement } from './database.ts'

export type OperationState = 'intent' | 'sent' | 'unknown' | 'undoing' | 'confirmed' | 'declined' | 'undone'
export type OperationEvent =
  | 'dispatched'
  | 'approved'
  | 'refused'
  | 'contact_lost'
  | 'given_up'
  | 'taken_back'

export const operationMoves: Moves<OperationState, OperationEvent> = {
  intent: { dispatched: 'sent' },
  sent: { approved: 'confirmed', refused: 'declined', contact_lost: 'unknown' },
  // Only the upstream can tell what happened, so nothing here leads back to a second attempt.
  unknown: { approved: 'confirmed', refused: 'declined', contact_lost: 'unknown', given_up: 'undoing' },
  // Being taken back: an approval that shows up now changes nothing any more.
  undoing: { taken_back: 'undone' },
  confirmed: {},
  declined: {},
  undone: {},
}

export type OperationKind = 'charge' | 'undo' | 'refund' | 'void'

export type NewOperation = {
  id: string
  kind: OperationKind
  /** `intent` waits for a worker to make the call; `sent` is about to be called by who writes it. */
  state: 'intent' | 'sent'
  cardTransactionId: bigint
  undoes?: string
  fingerprint: Buffer
  amountMinor: bigint
  currency: string
  /** When a worker looks at it, if nobody has resolved it by then. */
  nextCheckAt: Temporal.Instant
  now: Temporal.Instant
}

export type OperationRow = {
  id: string
  kind: OperationKind
  state: OperationState
  card_transaction_id: bigint
  undoes: string | null
  upstream_ref: string
  amount_minor: bigint
  currency: string
  attempts: number
  created_at: Temporal.Instant
  upstream_id: string | null
}

export const newOperationId = newId

/** What the call asks for, so that a repeat with other words is noticed. */
export function fingerprint(parts: readonly (string | bigint)[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(parts.map(String)))
    .digest()
}

const insert = statement(
  'insert_operation',
  `insert into operation (id, kind, state, card_transaction_id, undoes, upstream_ref, fingerprint, amount_minor, currency,
                          next_check_at, created_at)
   values ($1::uuid, $2, $3, $4, $5, $1::uuid::text, $6, $7, $8, $9, $10)
   on conflict (undoes) where undoes is not null do nothing`,
)

/** Writes the intent, inside the transaction that claims what it acts on. A second undo of one operation is none. */
export async function insertOperation(sql: Sql, operation: NewOperation): Promise<void> {
  await sql.rows(insert, [
    operation.id,
    operation.kind,
    operation.state,
    operation.cardTransactionId,
    operation.undoes ?? null,
    operation.fingerprint,
    operation.amountMinor,
    operation.currency,
    operation.nextCheckAt,
    operation.now,
  ])
}

const resolve = statement<{ id: string }>(
  'resolve_operation',
  `update operation
      set state = $2, resolved_at = $3, next_check_at = null, lease_token = null, lease_until = null,
          upstream_id = coalesce($4, upstream_id), upstream_reason = $5, correlation_id = coalesce($6, correlation_id)
    where id = $1 and state = any($7::text[])
    returning id`,
)

/** Ends an operation; false when it had ended already, and then nothing else may be written for it. */
export async function resolveOperation(
  sql: Sql,
  id: string,
  event: 'approved' | 'refused' | 'taken_back',
  facts: { now: Temporal.Instant; upstreamId?: string; reason?: string; correlationId?: string },
): Promise<boolean> {
  const from = statesThatAccept(operationMoves, event)
  const to = operationMoves[from[0] as OperationState][event]
  const rows = await sql.rows(resolve, [
    id,
    to,
    facts.now,
    facts.upstreamId ?? null,
    facts.reason ?? null,
    facts.correlationId ?? null,
    from,
  ])
  return rows.length === 1
}

const postpone = statement<{ id: string }>(
  'postpone_operation',
  `update operation set state = $2, next_check_at = $3, lease_token = null, lease_until = null, upstream_reason = $4,
          correlation_id = coalesce($5, correlation_id)
    where id = $1 and state = any($6::text[]) returning id`,
)

/** Notes that the answer is still missing and when to ask again. */
export async function loseContact(
  sql: Sql,
  id: string,
  facts: { nextCheckAt: Temporal.Instant; cause: string; correlationId?: string },
): Promise<boolean> {
  const from = statesThatAccept(operationMoves, 'contact_lost')
  const rows = await sql.rows(postpone, [
    id,
    'unknown',
    facts.nextCheckAt,
    facts.cause,
    facts.correlationId ?? null,
    from,
  ])
  return rows.length === 1
}

const stopAsking = statement<{ id: string }>(
  'give_up_operation',
  `update operation set state = 'undoing', next_check_at = null, lease_token = null, lease_until = null
    where id = $1 and state = 'unknown' returning id`,
)

/** Ends the asking after an operation that will be taken back; false when it has been resolved meanwhile. */
export async function giveUp(sql: Sql, id: string): Promise<boolean> {
  return (await sql.rows(stopAsking, [id])).length === 1
}

const claim = statement<OperationRow>(
  'claim_due_operations',
  `update operation o
      set attempts = o.attempts + 1, lease_token = $2, lease_until = $4, next_check_at = $4,
          state = case o.state when 'intent' then 'sent' else o.state end
     from (select id from operation
            where state in ('intent', 'sent', 'unknown') and next_check_at <= $1
              and (lease_until is null or lease_until < $1)
            order by next_check_at limit $3 for update skip locked) due
    where o.id = due.id
    returning o.id, o.kind, o.state, o.card_transaction_id, o.undoes, o.upstream_ref, o.amount_minor, o.currency,
              o.attempts, o.created_at, o.upstream_id`,
)

/**
 * Takes what is due; the lease is committed before the work, so that a crash counts as an attempt.
 * @param leaseSeconds longer than the work may take: when it is over, another worker begins anew.
 */
export async function claimDueOperations(
  sql: Sql,
  now: Temporal.Instant,
  most: number,
  leaseSeconds: number,
): Promise<OperationRow[]> {
  return sql.rows(claim, [now, newId(), most, now.add({ seconds: leaseSeconds })])
}

const findOperation = statement<OperationRow>(
  'find_operation',
  `select id, kind, state, card_transaction_id, undoes, upstream_ref, amount_minor, currency, attempts, created_at,
          upstream_id
     from operation where id = $1`,
)

export async function operationById(sql: Sql, id: string): Promise<OperationRow | undefined> {
  return (await sql.rows(findOperation, [id]))[0]
}
