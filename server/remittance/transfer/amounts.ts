// What merchants are told of a transfer. Amounts are JSON numbers of two decimals, made from whole cents.
import { formatRate } from '../../kernel/rate.ts'
import { formatHundredths, type Quote } from './quote.ts'
import { stamp } from './time.ts'

type JsonNumber = { readonly rawJSON: string }

/** Hundredths as a JSON number, without needless zeros as JSON writers do it; null where they are not known yet. */
export function amountNumber(hundredths: bigint | null): JsonNumber | null {
  return hundredths === null ? null : JSON.rawJSON(formatHundredths(hundredths).replace(/\.?0+$/, ''))
}

/** The answer to an inbound call, as text: a repeat gets the same one. */
export function acceptedAnswer(transfer: {
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
