// The list of a merchant's transfers, newest first: its columns, indexes and rendering.
import { type Definition, dayList } from '../../platform/database/day-list.ts'
import { amountNumber } from '../transfer/amounts.ts'
import type { TransferRow } from '../transfer/queries.ts'
import { stamp } from '../transfer/time.ts'

export type ListedTransfer = Pick<
  TransferRow,
  | 'reference'
  | 'transaction_id'
  | 'status'
  | 'amount_hundredths'
  | 'currency'
  | 'operator'
  | 'customer_number'
  | 'subscriber_name'
  | 'receiver_minor'
  | 'fee_minor'
  | 'rate_micros'
  | 'created_at'
>

/** The listed columns of `transfer`, aliased as `t`. */
export const listedColumns = `t.reference, t.transaction_id, t.status, t.amount_hundredths, t.currency, t.operator,
  t.customer_number, t.subscriber_name, t.receiver_minor, t.fee_minor, t.rate_micros`

/** How transfers are listed; the `kind` of a transfer is its operator. */
export const transferListDefinition: Definition = {
  list: 'transfer',
  table: 'transfer',
  columns: listedColumns,
  status: 'status',
  kind: 'operator',
  parts: [
    { statuses: ['Submitted'], condition: `status = 'Submitted'` },
    { statuses: ['Hold'], condition: `status = 'Hold'` },
    { statuses: ['Successful', 'Failed', 'Reversed'], condition: `status not in ('Submitted', 'Hold')` },
  ],
  hasWholeIndex: false,
}

/** The transfers of one merchant. */
export const transferList = dayList<ListedTransfer>(transferListDefinition)

/** The transfer summary of lists and status responses. */
export function transferSummary(
  transfer: Omit<ListedTransfer, 'receiver_minor' | 'fee_minor' | 'rate_micros'>,
) {
  return {
    reference: transfer.reference,
    transaction_id: transfer.transaction_id,
    status: transfer.status,
    amount: amountNumber(transfer.amount_hundredths),
    currency: transfer.currency,
    operator: transfer.operator,
    customer_number: transfer.customer_number,
    subscriber_name: transfer.subscriber_name,
    created_at: stamp(transfer.created_at),
  }
}

/** The same with payout amount and fee in US dollars, which are null until the transfer is converted. */
export function transferSummaryWithFee(transfer: ListedTransfer) {
  return {
    ...transferSummary(transfer),
    receiver_amount: amountNumber(transfer.receiver_minor),
    fee: amountNumber(transfer.fee_minor),
  }
}
