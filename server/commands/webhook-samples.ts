// One event of each kind, as the service would send it, for a handler to be tried on before anything has happened: the
// examples of the API document, with ids and times of their own.
import assert from 'node:assert/strict'
import { newTransactionUuid } from '../cards/order.ts'
import { cardEvents } from '../cards/webhook-bodies.ts'
import { utcSecond } from '../platform/clock.ts'
import { stamp } from '../remittance/time.ts'
import { newTransactionId } from '../remittance/transfer.ts'
import { transferEvents } from '../remittance/webhook-bodies.ts'

export type Sample = { signed: boolean; body: Record<string, unknown> }

type EventName = (typeof cardEvents)[number]['name'] | (typeof transferEvents)[number]['name']

function exampleOf(name: EventName, changes: object): Sample {
  const [event] = [...cardEvents, ...transferEvents].filter((each) => each.name === name)
  assert(event)
  const { examples } = event.body.meta() as { examples: [object] }
  return { signed: event.signed, body: { ...examples[0], ...changes } }
}

const card = (now: Temporal.Instant) => ({
  transaction_uuid: newTransactionUuid('MSL', now),
  timestamp: utcSecond(now),
})
/** That of a payment has no time. */
function payment(now: Temporal.Instant, changes: object): Sample {
  const { timestamp: _, ...ids } = card(now)
  return exampleOf('Payment', { ...ids, ...changes })
}

function transfer(now: Temporal.Instant, changes: object): Sample {
  const at = stamp(now)
  const ids = { transaction_id: newTransactionId(now), created_at: at, completed_at: at, timestamp: at }
  return exampleOf('Transfer', { ...ids, ...changes })
}

const refusal = { status: 'FAILED', decision: 'REJECT', message: 'Insufficient funds' }
const failure = {
  status: 'Failed',
  telco_reference: null,
  failure_code: 'RECIPIENT_NOT_FOUND',
  failure_message: 'The recipient has no account',
}

/** By what `webhooks send` calls it. @param now dates the event. */
export const samples: Record<string, (now: Temporal.Instant) => Sample> = {
  payment: (now) => payment(now, {}),
  'payment-failed': (now) => payment(now, refusal),
  'payment-cancellation': (now) => exampleOf('PaymentCancellation', card(now)),
  refund: (now) => exampleOf('Refund', card(now)),
  void: (now) => exampleOf('Void', card(now)),
  transfer: (now) => transfer(now, {}),
  'transfer-failed': (now) => transfer(now, failure),
  'transfer-reversed': (now) => transfer(now, { status: 'Reversed' }),
}
