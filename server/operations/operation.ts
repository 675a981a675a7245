// An operation is a call to someone who moves money, written down before it is made. One mechanism serves all:
// claim in a short transaction, call with none open, record in a short transaction. An operation whose answer never
// came is due again later, and a worker asks what became of it. It is never simply made a second time.
import { newId } from '../kernel/id.ts'
import { type Moves, statesThatAccept } from '../kernel/moves.ts'
import { type Sql, statement, type Tx } from '../platform/database/database.ts'

export type OperationState = 'intent' | 'sent' | 'unknown' | 'undoing' | 'confirmed' | 'declined' | 'undone'
export type OperationEvent =
  | 'dispatched'
  | 'approved'
  | 'refused'
  | 'contact_lost'
  | 'given_up'
  | 'taken_back'
  | 'never_arrived'

export const operationMoves: Moves<OperationState, OperationEvent> = {
  // What was believed never to have arrived may still be answered.
  intent: { dispatched: 'sent', approved: 'confirmed', refused: 'declined' },
  // Only where the upstream surely has nothing, and knows a reference it has seen, may the same call be made again.
  sent: { approved: 'confirmed', refused: 'declined', contact_lost: 'unknown', never_arrived: 'intent' },
  unknown: {
    approved: 'confirmed',
    refused: 'declined',
    contact_lost: 'unknown',
    given_up: 'undoing',
    never_arrived: 'intent',
  },
  // Being taken back: an approval that shows up now changes nothing any more.
  undoing: { taken_back: 'undone' },
  confirmed: {},
  declined: {},
  undone: {},
}

export type CardOperationKind = 'charge' | 'undo' | 'refund' | 'void'
export type OperationKind = CardOperationKind | 'payout' | 'reversal'

export type NewOperation = {
  id: string
  kind: OperationKind
  /** `intent` waits for a worker to make the call; `sent` is about to be called by who writes it. */
  state: 'intent' | 'sent'
  subject: { cardTransactionId: bigint } | { transferId: bigint; queue: string }
  undoes?: string
  fingerprint: Buffer
  amountMinor: bigint
  currency: string
  /** When a worker looks at it, if nobody has resolved it by then. */
  nextCheckAt: Temporal.Instant
  now: Temporal.Instant
}

export type OperationRow<Kind = OperationKind> = {
  id: string
  kind: Kind
  state: OperationState
  /** The card transaction or the transfer it acts on. */
  subject_id: bigint
  undoes: string | null
  upstream_ref: string
  amount_minor: bigint
  currency: string
  attempts: number
  created_at: Temporal.Instant
  upstream_id: string | null
}

export const newOperationId = newId

/** The lane of what is asked of card gateways. Workers of one lane never wait for the upstream of another. */
export const cardQueue = 'cards'

const insert = statement(
  'insert_operations',
  `insert into operation (id, kind, state, card_transaction_id, transfer_id, lane, undoes, upstream_ref, fingerprint,
                          amount_minor, currency, next_check_at, created_at)
   select id, kind, state, card_transaction_id, transfer_id, lane, undoes, id::text, decode(fingerprint, 'hex'),
          amount_minor, currency, next_check_at, created_at
     from json_to_recordset($1) as o (
       id uuid, kind text, state text, card_transaction_id bigint, transfer_id bigint, lane text, undoes uuid,
       fingerprint text, amount_minor bigint, currency text, next_check_at timestamptz, created_at timestamptz)
   on conflict (undoes) where undoes is not null do nothing`,
)

/** Writes the intent, inside the transaction that claims what it acts on. A second undo of one operation is none. */
export async function insertOperation(sql: Tx, operation: NewOperation): Promise<void> {
  await insertOperations(sql, [operation])
}

export async function insertOperations(sql: Tx, operations: readonly NewOperation[]): Promise<void> {
  if (operations.length > 0) await sql.rows(insert, [JSON.stringify(operations.map(toRow))])
}

