// The dispute that a list of payments shows beside a payment: an open one first, otherwise the newest.

import type { LocalCurrency } from '../../kernel/money.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import type { DisputeState } from './moves.ts'
import { movedBy } from './responses.ts'

/** A dispute as `disputeOfPayment` reads it. */
export type DisputeOfPayment = {
  dispute_id: string
  state: DisputeState
  /** Minor units, as text. */
  amount: string
  taken: string
  fee: string
  /** The fees of all disputes of the payment that are out of the balance. */
  fees: string
  respond_by: string | null
  submitted_at: string | null
}

/** SQL for the dispute of the payment `t`, which has none in nearly all rows. */
export const disputeOfPayment = `(
    select jsonb_build_object('dispute_id', d.dispute_id, 'state', d.state, 'amount', d.amount_minor::text,
             'taken', d.taken_minor::text, 'fee', d.fee_minor::text,
             'fees', (select coalesce(sum(f.fee_minor), 0)::text from card_dispute f where f.transaction_id = t.id and f.state not in ('INQUIRY', 'WON')),
             'respond_by', d.respond_by, 'submitted_at', d.submitted_at)
      from card_dispute d where d.transaction_id = t.id
     order by d.state in ('OPEN', 'EVIDENCE_SENT') desc, d.id desc limit 1)`

/** Renders the dispute of a payment; null without one. */
export function shownDisputeOf({
  dispute,
  currency,
}: {
  dispute: DisputeOfPayment | null
  currency: LocalCurrency | null
}) {
  if (dispute === null || currency === null) return null
  const { dispute_id, state, amount, taken, fee, respond_by, submitted_at } = dispute
  const moved = { state, taken_minor: BigInt(taken), fee_minor: BigInt(fee), currency }
  const stamp = (time: string | null) => time && utcSecond(Temporal.Instant.from(time))
  return {
    dispute_id,
    state,
    amount: formatMoney(money(BigInt(amount), currency)),
    ...movedBy(moved),
    respond_by: stamp(respond_by),
    submitted_at: stamp(submitted_at),
  }
}
