// One event of each kind, as the service would send it, for a handler to be tried on before anything has happened.
import { newId } from '../kernel/id.ts'
import { utcSecond } from '../platform/clock.ts'
import { stamp } from '../remittance/time.ts'

export type Sample = { signed: boolean; body: Record<string, unknown> }

const card = () => ({ transaction_uuid: newId(), reference: 'ORDER-1001' })

const payment = {
  status: 'SUCCESS', reference: 'ORDER-1001', amount: '25.00', currency: 'USD', decision: 'ACCEPT', message: '', transaction_uuid: '',
  cs_payment_id: '7000000000000000000001', auth_cavv_result: '2', customer_name: 'Grace Lukusa', customer_email: 'grace@example.com',
  cavv_message: '', card_type: 'VISA', card_last4: '4242', card_expiry_date: '12/2030', card_bin_country: 'CD',
  card_issuer: 'Sandbox Bank', card_scheme: 'VISA',
} // biome-ignore format: a table

const undone = {
  status: 'SUCCESS', cs_payment_id: '7000000000000000000001', currency: 'USD', reason: 'asked for by the customer', reason_code: '', message: '',
} // biome-ignore format: a table

const transfer = {
  event_type: 'REMITTANCE', reference: 'TRF-1001', transaction_id: '', status: 'Successful', amount: 1, currency: 'USD', receiver_amount: 1,
  receiver_currency: 'USD', operator: 'vodacom', customer_number: '243810000001', subscriber_name: 'Jean Mukendi',
  telco_reference: 'SBX0000001', failure_code: null, failure_message: null,
} // biome-ignore format: a table

function sentTransfer(now: Temporal.Instant, changes: object): Sample {
  const at = stamp(now)
  const times = { created_at: at, completed_at: at, timestamp: at }
  return { signed: true, body: { ...transfer, transaction_id: newId(), ...times, ...changes } }
}

const refusal = { status: 'FAILED', decision: 'DECLINE', message: 'Insufficient funds' }

/** By what `webhooks send` calls it. @param now dates the event. */
export const samples: Record<string, (now: Temporal.Instant) => Sample> = {
  payment: () => ({ signed: true, body: { ...payment, ...card() } }),
  'payment-failed': () => ({ signed: true, body: { ...payment, ...card(), ...refusal } }),
  'payment-cancellation': (now) => ({
    signed: false,
    body: { event_type: 'PAYMENT_CANCELLATION', ...card(), amount: '25.00', currency: 'USD', timestamp: utcSecond(now) },
  }),
  refund: (now) => ({
    signed: true,
    body: {
      event_type: 'REFUND', ...undone, ...card(), cs_refund_id: '7000000000000000000002', refund_id: 1, amount: '10.0000',
      refunded_total: '10.0000', remaining: '15.0000', timestamp: utcSecond(now),
    },
  }),
  void: (now) => ({
    signed: true,
    body: { event_type: 'VOID', ...undone, ...card(), cs_void_id: '7000000000000000000003', void_id: 1, amount: '25.00', timestamp: utcSecond(now) },
  }),
  transfer: (now) => sentTransfer(now, {}),
  'transfer-failed': (now) =>
    sentTransfer(now, { status: 'Failed', telco_reference: null, failure_code: 'RECIPIENT_NOT_FOUND', failure_message: 'The recipient has no account' }),
  'transfer-reversed': (now) => sentTransfer(now, { status: 'Reversed' }),
} // biome-ignore format: a kind a line
