// Records the outcomes of collections that arrived together, by one statement.

import type { OperatorCode } from '../../kernel/operators.ts'
import { type Resolution, resolutionRow } from '../../ledger/operation-parts.ts'
import { insertOperatorOperations } from '../../ledger/operator-operations.ts'
import { lockedRows, type Sql, statement } from '../../platform/database/database.ts'
import {
  type Recorded,
  type RecordedOutcome,
  recordingOf,
  recordingOfOutcomes,
} from '../charges/recording.ts'
import type { Completion } from '../transaction/completion.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import { endRow, endsOf } from '../transaction/transaction.ts'
import { type CollectionEvent, stateAfter } from './moves.ts'

/** The outcome of one collection, and everything that is written with it. */
export type CollectionOutcomeRow = RecordedOutcome & {
  now: Temporal.Instant
  operation: Omit<Resolution, 'now' | 'event'> & { isApproved: boolean }
  /** Whether it was recorded as declined before, and the money came after all. */
  isLate: boolean
  completion: Completion & { kind: 'charged' | 'refused' }
  /** `declined`: the payment stays open for another attempt. */
  event: 'charged' | 'refused' | 'declined'
  collectionEvent: CollectionEvent & ('approved' | 'declined' | 'lapsed')
  /** The operator's own words for a decline. */
  operatorCode: string
  operatorMessage: string
  operator: OperatorCode
  numberEnd: string
  /** The payment as it will be, unless it has ended otherwise. */
  payment: PricedTransaction
  /** The undo that gives money back, of this amount: what was taken in truth. */
  undo: {
    id: string
    fingerprint: Buffer
    amountMinor: bigint
    currency: string
    queue: string
    isCertain: boolean
  }
}

/** A payment that expired while it was being declined stays so; only one that is still open is paid by money that comes late. */
const ends = endsOf('ended join sent m using (n)', {
  more: `, payer_operator = case when m.event = 'declined' then t.payer_operator else m.operator_name end,
            payer_number_end = case when m.event = 'declined' then t.payer_number_end else m.number_end end,
            commission_rate_bp = coalesce(m.commission_rate_bp, t.commission_rate_bp),
            commission_minor = coalesce(m.commission_minor, t.commission_minor),
            bank_commission_minor = coalesce(m.bank_commission_minor, t.bank_commission_minor),
            service_commission_minor = coalesce(m.service_commission_minor, t.service_commission_minor),
            merchant_minor = coalesce(m.merchant_minor, t.merchant_minor)`,
  holder: 'm.holder',
  // A payment through a link is paid late only while it holds a use of it.
  where: `(m.holder is not null
    or (t.expires_at > m.now and not m.is_undone and (t.payment_link_id is null or t.holds_link_use)))`,
})

/** Money that no payment keeps: of another amount than asked, or too late. */
const returning = `returning_money as materialized (
     select m.n from ended join sent m using (n)
      where m.is_undone or (m.is_approved and not exists (select from moved where moved.n = m.n)))`

const collected = `before as materialized (${lockedRows(`
     select k.operation, k.state, m.n, m.now, m.reason_for_payer, m.operator_code, m.operator_message,
            case when r.n is not null and not m.is_undone then 'paid_late' else m.collection_event end as event
       from ended join sent m using (n) join collection k on k.operation = m.operation left join returning_money r on r.n = m.n
      order by k.operation for no key update of k`)}
   ), following as (
     select *, ${stateAfter('event', 'state')} as next from before
   ), collected as (
     update collection k
        set state = f.next, completed_at = case when f.next = 'UNKNOWN' then null else coalesce(k.completed_at, f.now) end,
            reason_code = case f.event when 'paid_late' then k.reason_code when 'approved' then '' else f.reason_for_payer end,
            operator_code = case when f.event in ('declined', 'lapsed') then f.operator_code else k.operator_code end,
            operator_message = case when f.event in ('declined', 'lapsed') then f.operator_message else k.operator_message end,
            recheck_at = case when f.event in ('declined', 'lapsed') then k.recheck_at end
       from following f where k.operation = f.operation and f.next is not null
     returning k.operation, f.event, f.state, f.next, f.now
   ), collection_history as (
     insert into collection_move (operation, event, from_state, to_state, at)
     select operation, event, state, next, now from collected)`

/** A second undo of the same collection is ignored, unless the first was refused. */
// guard: late-collection-return
const undone = `undone as (
     ${insertOperatorOperations(`
     select m.undo as id, 'undo', 'intent', m.transaction_id, m.operation, decode(m.undo_fingerprint, 'hex'), m.amount_minor,
            m.currency, m.now, m.now, m.queue, null::text, null::timestamptz
       from returning_money join sent m using (n)`)}
     on conflict (undoes) where undoes is not null and state <> 'declined' do nothing)`

const recordRows = statement<Recorded>(
  'record_collection_outcomes',
  recordingOf({
    columns: `, holder uuid, collection_event text, reason_for_payer text, operator_code text, operator_message text,
       operator_name text, number_end text, queue text, commission_rate_bp integer, commission_minor bigint,
       bank_commission_minor bigint, service_commission_minor bigint, merchant_minor bigint`,
    ends,
    due: '(select n, false as is_late from moved union all select n, true from returning_money)',
    parts: [returning, collected, undone].join(', '),
    isLate: true,
  }),
)

/** Records each outcome once, and returns what became of it, in order. */
export async function recordCollectionOutcomes(
  sql: Sql,
  outcomes: readonly CollectionOutcomeRow[],
): Promise<Recorded[]> {
  return sql.rows(recordRows, recordingOfOutcomes(outcomes, outcomeRow))
}

/** A collection whose operation was declined is still confirmed when its money comes; no other operation is. */
const lateApproval = { operation_state: 'confirmed', open_states: ['declined'] }

function outcomeRow(outcome: CollectionOutcomeRow) {
  const { now, operation, completion, event, payment, undo } = outcome
  const { isApproved, ...resolved } = operation
  const { resolved_at: _, ...resolution } = resolutionRow({
    ...resolved,
    event: isApproved ? 'approved' : 'refused',
    now,
  })
  const reason = completion.kind === 'refused' ? completion.reason : undefined
  return {
    ...resolution,
    ...(outcome.isLate && lateApproval),
    ...endRow(payment, { event, at: now, operation: operation.id, reason }),
    holder: outcome.isLate ? undefined : operation.id,
    is_approved: isApproved,
    amount_minor: String(undo.amountMinor),
    currency: undo.currency,
    undo: undo.id,
    undo_fingerprint: undo.fingerprint.toString('hex'),
    is_undone: undo.isCertain,
    queue: undo.queue,
    available_on: outcome.posting?.availableOn?.toString(),
    collection_event: outcome.collectionEvent,
    reason_for_payer: reason ?? '',
    operator_code: outcome.operatorCode,
    operator_message: outcome.operatorMessage,
    operator_name: outcome.operator,
    number_end: outcome.numberEnd,
    ...(event === 'charged' && {
      commission_rate_bp: payment.commission_rate_bp,
      commission_minor: String(payment.commission_minor),
      bank_commission_minor: String(payment.bank_commission_minor),
      service_commission_minor: String(payment.service_commission_minor),
      merchant_minor: String(payment.merchant_minor),
    }),
  }
}
