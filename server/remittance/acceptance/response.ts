// The response to an accepted transfer.
import { formatRate } from '../../kernel/rate.ts'
import type { Quote } from '../exchange-rates/quote.ts'
import { amountNumber } from '../transfer/amounts.ts'
import { stamp } from '../transfer/time.ts'

/** Renders the response as text, which is stored so that a repeated request gets the same bytes. */
export function renderAccepted(transfer: {
  reference: string
  transactionId: string
  status: 'Submitted' | 'Hold'
  amount: bigint
  currency: string
  quote: Quote | undefined
  operator: string
  customerNumber: string
  subscriberName: string | undefined
  createdAt: Temporal.Instant
}): string {
  const { quote } = transfer
  return JSON.stringify({
    status: 'success',
    data: {
      reference: transfer.reference,
      transaction_id: transfer.transactionId,
      status: transfer.status,
      amount: amountNumber(transfer.amount),
      currency: transfer.currency,
      receiver_amount: amountNumber(quote?.amount ?? null),
      receiver_currency: 'USD',
      rate: quote ? JSON.rawJSON(formatRate(quote.rateMicros)) : null,
      fee: amountNumber(quote?.fee ?? null),
      operator: transfer.operator,
      customer_number: transfer.customerNumber,
      subscriber_name: transfer.subscriberName ?? null,
      created_at: stamp(transfer.createdAt),
    },
  })
}
