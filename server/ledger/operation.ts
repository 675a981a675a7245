// An operation is an upstream call that moves money, recorded before the call is made. Every such call follows the same
// three steps: claim in a short transaction, call with no transaction open, record the outcome in a short transaction.
// If the reply is lost, the operation becomes due again and a worker inquires about its outcome; the call is never
// simply repeated.
import { newIdIn } from '../kernel/id.ts'
import { type Moves, statesThatAccept } from '../kernel/moves.ts'
import { type Sql, statement, type Tx } from '../platform/database/database.ts'

export type OperationState = 'intent' | 'sent' | 'unknown' | 'undoing' | 'confirmed' | 'declined' | 'undone'
export type OperationEvent =
  | 'dispatched'
  | 'approved'
  | 'refused'
  | 'contact_lost'
  | 'abandoned'
  | 'undone'
  | 'never_arrived'

export const operationMoves: Moves<OperationState, OperationEvent> = {
  // A call that we believed never arrived may still get a late reply.
  intent: { dispatched: 'sent', approved: 'confirmed', refused: 'declined' },
  // The same call may be repeated only when the upstream certainly has no record of it and rejects a reference it has
  // already seen.
  sent: { approved: 'confirmed', refused: 'declined', contact_lost: 'unknown', never_arrived: 'intent' },
  unknown: {
    approved: 'confirmed',
    refused: 'declined',
    contact_lost: 'unknown',
    abandoned: 'undoing',
    never_arrived: 'intent',
  },
  // The call is being undone, so an approval that arrives now changes nothing.
  undoing: { undone: 'undone' },
  confirmed: {},
  declined: {},
  undone: {},
}

export type CardOperationKind = 'charge' | 'undo' | 'refund' | 'void'
export type OperationKind = CardOperationKind | 'collection' | 'payout' | 'reversal' | 'merchant_payout'

export type NewOperation = {
  id: string
  kind: OperationKind
  /**
   * `intent` waits for a worker to make the call; `sent` is called by the inserting code itself, right after the
   * commit.
   */
  state: 'intent' | 'sent'
  subject:
    | { cardTransactionId: bigint; queue?: string }
    | { transferId: bigint; queue: string }
    | { merchantPayoutId: bigint; queue: string }
  undoes?: string
  fingerprint: Buffer
  amountMinor: bigint
  currency: string
  /** When a worker checks it, unless it has been resolved by then. */
  nextCheckAt: Temporal.Instant
  now: Temporal.Instant
}

export type OperationRow<Kind = OperationKind> = {
  id: string
  kind: Kind
  state: OperationState
  /** The id of the card transaction, transfer or merchant payout that it acts on. */
  subject_id: bigint
  undoes: string | null
  upstream_ref: string
  amount_minor: bigint
  currency: string
  attempts: number
  created_at: Temporal.Instant
  /** When an intent was last claimed for its call. */
  dispatched_at: Temporal.Instant | null
  upstream_id: string | null
}

export const newOperationId = newIdIn

/** The queue of all card gateway calls. Workers of one queue never wait for the upstream of another queue. */
export const cardQueue = 'cards'

/** The fields of `operationRow` in SQL, to read them from JSON. */
const operationColumns = `id uuid, kind text, state text, card_transaction_id bigint, transfer_id bigint,
  merchant_payout_id bigint, queue text,  undoes uuid, fingerprint text, amount_minor bigint, currency text, next_check_at timestamptz, created_at timestamptz`

/**
 * SQL: inserts the operations of card payments that a query returns in this order, whose references are their own ids.
 * @param queue an SQL expression
 */
export const insertCardOperations = (query: string, queue = `'${cardQueue}'`): string => `
  insert into operation (id, kind, state, card_transaction_id, undoes, fingerprint, amount_minor, currency, next_check_at, created_at,
                         queue, upstream_ref)
  select o.*, ${queue}, o.id::text from (${query}) o`