function toRow(operation: NewOperation) {
  const { subject } = operation
  const isTransfer = 'transferId' in subject
  return {
    id: operation.id,
    kind: operation.kind,
    state: operation.state,
    card_transaction_id: isTransfer ? null : String(subject.cardTransactionId),
    transfer_id: isTransfer ? String(subject.transferId) : null,
    lane: isTransfer ? subject.queue : cardQueue,
    undoes: operation.undoes ?? null,
    fingerprint: operation.fingerprint.toString('hex'),
    amount_minor: String(operation.amountMinor),
    currency: operation.currency,
    next_check_at: operation.nextCheckAt.toString(),
    created_at: operation.now.toString(),
  }
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
  sql: Tx,
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
          correlation_id = coalesce($5, correlation_id), upstream_id = coalesce($8, upstream_id),
          acknowledged = acknowledged or $9, uncertain = coalesce($10, uncertain)
    where id = $1 and state = any($6::text[]) and ($7::uuid is null or lease_token = $7) returning id`,
)

/**
 * Notes that the final answer is still missing and when to ask again.
 * @param facts.leaseToken of who claimed it: where it was lost meanwhile, nothing is written.
 * @param facts.acknowledged the upstream said that it has it. @param facts.uncertain whether a call that ended without an answer
 * may still be done; absent leaves that as it is.
 */
export async function loseContact(
  sql: Sql,
  id: string,
  facts: {
    nextCheckAt: Temporal.Instant
    cause: string
    correlationId?: string
    leaseToken?: string
    upstreamId?: string | undefined
    acknowledged?: boolean
    uncertain?: boolean
  },
): Promise<boolean> {
  const from = statesThatAccept(operationMoves, 'contact_lost')
  const rows = await sql.rows(postpone, [
    id,
    'unknown',
    facts.nextCheckAt,
    facts.cause,
    facts.correlationId ?? null,
    from,
    facts.leaseToken ?? null,
    facts.upstreamId ?? null,
    facts.acknowledged ?? false,
    facts.uncertain ?? null,
  ])
  return rows.length === 1
}

const abandonUnresolved = statement<{ id: string }>(
  'give_up_operation',
  `update operation set state = 'undoing', next_check_at = null, lease_token = null, lease_until = null
    where id = $1 and state = 'unknown' returning id`,
)

/** Ends the asking after an operation that will be taken back; false when it has been resolved meanwhile. */
export async function abandonOperation(sql: Sql, id: string): Promise<boolean> {
  return (await sql.rows(abandonUnresolved, [id])).length === 1
}

const markAcknowledged = statement(
  'acknowledge_operation',
  `update operation set acknowledged = true where id = $1 and state in ('sent', 'unknown')`,
)

/** Notes that the upstream has it, although not what comes of it. */
export async function acknowledge(sql: Sql, id: string): Promise<void> {
  await sql.rows(markAcknowledged, [id])
}

const resetToIntent = statement<{ id: string }>(
  'reset_operation_to_intent',
  `update operation set state = 'intent', next_check_at = $2, lease_token = null, lease_until = null, upstream_reason = $3
    where id = $1 and state = any($4::text[]) and lease_token = $5 returning id`,
)

/** Notes that the upstream surely has nothing of it, and when the same call is made again; false when it was resolved. */
export async function rescheduleOperation(
  sql: Sql,
  id: string,
  facts: { nextCheckAt: Temporal.Instant; cause: string; leaseToken: string },
): Promise<boolean> {
  const from = statesThatAccept(operationMoves, 'never_arrived')
  const { nextCheckAt, cause, leaseToken } = facts
  return (await sql.rows(resetToIntent, [id, nextCheckAt, cause, from, leaseToken])).length === 1
}

const findOperation = statement<OperationRow>(
  'find_operation',
  `select id, kind, state, coalesce(card_transaction_id, transfer_id) as subject_id, undoes, upstream_ref, amount_minor, currency, attempts, created_at,
          upstream_id
     from operation where id = $1`,
)

export async function operationById(sql: Sql, id: string): Promise<OperationRow | undefined> {
  return (await sql.rows(findOperation, [id]))[0]
}
