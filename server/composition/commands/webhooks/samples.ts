// Sample events for trying a webhook handler: one of each kind, built by the code that builds real events, with fresh ids and
// times.

import { newTransactionUuid } from '../../../cards/orders/create-order.ts'
import { refusals } from '../../../cards/transaction/decline-reasons.ts'
import { examplePayment, exampleRefund, exampleVoid } from '../../../cards/transaction/schemas.ts'
import {
  cancellationBody,
  type EventPayment,
  paymentBody,
  refundBody,
  voidBody,
} from '../../../cards/transaction/webhooks.ts'
import { declineMessages } from '../../../operator-calls/operator.ts'
import { newTransactionId } from '../../../remittance/transfer/transfer.ts'
import { exampleTransferRow, transferBody } from '../../../remittance/transfer/webhook.ts'

export type Sample = { signed: boolean; body: Record<string, unknown> }

/** Converts the body to what is sent: its exact numbers become JSON numbers. */
const sample = (body: object, isSigned = true): Sample => ({
  signed: isSigned,
  body: JSON.parse(JSON.stringify(body)),
})

function payment(now: Temporal.Instant, changes: Partial<EventPayment> = {}): EventPayment {
  return { ...examplePayment, transaction_uuid: newTransactionUuid('LKT', now, 1), ...changes }
}

function transfer(now: Temporal.Instant, changes: Partial<typeof exampleTransferRow> = {}): Sample {
  const ids = { transaction_id: newTransactionId(now, 1), created_at: now, completed_at: now }
  return sample(transferBody({ ...exampleTransferRow, ...ids, ...changes }, now))
}

const declinedPayment = {
  status: 'FAILED',
  decision: 'REJECT',
  message: refusals.INSUFFICIENT_FUND,
  card_last4: '9995',
  card_issuer: 'BANQUE FLEUVE (SANDBOX)',
} as const

const declinedTransfer = {
  status: 'Failed',
  operator: 'airtel',
  customer_number: '243970000002',
  subscriber_name: 'Marie Ilunga',
  telco_reference: 'SIM-AIRTEL-1K82PP472YGMXC',
  failure_code: 'REFUSED_BY_OPERATOR',
  failure_message: declineMessages.REFUSED_BY_OPERATOR,
} as const

const reversedTransfer = {
  status: 'Reversed',
  operator: 'orange',
  customer_number: '243840000004',
  subscriber_name: 'Chantal Mwamba',
  telco_reference: 'SIM-ORANGE-1K82PP472YGMXC',
} as const

/** Samples by the name that `webhooks send` takes. @param now dates the event. */
export const samples: Record<string, (now: Temporal.Instant) => Sample> = {
  payment: (now) => sample(paymentBody(payment(now))),
  'payment-failed': (now) => sample(paymentBody(payment(now, declinedPayment))),
  'payment-cancellation': (now) => sample(cancellationBody(payment(now), now), false),
  refund: (now) => sample(refundBody(payment(now), exampleRefund, now)),
  void: (now) => sample(voidBody(payment(now), exampleVoid, now)),
  transfer: (now) => transfer(now),
  'transfer-failed': (now) => transfer(now, declinedTransfer),
  'transfer-reversed': (now) => transfer(now, reversedTransfer),
}
