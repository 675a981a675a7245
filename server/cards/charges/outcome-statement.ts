// The statement that records the outcomes of charges: operation, transaction, history, counters, ledger, webhook, the payer's
// receipt, and an undo for what must not stand. Outcomes that arrive together share one statement, which commits all of them or none.
import { statesThatAccept } from '../../kernel/moves.ts'
import { insertCardOperations } from '../../ledger/operations/operation.ts'
import { resolutionRow, resolveOperationsOf } from '../../ledger/operations/operation-parts.ts'
import {
  accountOfEntry,
  entryColumns,
  entryRows,
  insertEntries,
  insertPosting,
  type Posting,
} from '../../ledger/post.ts'
import { insertMessages, type MessageRow, messageColumns } from '../../messages/enqueue-message.ts'
import { sentRows, toSentRows } from '../../platform/database/batch-rows.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { type EventRow, eventColumns, insertEvents } from '../../webhooks/enqueue-webhook.ts'
import type { Completion } from '../transaction/completion.ts'
import { countFailures, countMovedPayments } from '../transaction/counts.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import { transactionMoves } from '../transaction/transaction.ts'

/** The outcome of one charge, and everything that is written with it. */
export type ChargeOutcome = {
  now: Temporal.Instant
  operation: { id: string; isApproved: boolean; upstreamId?: string; reason?: string; correlationId?: string }
  completion: Completion & { kind: 'charged' | 'refused' }
  /** `declined`: the payment stays open for another card. */
  event: 'charged' | 'refused' | 'declined'
  /** The payment as it will be, unless it has ended otherwise. */
  payment: PricedTransaction
  posting: Posting | undefined
  webhook: EventRow | undefined
  /** The payer's receipt. */
  receipt: MessageRow | undefined
  /** The undo operation for an approval that we will not keep. */
  undo: { id: string; fingerprint: Buffer; isCertain: boolean }
}

export type Recorded = {
  /** Nothing was written, because a ledger account does not exist yet. */
  lacks_account: boolean
  /** Whether the operation was still open, so that this outcome is the one that counts. */
  is_recorded: boolean
  /** Whether the payment was changed by it: ended, or opened for another card. */
  is_completed: boolean
}

const [pending] = statesThatAccept(transactionMoves, 'charged')

/** Each transaction is locked before its operation, and transactions in order of id, so that two batches cannot deadlock. */
const locked = `locked as materialized (
     select t.id from (select distinct transaction_id from sent order by 1) wanted cross join lateral (
       select id from card_transaction where id = wanted.transaction_id limit 1 for no key update) t)`

// guard: charge-outcome
const ended = `ended as (
     ${resolveOperationsOf(`(
       select s.n, s.operation, s.operation_state, s.open_states, s.now as resolved_at, s.upstream_id, s.upstream_reason, s.correlation_id
         from sent s join locked on locked.id = s.transaction_id where s.n not in (select n from lacking))`)})`

// guard: charge-completion
const moved = `moved as (
     update card_transaction t
        set status = m.status, running_operation = null, decision = m.decision,
            finalised_at = case when m.event <> 'declined' then m.now end,
            declined_attempts = t.declined_attempts + (m.event <> 'charged')::int,
            reason_code = m.reason_code, message = m.message, cs_payment_id = m.cs_payment_id, card_type = m.card_type,
            card_last4 = m.card_last4, card_expiry_date = m.card_expiry_date, card_bin_country = m.card_bin_country,
            card_issuer = m.card_issuer, card_scheme = m.card_scheme, auth_cavv_result = m.auth_cavv_result,
            cavv_message = m.cavv_message
       from ended join sent m using (n)
      where t.id = m.transaction_id and t.status = '${pending}' and t.running_operation = m.operation
     returning m.n, m.event, m.now, m.available_on, m.decline_reason, t.id, t.merchant_id, t.environment, t.created_at, t.status,
               t.currency, t.amount_minor, t.reason_code)`

// guard: late-approval-undo
const undone = `undone as (
     ${insertCardOperations(`
     select m.undo as id, 'undo', 'intent', m.transaction_id, m.operation, decode(m.undo_fingerprint, 'hex'), m.amount_minor,
            m.currency, m.now, m.now
       from ended join sent m using (n)
      where m.is_undone or (m.is_approved and not exists (select from moved where moved.n = m.n))`)}
     on conflict (undoes) where undoes is not null do nothing)`

