// Moves payouts between their states: state, history, counters, ledger, webhook and alert are written in one transaction, once.

import assert from 'node:assert/strict'
import { move } from '../../kernel/moves.ts'
import { post } from '../../ledger/post.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { countChange } from '../../platform/database/day-count.ts'
import { alertOfFailure, alertOfHold, enqueuePayoutWebhook } from './notifications.ts'
import { postingOf } from './postings.ts'
import { type PayoutEvent, type PayoutRow, payoutMoves } from './queries.ts'

const counted = (status: string) => ({ status, kind: 'r.currency', amount: 'r.amount_minor' })

const update = statement<{ id: bigint }>(
  'move_merchant_payout',
  `with moved as (
     update merchant_payout
        set state = $3, failure_code = coalesce($5, failure_code), upstream_id = coalesce($6, upstream_id),
            -- Whoever approved a payout that is held again may approve it once more.
            decided_by = case when $9 <> 'held' then coalesce($7, decided_by) end,
            decision_reason = coalesce($8, decision_reason),
            decided_owner = case when $9 <> 'held' then coalesce($11, decided_owner) end,
            held_at = case when $9 = 'held' then $4 else held_at end,
            sent_at = case when $3 = 'SENT' then $4 else sent_at end,
            completed_at = case when $3 in ('PAID', 'FAILED', 'CANCELLED') then $4 else completed_at end,
            returned_at = case when $3 = 'RETURNED' then $4 else returned_at end,
            -- A payout that is cancelled or held leaves its batch, which cannot have been approved.
            batch_id = case when $3 not in ('CANCELLED', 'REQUESTED') then batch_id end
      where id = $1 and state = $2
     returning id, merchant_id, environment, currency, amount_minor, created_at
   ), counted as (${countChange('payout', 'moved', { before: counted('$2::text'), after: counted('$3::text') })}
   ), noted as (
     insert into merchant_payout_event (payout_id, at, kind, from_state, to_state, detail)
     select id, $4, $9, $2, $3, $10 from moved
   )
   select id from moved`,
)

/** SQL: counts the payouts that the statement part `rows` has created. */
export const countCreated = (rows: string): string =>
  countChange('payout', rows, { after: counted('r.state') })

export type PayoutFacts = {
  now: Temporal.Instant
  /** For the history. */
  detail?: string
  failureCode?: string
  upstreamId?: string
  decidedBy?: string
  /** The person behind the admin who decided. */
  decidedOwner?: string
  decisionReason?: string
}

/**
 * Moves a payout, which the caller has locked.
 * @returns the payout after the move.
 * @throws AssertionError if its state does not allow the event.
 */
export async function movePayout(
  sql: Tx,
  payout: PayoutRow,
  event: PayoutEvent,
  facts: PayoutFacts,
): Promise<PayoutRow> {
  const { now, detail = '', failureCode, upstreamId, decidedBy, decidedOwner, decisionReason } = facts
  const state = move(payoutMoves, payout.state, event)
  assert(state, `a payout in state ${payout.state} cannot be ${event}`)
  const given = [failureCode ?? null, upstreamId ?? null, decidedBy ?? null, decisionReason ?? null]
  const values = [payout.id, payout.state, state, now, ...given, event, detail, decidedOwner ?? null]
  const moved = await sql.rows(update, values)
  assert.equal(moved.length, 1, 'a locked payout cannot be moved by another transaction')
  const after: PayoutRow = {
    ...payout,
    state,
    failure_code: failureCode ?? payout.failure_code,
    upstream_id: upstreamId ?? payout.upstream_id,
    decided_by: event === 'held' ? null : (decidedBy ?? payout.decided_by),
    held_at: event === 'held' ? now : payout.held_at,
    decision_reason: decisionReason ?? payout.decision_reason,
    sent_at: state === 'SENT' ? now : payout.sent_at,
    completed_at: ['PAID', 'FAILED', 'CANCELLED'].includes(state) ? now : payout.completed_at,
    returned_at: state === 'RETURNED' ? now : payout.returned_at,
    batch_id: state === 'CANCELLED' || state === 'REQUESTED' ? null : payout.batch_id,
  }
  const posting = postingOf(event, payout, now)
  if (posting) assert(await post(sql, posting), 'a move posts once')
  await enqueuePayoutWebhook(sql, after, now)
  await alertOfFailure(sql, after, now)
  // guard: held-payout-alert
  if (event === 'held') await alertOfHold(sql, after, now)
  return after
}

const insertEventOnce = statement(
  'insert_merchant_payout_event_once',
  `insert into merchant_payout_event (payout_id, at, kind, detail)
   select $1, $2, $3, $4
    where not exists (select from merchant_payout_event where payout_id = $1 and kind = $3 and detail = $4)`,
)

/** Adds to the history what changed no state, unless it is there already. */
export async function recordPayoutEventOnce(
  sql: Sql,
  payout: bigint,
  { kind, detail, now }: { kind: string; detail: string; now: Temporal.Instant },
): Promise<void> {
  await sql.rows(insertEventOnce, [payout, now, kind, detail])
}