const insert = statement(
  'insert_operations',
  `insert into operation (id, kind, state, card_transaction_id, transfer_id, merchant_payout_id, queue, undoes, upstream_ref,
                          fingerprint, amount_minor, currency, next_check_at, created_at)
   select id, kind, state, card_transaction_id, transfer_id, merchant_payout_id, queue, undoes, id::text, decode(fingerprint, 'hex'),
          amount_minor, currency, next_check_at, created_at
     from json_to_recordset($1) as o (${operationColumns})
   on conflict (undoes) where undoes is not null and state <> 'declined' do nothing`,
)

/** Inserts an operation in the transaction that claims its subject. A second undo of the same operation is ignored. */
export async function insertOperation(sql: Tx, operation: NewOperation): Promise<void> {
  await insertOperations(sql, [operation])
}

export async function insertOperations(sql: Tx, operations: readonly NewOperation[]): Promise<void> {
  if (operations.length > 0) await sql.rows(insert, [JSON.stringify(operations.map(operationRow))])
}

/** The operation as a row of JSON with `operationColumns`. */
function operationRow(operation: NewOperation) {
  const { subject } = operation
  return {
    id: operation.id,
    kind: operation.kind,
    state: operation.state,
    card_transaction_id: 'cardTransactionId' in subject ? String(subject.cardTransactionId) : null,
    transfer_id: 'transferId' in subject ? String(subject.transferId) : null,
    merchant_payout_id: 'merchantPayoutId' in subject ? String(subject.merchantPayoutId) : null,
    queue: subject.queue ?? cardQueue,
    undoes: operation.undoes ?? null,
    fingerprint: operation.fingerprint.toString('hex'),
    amount_minor: String(operation.amountMinor),
    currency: operation.currency,
    next_check_at: operation.nextCheckAt.toString(),
    created_at: operation.now.toString(),
  }
}

// guard: operation-resolution
const resolve = statement<{ id: string }>(
  'resolve_operation',
  `update operation
      set state = $2, resolved_at = $3, next_check_at = null, lease_token = null, lease_until = null,
          upstream_id = coalesce($4, upstream_id), upstream_reason = $5, correlation_id = coalesce($6, correlation_id)
    where id = $1 and state = any($7::text[])
    returning id`,
)

/**
 * Resolves an operation. Returns false when it was already resolved; the caller must then write nothing else for it.
 */
