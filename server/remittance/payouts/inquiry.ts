// The inquiry about a payout at its operator, used by the queue worker, admins and reversals.
import { money } from '../../kernel/money.ts'
import type { Inquiry, InquiryReply, Operator } from '../../operator-calls/operator.ts'
import type { TransferRow } from '../transfer/queries.ts'

type InquiredTransfer = Pick<TransferRow, 'transaction_id' | 'operator' | 'customer_number'>
type InquiredPayout = { upstream_ref: string; upstream_id: string | null; amount_minor: bigint }

/** Makes one inquiry, which changes nothing at the operator. */
export function inquireOf(
  operator: Operator,
  transfer: InquiredTransfer,
  payout: InquiredPayout,
): Promise<InquiryReply> {
  return operator.inquire(inquiryAbout(transfer, payout))
}

export function inquiryAbout(transfer: InquiredTransfer, payout: InquiredPayout): Inquiry {
  return {
    reference: payout.upstream_ref,
    transactionId: transfer.transaction_id,
    operator: transfer.operator,
    msisdn: transfer.customer_number,
    amount: money(payout.amount_minor, 'USD'),
    ...(payout.upstream_id && { upstreamId: payout.upstream_id }),
  }
}
