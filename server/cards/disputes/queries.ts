// The state machine of disputes, their rows and SQL statements.
import type { Environment } from '../../kernel/environment.ts'
import type { LocalCurrency } from '../../kernel/money.ts'
import type { Moves } from '../../kernel/moves.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'

/** What the merchant writes about a disputed payment. */
export type EvidenceTexts = Partial<Record<EvidenceField, string>>
export const evidenceFields = [
  'explanation',
  'product_description',
  'delivery',
  'customer_contact',
  'refund_policy',
] as const
export type EvidenceField = (typeof evidenceFields)[number]

export type DisputeRow = {
  id: bigint
  dispute_id: string
  transaction_id: bigint
  merchant_id: bigint
  environment: Environment
  case_number: string
  state: DisputeState
  /** What the gateway claims. */
  amount_minor: bigint
  /** What was taken for it, and the fee; zero before the case is open. */
  taken_minor: bigint
  fee_minor: bigint
  currency: LocalCurrency
  reason_code: string
  reason: string
  respond_by: Temporal.Instant | null
  reminded_days: number | null
  reported_at: Temporal.Instant
  evidence: EvidenceTexts
  created_at: Temporal.Instant
  evidence_sent_at: Temporal.Instant | null
  /** When we filed the evidence at the gateway. */
  submitted_at: Temporal.Instant | null
  closed_at: Temporal.Instant | null
}

export const disputeColumns = `d.id, d.dispute_id, d.transaction_id, d.merchant_id, d.environment, d.case_number, d.state,
  d.amount_minor, d.taken_minor, d.fee_minor, d.currency, d.reason_code, d.reason, d.respond_by, d.reminded_days,
  d.reported_at, d.evidence, d.created_at, d.evidence_sent_at, d.submitted_at, d.closed_at`

/** SQL that selects columns of the payment of a case: by the gateway's payment id, $2, otherwise by our reference, $3. */
export const disputedPayment = (columns: string): string =>
  `select ${columns} from card_transaction
    where environment = $1 and (cs_payment_id = nullif($2, '') or transaction_uuid = nullif($3, ''))
    order by (cs_payment_id = nullif($2, '')) desc nulls last limit 1`

export const findDisputed = statement<{ id: bigint; has_amount: boolean }>(
  'find_disputed_payment',
  disputedPayment('id, amount_minor is not null as has_amount'),
)

/** The payment is locked before its disputes, as everywhere. */
export const lockCase = statement<DisputeRow>(
  'lock_dispute_case',
  `select ${disputeColumns} from card_dispute d where d.environment = $1 and d.case_number = $2 for update`,
)
export const lockDispute = statement<DisputeRow>(
  'lock_dispute',
  `select ${disputeColumns} from card_dispute d where d.id = $1 for update`,
)

export const insertDispute = statement<DisputeRow>(
  'insert_dispute',
  `with d as (
     insert into card_dispute (dispute_id, transaction_id, merchant_id, environment, case_number, state, amount_minor,
                               currency, reason_code, reason, respond_by, reported_at, created_at)
     values ($1, $2, $3, $4, $5, 'INQUIRY', $6, $7, $8, $9, $10, $11, $12) returning *
   ) select ${disputeColumns} from d`,
)

/** What the newest line of the report says about a case. */
export const updateReported = statement(
  'update_reported_dispute',
  `update card_dispute set amount_minor = $2, reason_code = $3, reason = $4, respond_by = coalesce($5, respond_by),
          reported_at = $6 where id = $1`,
)

const insertMove = statement(
  'insert_dispute_move',
  `insert into card_dispute_move (dispute_id, event, from_state, to_state, actor, at) values ($1, $2, $3, $4, $5, $6)`,
)
const moveRow = statement<{ id: bigint }>(
  'move_dispute',
  `with moved as (
     update card_dispute d
        set state = $4, taken_minor = $7, fee_minor = $8,
            evidence_sent_at = case when $3 = 'evidence_sent' then $6::timestamptz else d.evidence_sent_at end,
            closed_at = case when $4 in ('WON', 'LOST', 'ACCEPTED') then $6::timestamptz end
      where d.id = $1 and d.state = $2 returning d.id
   )
   insert into card_dispute_move (dispute_id, event, from_state, to_state, actor, at)
   select id, $3, $2, $4, $5, $6 from moved returning dispute_id as id`,
)

/** A line of a dispute's history. `actor` is `gateway`, an admin, or the merchant as the audit log names it. */
export type DisputeMove = {
  event: DisputeEvent | 'reported' | 'reminded' | 'submitted'
  from_state: DisputeState | null
  to_state: DisputeState
  actor: string
  at: Temporal.Instant
}

const markSubmitted = statement(
  'mark_dispute_submitted',
  'update card_dispute set submitted_at = $2 where id = $1',
)

