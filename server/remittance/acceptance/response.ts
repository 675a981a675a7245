// The response to an accepted transfer.

import type { OperatorCode } from '../../kernel/operators.ts'
import { formatRate } from '../../kernel/rate.ts'
import { type BodyOf, type JsonText, jsonText } from '../../platform/http/endpoint.ts'
import type { Quote } from '../exchange-rates/quote.ts'
import { amountNumber, type SenderCurrency } from '../transfer/amounts.ts'
import { stamp } from '../transfer/time.ts'
import type { acceptedResponse } from './schemas.ts'

/** The response as text, which is stored so that a repeated request gets the same bytes. */
export type AcceptedText = JsonText<BodyOf<typeof acceptedResponse>>

export function renderAccepted(transfer: {
  reference: string
  transactionId: string
  status: 'Submitted' | 'Hold'
  amount: bigint
  currency: SenderCurrency
  quote: Quote | undefined
  operator: OperatorCode
  customerNumber: string
  subscriberName: string | undefined
  createdAt: Temporal.Instant
}): AcceptedText {
  const { quote } = transfer
  return jsonText({
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