export async function resolveOperation(
  sql: Tx,
  id: string,
  event: 'approved' | 'refused' | 'undone',
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

// guard: postponement-lease
const postpone = statement<{ id: string }>(
  'postpone_operation',
  `update operation set state = $2, next_check_at = $3, lease_token = null, lease_until = null, upstream_reason = $4,
          correlation_id = coalesce($5, correlation_id), upstream_id = coalesce($8, upstream_id),
          acknowledged = acknowledged or $9, uncertain = coalesce($10, uncertain)
    where id = $1 and state = any($6::text[]) and ($7::uuid is null or lease_token = $7) returning id`,
)

/**
 * Records that the outcome is still unknown and when to inquire next. Returns false when nothing was written.
 * @param facts.leaseToken the token of the claiming worker; nothing is written if that lease was lost meanwhile.
 * @param facts.acknowledged the upstream confirmed that it received the call.
 * @param facts.uncertain whether a call that ended without a reply may still be executed; absent leaves the flag
 * unchanged.
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

/** Stops inquiring about an operation that will be undone. Returns false when it has been resolved meanwhile. */
export async function abandonOperation(sql: Sql, id: string): Promise<boolean> {
  return (await sql.rows(abandonUnresolved, [id])).length === 1
}

const markAcknowledged = statement(
  'acknowledge_operation',
  `update operation set acknowledged = true where id = $1 and state in ('sent', 'unknown')`,
)

/** Records that the upstream has received the call, though its outcome is not known yet. */
export async function acknowledge(sql: Sql, id: string): Promise<void> {
  await sql.rows(markAcknowledged, [id])
}

// guard: resend-lease
const resetToIntent = statement<{ id: string }>(
  'reset_operation_to_intent',
  `update operation set state = 'intent', next_check_at = $2, lease_token = null, lease_until = null, upstream_reason = $3,
          attempts = case when $6 then attempts - 1 else attempts end
    where id = $1 and state = any($4::text[]) and lease_token = $5 returning id`,
)

/**
 * Records that the upstream certainly never received the call, and when to repeat it. Returns false when the operation
 * was resolved meanwhile.
 * @param facts.held the call was not tried, so that the claim does not count as an attempt.
 */
export async function rescheduleOperation(
  sql: Sql,
  id: string,
  facts: { nextCheckAt: Temporal.Instant; cause: string; leaseToken: string; held?: boolean },
): Promise<boolean> {
  const from = statesThatAccept(operationMoves, 'never_arrived')
  const { nextCheckAt, cause, leaseToken, held = false } = facts
  return (await sql.rows(resetToIntent, [id, nextCheckAt, cause, from, leaseToken, held])).length === 1
}

const findOperation = statement<OperationRow & { sent_by: string | null }>(
  'find_operation',
  `select id, kind, state, coalesce(card_transaction_id, transfer_id, merchant_payout_id) as subject_id, undoes, upstream_ref, amount_minor, currency, attempts, created_at,
          dispatched_at, upstream_id, sent_by
     from operation where id = $1`,
)

/** `sent_by`: the connection to the operator that it was sent through. */
export async function operationById(sql: Sql, id: string) {
  return (await sql.rows(findOperation, [id]))[0]
}

/** Only an intent that no worker holds becomes `sent`, so that one caller makes the call. */
// guard: intended-refund-dispatch
const sendIntent = statement<{ id: string }>(
  'send_intended_operation',
  `update operation set state = 'sent', dispatched_at = $3, next_check_at = $4
    where id = $1 and kind = $2 and state = 'intent' and (lease_until is null or lease_until < $3) returning id`,
)

/** Claims the call of an intended operation. Returns false if another caller has claimed it: the caller must not call then. */
export async function claimIntent(
  sql: Sql,
  { id, kind }: { id: string; kind: OperationKind },
  { now, nextCheckAt }: { now: Temporal.Instant; nextCheckAt: Temporal.Instant },
): Promise<boolean> {
  return (await sql.rows(sendIntent, [id, kind, now, nextCheckAt])).length === 1
}

const makeDue = statement(
  'make_intended_operation_due',
  `update operation set next_check_at = $2 where id = $1 and state = 'intent'`,
)

/** The call of an intended operation is due now. */
export async function makeIntentDue(sql: Sql, id: string, now: Temporal.Instant): Promise<void> {
  await sql.rows(makeDue, [id, now])
}

/** A call that a worker may be making stays. */
const withdrawUndo = statement<Pick<OperationRow, 'id' | 'amount_minor' | 'currency'>>(
  'withdraw_intended_undo',
  `update operation set state = '${operationMoves.intent.refused}', resolved_at = $2, next_check_at = null, upstream_reason = $3
    where undoes = $1 and state = 'intent' and (lease_until is null or lease_until < $2)
    returning id, amount_minor, currency`,
)

/** Ends the undo of an operation that waits for its next call, because another one takes its place. Undefined if none waits. */
export async function withdrawIntendedUndo(
  sql: Tx,
  undone: string,
  { now, reason }: { now: Temporal.Instant; reason: string },
): Promise<Pick<OperationRow, 'id' | 'amount_minor' | 'currency'> | undefined> {
  return (await sql.rows(withdrawUndo, [undone, now, reason]))[0]
}

const countUnknown = statement<{ unknown: bigint; since: Temporal.Instant | null }>(
  'count_unknown_operations',
  `select count(*) as unknown, min(coalesce(dispatched_at, created_at)) as since from operation where state = 'unknown'`,
)

/** Returns how many operations in all queues have an unknown outcome, and the age in seconds of the oldest. */
export async function unknownOperations(
  sql: Sql,
  now: Temporal.Instant,
): Promise<{ unknown_operations: number; oldest_unknown_seconds: number | null }> {
  const [row] = await sql.rows(countUnknown)
  const seconds = row?.since?.until(now).total('seconds')
  return {
    unknown_operations: Number(row?.unknown ?? 0),
    oldest_unknown_seconds: seconds === undefined ? null : Math.max(0, Math.floor(seconds)),
  }
}