/** Records that the evidence of a locked dispute was filed at the gateway. */
export async function recordSubmitted(sql: Tx, id: bigint, at: Temporal.Instant): Promise<void> {
  await sql.rows(markSubmitted, [id, at])
}

/** Writes a line of history that does not change the state. */
export async function recordInHistory(
  sql: Tx,
  { id, state }: Pick<DisputeRow, 'id' | 'state'>,
  event: 'reported' | 'reminded' | 'submitted',
  { actor, at }: { actor: string; at: Temporal.Instant },
): Promise<void> {
  await sql.rows(insertMove, [id, event, event === 'reported' ? null : state, state, actor, at])
}

/** Moves a locked dispute and writes its history. Returns false if it is in another state. */
export async function moveLocked(
  sql: Tx,
  { id, state }: Pick<DisputeRow, 'id' | 'state'>,
  to: { event: DisputeEvent; state: DisputeState; takenMinor: bigint; feeMinor: bigint },
  { actor, at }: { actor: string; at: Temporal.Instant },
): Promise<boolean> {
  const values = [id, state, to.event, to.state, actor, at, to.takenMinor, to.feeMinor]
  return (await sql.rows(moveRow, values)).length === 1
}

/** What disputes have taken from a locked payment, and how many of them are open. Fails beyond what is left of it. */
const changeDisputed = statement<{ id: bigint }>(
  'change_disputed_payment',
  `update card_transaction t set disputed_minor = t.disputed_minor + $2, open_disputes = t.open_disputes + $3
    where t.id = $1 and t.refunded_minor + t.refund_reserved_minor + t.disputed_minor + $2 <= t.amount_minor
   returning t.id`,
)

/** @param change minor units, and how many more disputes are open. */
export async function changeDisputedPayment(
  sql: Tx,
  transactionId: bigint,
  change: { minor: bigint; open: number },
): Promise<void> {
  const changed = await sql.rows(changeDisputed, [transactionId, change.minor, change.open])
  if (changed.length !== 1) throw new Error(`dispute exceeds what is left of payment ${transactionId}`)
}

const listMoves = statement<DisputeMove & { dispute: bigint }>(
  'list_dispute_moves',
  `select dispute_id as dispute, event, from_state, to_state, actor, at from card_dispute_move
    where dispute_id = any($1::bigint[]) order by id`,
)
/** The history of a dispute, oldest first. */
export function historyOf(sql: Sql, id: bigint): Promise<DisputeMove[]> {
  return sql.rows(listMoves, [[id]])
}

/** The histories of several disputes by their ids, each oldest first. */
export async function historiesOf(sql: Sql, ids: readonly bigint[]): Promise<Map<bigint, DisputeMove[]>> {
  return Map.groupBy(ids.length === 0 ? [] : await sql.rows(listMoves, [ids]), ({ dispute }) => dispute)
}

export type DisputeFileRow = {
  id: string
  name: string
  type: 'application/pdf' | 'image/jpeg' | 'image/png'
  size: number
  created_at: Temporal.Instant
}
const listFiles = statement<DisputeFileRow>(
  'list_dispute_files',
  `select public_id as id, name, type, length(content) as size, created_at from card_dispute_file f
    where dispute_id = $1 order by f.id`,
)
/** The files of a dispute without their content. */
export function filesOf(sql: Sql, id: bigint): Promise<DisputeFileRow[]> {
  return sql.rows(listFiles, [id])
}

export type DisputeState = 'INQUIRY' | 'OPEN' | 'EVIDENCE_SENT' | 'WON' | 'LOST' | 'ACCEPTED'
export type DisputeEvent = 'opened' | 'evidence_sent' | 'accepted' | 'won' | 'lost'

export const disputeMoves: Moves<DisputeState, DisputeEvent> = {
  // The issuer asks about the payment; no money has moved. It may end there, or become a chargeback.
  INQUIRY: { opened: 'OPEN', won: 'WON' },
  // Only the gateway decides. It may do so before any evidence: an issuer withdraws a case, or the deadline has passed.
  OPEN: { evidence_sent: 'EVIDENCE_SENT', accepted: 'ACCEPTED', won: 'WON', lost: 'LOST' },
  EVIDENCE_SENT: { won: 'WON', lost: 'LOST' },
  WON: {},
  LOST: {},
  ACCEPTED: {},
}

export const disputeStates = Object.keys(disputeMoves) as DisputeState[]

/** While a dispute is in one of these states, its payment can be neither refunded nor voided. */
export const openStates: readonly DisputeState[] = ['OPEN', 'EVIDENCE_SENT']

/** Whether the amount and the fee of a dispute in this state are out of the merchant's balance. */
export function isTaken(state: DisputeState): boolean {
  return state !== 'INQUIRY' && state !== 'WON'
}
