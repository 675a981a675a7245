// The statement that records the outcomes of attempts to pay, by card or by phone: operations, payments, ledger, webhooks and receipts,
// of all that arrived together.

import { resolveOperationsOf } from '../../ledger/operation-parts.ts'
import {
  accountOfEntry,
  entryColumns,
  entryRows,
  insertEntries,
  insertPosting,
  type Posting,
} from '../../ledger/post.ts'
import { insertMessages, type MessageRow, messageColumns } from '../../messages/enqueue-message.ts'
import { sentRows, toSentRows } from '../../platform/database/coalescing-batch.ts'
import { type EventRow, eventColumns, insertEvents } from '../../webhooks/enqueue-webhook.ts'
import { endColumns } from '../transaction/transaction.ts'

export type Recorded = {
  /** Nothing was written, because a ledger account does not exist yet. */
  lacks_account: boolean
  /** Whether the operation was still open, so that this outcome is the one that counts. */
  is_recorded: boolean
  /** Whether the payment was changed by it: ended, or opened for another attempt. */
  is_completed: boolean
}

/** Each transaction is locked before its operation, and transactions in order of id, so that two batches cannot deadlock. */
const locked = `locked as materialized (
     select t.id from (select distinct transaction_id from sent order by 1) wanted cross join lateral (
       select id from card_transaction where id = wanted.transaction_id limit 1 for no key update) t)`

// guard: charge-outcome
const ended = `ended as (
     ${resolveOperationsOf(`(
       select s.n, s.operation, s.operation_state, s.open_states, s.now as resolved_at, s.upstream_id, s.upstream_reason, s.correlation_id
         from sent s join locked on locked.id = s.transaction_id where s.n not in (select n from lacking))`)})`

/**
 * SQL: the whole statement.
 * @param of.columns what its rows have besides.
 * @param of.ends the parts that end payments; `moved` are those that were.
 * @param of.due a part with the `n` of the outcomes whose entries are posted. With `isLate`, entries belong to one or the other.
 * @param of.parts what is written besides.
 */
export const recordingOf = (of: {
  columns: string
  ends: string
  due: string
  parts: string
  isLate?: boolean
}): string => {
  const key = of.isLate ? 'n, is_late' : 'n'
  return `with ${sentRows(`${endColumns}, operation_state text, open_states text[], is_approved boolean, upstream_id text,
       upstream_reason text, correlation_id text, amount_minor bigint, currency text, undo uuid, undo_fingerprint text,
       is_undone boolean, available_on date${of.columns}`)}
   , entry as materialized (
     select e.*, ${accountOfEntry} as account_id
       from json_to_recordset($2) as e (n integer, ${of.isLate ? 'is_late boolean, ' : ''}${entryColumns})
   ), lacking as materialized (select n from entry where account_id is null
   ), ${locked}, ${ended}, ${of.ends}, ${of.parts}
   , posted as (
     ${insertPosting(`select distinct key, sent.now, sent.available_on, null from ${of.due} due join sent using (n) join entry using (${key})`)}
     returning id, key
   ), written as (
     -- Two outcomes of one operation have the same key; only the one that was recorded is posted.
     ${insertEntries(`select posted.id, e.account_id, e.currency, e.amount_minor
       from ${of.due} due join entry e using (${key}) join posted using (key) order by posted.id, e.position`)}
   ), notice as (
     select e.* from moved join json_to_recordset($3) as e (n integer, ${eventColumns}) using (n)
   ), ${insertEvents('notice')}, receipt as (
     select e.* from moved join json_to_recordset($4) as e (n integer, ${messageColumns}) using (n)
   ), receipted as (${insertMessages('receipt')})
   select exists (select from lacking where lacking.n = m.n) as lacks_account,
          exists (select from ended where ended.n = m.n) as is_recorded,
          exists (select from moved where moved.n = m.n) as is_completed
     from sent m order by m.n`
}

/** What is written with an outcome. */
export type RecordedOutcome = {
  posting: Posting | undefined
  /** The posting of money that came too late to pay anything. */
  latePosting?: Posting
  webhook: EventRow | undefined
  /** The payer's receipt. */
  receipt: MessageRow | undefined
}

/** The parameters of the statement. */
export function recordingOfOutcomes<Outcome extends RecordedOutcome>(
  outcomes: readonly Outcome[],
  toRow: (outcome: Outcome) => object,
): string[] {
  const entries = outcomes.flatMap(({ posting, latePosting }, n) => [
    ...(posting ? entryRows(posting).map((entry) => ({ n, is_late: false, ...entry })) : []),
    ...(latePosting ? entryRows(latePosting).map((entry) => ({ n, is_late: true, ...entry })) : []),
  ])
  const events = outcomes.flatMap(({ webhook }, n) => (webhook ? [{ n, ...webhook }] : []))
  const receipts = outcomes.flatMap(({ receipt }, n) => (receipt ? [{ n, ...receipt }] : []))
  return [toSentRows(outcomes.map(toRow)), ...[entries, events, receipts].map((list) => JSON.stringify(list))]
}
