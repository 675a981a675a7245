import { expect, test } from 'vitest'
import { examplePayment, exampleRefund } from '../../cards/transaction/schemas.ts'
import { cancellationBody, paymentBody, refundBody } from '../../cards/transaction/webhooks.ts'
import { aboutOf } from './deliveries.ts'

const now = Temporal.Instant.from('2026-11-21T09:34:10Z')

test('the webhook of a payment names the payment, its outcome and its amount', () => {
  const { transaction_uuid: id, reference, amount, currency } = paymentBody(examplePayment)
  const about = { type: 'payment', id, reference, amount, currency }
  expect(aboutOf(JSON.stringify(paymentBody(examplePayment)))).toEqual({ ...about, outcome: 'SUCCESS' })
  expect(aboutOf(JSON.stringify(cancellationBody(examplePayment, now)))).toEqual({ ...about, outcome: null })
})

test('the webhook of a refund names the amount refunded, with two decimals', () => {
  const body = refundBody(examplePayment, { ...exampleRefund, amount_minor: 1205n }, now)
  expect(body.amount).toBe('12.0500')
  expect(aboutOf(JSON.stringify(body))).toMatchObject({ id: body.transaction_uuid, amount: '12.05' })
})

test('the webhook of a transfer names the transfer, its outcome and its amount', () => {
  const body = { event_type: 'REMITTANCE', reference: 'T-1', transaction_id: 'RMT-1', status: 'Failed' }
  expect(aboutOf(JSON.stringify({ ...body, amount: 1.1, currency: 'USD' }))).toEqual({
    type: 'transfer',
    id: 'RMT-1',
    reference: 'T-1',
    outcome: 'Failed',
    amount: '1.10',
    currency: 'USD',
  })
})

test('an event about neither a payment nor a transfer is about nothing', () => {
  expect(aboutOf('{"event_type":"TEST"}')).toBeNull()
})