const record = statement<Recorded>(
  'record_charge_outcomes',
  `with ${sentRows(`now timestamptz, operation uuid, operation_state text, open_states text[], is_approved boolean, upstream_id text,
       upstream_reason text, correlation_id text, transaction_id bigint, event text, status text, amount_minor bigint,
       currency text, decision text, reason_code text, message text, cs_payment_id text, card_type text,
       card_last4 text, card_expiry_date text, card_bin_country text, card_issuer text, card_scheme text,
       auth_cavv_result text, cavv_message text, decline_reason text, undo uuid, undo_fingerprint text, is_undone boolean,
       available_on date`)}
   , entry as materialized (
     select e.*, ${accountOfEntry} as account_id from json_to_recordset($2) as e (n integer, ${entryColumns})
   ), lacking as materialized (select n from entry where account_id is null
   ), ${locked}, ${ended}, ${moved}
   , counted as (${countMovedPayments('moved', `'${pending}'`, 'r.status')}
   ), failed as (${countFailures('moved')}
   ), history as (
     insert into card_transaction_move (transaction_id, event, from_status, to_status, at, reason_code)
     select id, event, '${pending}', status, now, coalesce(decline_reason, '') from moved
   ), posted as (
     ${insertPosting('select distinct key, now, available_on from moved join entry using (n)')} returning id, key
   ), written as (
     -- Two outcomes of one operation have the same key; only the one that was recorded is posted.
     ${insertEntries(`select posted.id, e.account_id, e.currency, e.amount_minor
       from moved join entry e using (n) join posted using (key) order by posted.id, e.position`)}
   ), notice as (
     select e.* from moved join json_to_recordset($3) as e (n integer, ${eventColumns}) using (n)
   ), ${insertEvents('notice')}, receipt as (
     select e.* from moved join json_to_recordset($4) as e (n integer, ${messageColumns}) using (n)
   ), receipted as (${insertMessages('receipt')}), ${undone}
   select exists (select from lacking where lacking.n = m.n) as lacks_account,
          exists (select from ended where ended.n = m.n) as is_recorded,
          exists (select from moved where moved.n = m.n) as is_completed
     from sent m order by m.n`,
)

/** Records each outcome once, and returns what became of it, in order. */
export async function recordChargeOutcomes(
  sql: Sql,
  outcomes: readonly ChargeOutcome[],
): Promise<Recorded[]> {
  const entries = outcomes.flatMap(({ posting }, n) =>
    posting ? entryRows(posting).map((entry) => ({ n, ...entry })) : [],
  )
  const events = outcomes.flatMap(({ webhook }, n) => (webhook ? [{ n, ...webhook }] : []))
  const receipts = outcomes.flatMap(({ receipt }, n) => (receipt ? [{ n, ...receipt }] : []))
  const lists = [entries, events, receipts].map((list) => JSON.stringify(list))
  return sql.rows(record, [toSentRows(outcomes.map(toRow)), ...lists])
}

function toRow({ now, operation, completion, event, payment, posting, undo }: ChargeOutcome) {
  const { isApproved, ...outcome } = operation
  const { resolved_at: _, ...resolution } = resolutionRow({
    ...outcome,
    event: isApproved ? 'approved' : 'refused',
    now,
  })
  return {
    now: now.toString(),
    ...resolution,
    is_approved: isApproved,
    transaction_id: String(payment.id),
    event,
    status: payment.status,
    amount_minor: String(payment.amount_minor),
    currency: payment.currency,
    decision: payment.decision,
    reason_code: payment.reason_code,
    message: payment.message,
    cs_payment_id: payment.cs_payment_id,
    card_type: payment.card_type,
    card_last4: payment.card_last4,
    card_expiry_date: payment.card_expiry_date,
    card_bin_country: payment.card_bin_country,
    card_issuer: payment.card_issuer,
    card_scheme: payment.card_scheme,
    auth_cavv_result: payment.auth_cavv_result,
    cavv_message: payment.cavv_message,
    decline_reason: completion.kind === 'refused' ? completion.reason : undefined,
    undo: undo.id,
    undo_fingerprint: undo.fingerprint.toString('hex'),
    is_undone: undo.isCertain,
    available_on: posting?.availableOn?.toString(),
  }
}
