// Payouts as merchants read them, and their history.
import { amountOf } from '../../kernel/money.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import type { PayoutRow, PayoutTarget } from './queries.ts'

/** Where it is paid, with no more of an account than its end. */
export function renderTarget({
  type,
  operator,
  number,
  subscriber_name,
  account,
  bic,
  holder,
}: PayoutTarget) {
  // guard: masked-account
  return { type, operator, number, subscriber_name, account_last4: account?.slice(-4) ?? null, bic, holder }
}

/** How a step-up names whom a payout pays. An account is named by its end. */
export const payeeOfTarget = ({ type, number, account, bic, holder }: PayoutTarget): string =>
  type === 'bank' ? `${holder}, ${bic}, …${account.slice(-4)}` : number

/** Why a payout cannot be approved or sent until its destination was confirmed again; null if nothing keeps it. */
function heldReason({ state, destination_state }: PayoutRow) {
  const isOpen = state === 'REQUESTED' || state === 'APPROVED'
  return isOpen && destination_state !== 'active' ? ('destination_not_active' as const) : null
}

/** What a merchant reads of its payout. */
export function renderPayout(row: PayoutRow) {
  const { currency } = row
  return {
    payout_id: row.public_id,
    reference: row.reference,
    state: row.state,
    approval_id: row.state === 'REQUESTED' ? (row.user_approval ?? row.public_id) : null,
    held_reason: heldReason(row),
    amount: amountOf(row.amount_minor, currency),
    fee: amountOf(row.fee_minor, currency),
    currency,
    destination: { destination_id: row.destination, ...renderTarget(row) },
    failure_code: row.failure_code,
    operator_reference: row.upstream_id,
    decision_reason: row.decision_reason,
    created_at: utcSecond(row.created_at),
    sent_at: row.sent_at && utcSecond(row.sent_at),
    completed_at: row.completed_at && utcSecond(row.completed_at),
    returned_at: row.returned_at && utcSecond(row.returned_at),
  }
}

export type PayoutEventRow = {
  at: Temporal.Instant
  kind: string
  to_state: string | null
  detail: string
}

export function renderHistory(events: readonly PayoutEventRow[]) {
  return events.map(({ at, kind, to_state, detail }) => ({
    at: utcSecond(at),
    event: kind,
    state: to_state,
    detail,
  }))
}

const namedEvents = new Set(['requested', 'approved', 'rejected', 'cancelled'])
/** A payout below the sum that needs an admin is approved without a detail. */
const withoutAdmin = new Set(['', 'by api', 'by portal', 'by schedule', 'by a second user'])

/** The history as the merchant reads it: admins are not named. */
export function renderHistoryForMerchant(events: readonly PayoutEventRow[]) {
  return renderHistory(events).map((event) => {
    // guard: unnamed-admins
    if (namedEvents.has(event.event) && !withoutAdmin.has(event.detail))
      return { ...event, detail: 'by an admin' }
    return event
  })
}
