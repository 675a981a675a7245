import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Message, valueAt } from './message.ts'
import { type Basket, basket, bought, enrolled, proofFrom, saleOf } from './testing/journey.ts'
import { caller, newReference, openWorld, type Reply, rival, type World } from './testing/testing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.sandbox.close())

const visa = '4242424242424242'

function amountOf(totalAmount: string, currency = 'USD'): Message {
  return { amountDetails: { totalAmount, currency } }
}

function named(code = `op-${newReference()}`, transactionId?: string): Message {
  return { clientReferenceInformation: { code, ...(transactionId && { transactionId }) } }
}

async function refund(id: unknown, total: string, reference?: string, currency = 'USD'): Promise<Reply> {
  const message = { ...named(undefined, reference), orderInformation: amountOf(total, currency) }
  return await world.post(`/pts/v2/payments/${id}/refunds`, message)
}

async function authorised(order: Basket = basket()): Promise<Reply> {
  const token = await world.token(visa)
  const sale = saleOf(token, order, proofFrom(await enrolled(world, token, order)))
  return await world.post('/pts/v2/payments', {
    ...sale,
    processingInformation: { commerceIndicator: 'vbv' },
  })
}

function refusal(reply: Reply): unknown[] {
  return [reply.status, reply.body.status, reply.body.reason]
}

test('a sale is refunded in parts, never beyond what was captured', async () => {
  const order = basket()
  const { body } = await bought(world, visa, order)
  const first = await refund(body.id, '10.00')
  expect(first.body).toMatchObject({
    status: 'PENDING',
    refundAmountDetails: { refundAmount: '10.00', currency: 'USD' },
  })
  expect(refusal(await refund(body.id, '15.01'))).toEqual([400, 'INVALID_REQUEST', 'INVALID_AMOUNT'])
  expect((await refund(body.id, '15.00')).status).toBe(201)
  expect(refusal(await refund(body.id, '0.01'))).toEqual([400, 'INVALID_REQUEST', 'INVALID_AMOUNT'])
  expect(await world.books(order.code)).toMatchObject([{ refunded_amount: '25.00', refunds: [{}, {}] }])
})

test.each([
  ['nothing', '0.00', 'USD', 'INVALID_AMOUNT'],
  ['another currency', '1.00', 'CDF', 'INVALID_DATA'],
  ['three decimals', '1.001', 'USD', 'INVALID_DATA'],
  ['a thousands separator', '1,000.00', 'USD', 'INVALID_DATA'],
])('a refund of %s is refused', async (_what, total, currency, reason) => {
  const { body } = await bought(world, visa)
  expect(refusal(await refund(body.id, total, undefined, currency))).toEqual([400, 'INVALID_REQUEST', reason])
})

test('a void undoes the whole sale, once', async () => {
  const order = basket()
  const { body } = await bought(world, visa, order)
  const undone = await world.post(`/pts/v2/payments/${body.id}/voids`, named())
  expect(undone.body).toMatchObject({
    status: 'VOIDED',
    voidAmountDetails: { voidAmount: '25.00', currency: 'usd' },
  })
  expect(await world.books(order.code)).toMatchObject([
    { voided: true, captured_amount: '0.00', status: 'VOIDED' },
  ])
  const repeated = await world.post(`/pts/v2/payments/${body.id}/voids`, named())
  expect(refusal(repeated)).toEqual([400, 'INVALID_REQUEST', 'NOT_VOIDABLE'])
  expect(refusal(await refund(body.id, '1.00'))).toEqual([400, 'INVALID_REQUEST', 'CAPTURE_ALREADY_VOIDED'])
})

test('a sale can be refunded but not voided after its batch was sent', async () => {
  const own = await openWorld()
  const { body } = await bought(own, visa)
  await own.control('/clock', { offset_seconds: 24 * 3600 - 60 })
  const details = await own.get(`/tss/v2/transactions/${body.id}`)
  expect(details.body.status).toBe('PENDING')
  await own.control('/clock', { offset_seconds: 48 * 3600 })
  expect((await own.get(`/tss/v2/transactions/${body.id}`)).body.status).toBe('TRANSMITTED')
  expect((await own.post(`/pts/v2/payments/${body.id}/voids`, named())).body.reason).toBe('NOT_VOIDABLE')
  const message = { ...named(), orderInformation: amountOf('25.00') }
  expect((await own.post(`/pts/v2/payments/${body.id}/refunds`, message)).status).toBe(201)
  await own.sandbox.close()
})

test('a refund can be voided before its batch, and its amount can be refunded again', async () => {
  const { body } = await bought(world, visa)
  const sent = await refund(body.id, '25.00')
  expect((await world.post(`/pts/v2/refunds/${sent.body.id}/voids`, named())).body.status).toBe('VOIDED')
  expect((await refund(body.id, '25.00')).status).toBe(201)
})

test('a sale that was refunded cannot be voided', async () => {
  const { body } = await bought(world, visa)
  await refund(body.id, '1.00')
  expect((await world.post(`/pts/v2/payments/${body.id}/voids`, named())).body.reason).toBe('NOT_VOIDABLE')
})

test('an authorization is captured in parts and refunded by its captures', async () => {
  const { body } = await authorised()
  expect(Object.keys(body._links as object)).toEqual(['authReversal', 'self', 'capture'])
  const captureUrl = `/pts/v2/payments/${body.id}/captures`
  const part = (total: string, options = {}) => ({
    ...named(),
    orderInformation: amountOf(total),
    processingInformation: {
      captureOptions: { captureSequenceNumber: '1', totalCaptureCount: '2', ...options },
    },
  })
  const first = await world.post(captureUrl, part('10.00'))
  expect(first.body.status).toBe('PENDING')
  expect(refusal(await world.post(captureUrl, part('15.01')))).toEqual([
    400,
    'INVALID_REQUEST',
    'EXCEEDS_AUTH_AMOUNT',
  ])
  const plain = { ...named(), orderInformation: amountOf('5.00') }
  expect((await world.post(captureUrl, plain)).body.reason).toBe('MISSING_AUTH')
  expect((await refund(body.id, '1.00')).body.reason).toBe('NOT_SUPPORTED')
  const sent = await world.post(`/pts/v2/captures/${first.body.id}/refunds`, {
    ...named(),
    orderInformation: amountOf('10.00'),
  })
  expect(sent.status).toBe(201)
})

test('an authorization is reversed, not voided', async () => {
  const order = basket()
  const { body } = await authorised(order)
  expect((await world.post(`/pts/v2/payments/${body.id}/voids`, named())).body.reason).toBe('NOT_VOIDABLE')
  const message = { ...named(), reversalInformation: { ...amountOf('25.00'), reason: 'test' } }
  const reversed = await world.post(`/pts/v2/payments/${body.id}/reversals`, message)
  expect(reversed.body).toMatchObject({
    status: 'REVERSED',
    reversalAmountDetails: { reversedAmount: '25.00' },
  })
  expect((await world.post(`/pts/v2/payments/${body.id}/reversals`, message)).body.reason).toBe(
    'AUTH_ALREADY_REVERSED',
  )
  expect(await world.books(order.code)).toMatchObject([{ reversed: true, status: 'REVERSED' }])
})

test('a payment held for review can be reversed', async () => {
  const { body } = await bought(world, '4000000000009235')
  const message = { ...named(), reversalInformation: amountOf('25.00') }
  expect((await world.post(`/pts/v2/payments/${body.id}/reversals`, message)).body.status).toBe('REVERSED')
})

test('a sale cannot be reversed', async () => {
  const { body } = await bought(world, visa)
  const message = { ...named(), reversalInformation: amountOf('25.00') }
  const reply = await world.post(`/pts/v2/payments/${body.id}/reversals`, message)
  expect(reply.body.reason).toBe('TRANSACTION_ALREADY_SETTLED')
})

test('a reference can be used once in 60 days, for payments and refunds alike', async () => {
  const own = await openWorld()
  const order = basket()
  const { body } = await bought(own, visa, order)
  const repeated = await bought(own, visa, order)
  expect(refusal(repeated)).toEqual([400, 'INVALID_REQUEST', 'DUPLICATE_REQUEST'])
  const back = { ...named('back', order.reference), orderInformation: amountOf('1.00') }
  expect((await own.post(`/pts/v2/payments/${body.id}/refunds`, back)).body.reason).toBe('DUPLICATE_REQUEST')
  await own.control('/clock', { offset_seconds: 61 * 24 * 3600 })
  expect((await own.post(`/pts/v2/payments/${body.id}/refunds`, back)).status).toBe(201)
  await own.sandbox.close()
})

test('of two simultaneous payments with one reference only one is accepted', async () => {
  const order = basket()
  const replies = await Promise.all([bought(world, visa, order), bought(world, visa, order)])
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 400])
  expect(await world.books(order.code)).toMatchObject([{ captured_amount: '25.00' }])
})

test('a sale whose reply was lost can be voided by its reference', async () => {
  const order = basket()
  await bought(world, visa, order)
  const undone = await world.post('/pts/v2/voids', named(order.code, order.reference))
  expect(undone.body).toMatchObject({ status: 'VOIDED', voidAmountDetails: { voidAmount: '25.00' } })
  expect(await world.books(order.code)).toMatchObject([{ voided: true }])
  const repeated = await world.post('/pts/v2/voids', named(order.code, order.reference))
  expect(repeated.body.reason).toBe('NOT_VOIDABLE')
})

test('the void of a lost sale that was declined succeeds with amount 0', async () => {
  const order = basket()
  await bought(world, '4000000000009995', order)
  const undone = await world.post('/pts/v2/voids', named(order.code, order.reference))
  expect(undone.body).toMatchObject({
    status: 'VOIDED',
    voidAmountDetails: { voidAmount: '0.00', originalTransactionAmount: '25.00' },
    processorInformation: { responseCode: '00' },
  })
})

test('a lost authorization can be reversed by its reference, a lost refund voided', async () => {
  const order = basket()
  const { body } = await authorised(order)
  const message = { ...named(order.code, order.reference), reversalInformation: amountOf('25.00') }
  expect((await world.post('/pts/v2/reversals', message)).body.status).toBe('REVERSED')
  expect(valueAt(body, 'status')).toBe('AUTHORIZED')
  const sale = await bought(world, visa)
  const reference = newReference()
  await refund(sale.body.id, '25.00', reference)
  expect((await world.post('/pts/v2/voids', named('lost', reference))).body.status).toBe('VOIDED')
})

test('an unknown reference is distinguished from one that cannot be undone', async () => {
  const unknown = await world.post('/pts/v2/voids', named('x', newReference()))
  expect(refusal(unknown)).toEqual([400, 'INVALID_REQUEST', 'INVALID_DATA'])
  const message = { ...named('x', newReference()), reversalInformation: amountOf('1.00') }
  expect((await world.post('/pts/v2/reversals', message)).body.reason).toBe('MISSING_AUTH')
})

test('transactions of another merchant are not found', async () => {
  const { body } = await bought(world, visa)
  const stranger = caller(world.url, rival)
  expect((await stranger.get(`/pts/v2/payments/${body.id}`)).status).toBe(404)
  expect((await stranger.post(`/pts/v2/payments/${body.id}/voids`, named())).status).toBe(404)
  expect((await world.get(`/gateway/pts/v2/payments/${body.id}`)).body).toMatchObject({
    id: body.id,
    status: 'AUTHORIZED',
  })
})

test('every missing field is named', async () => {
  const reply = await world.post('/pts/v2/payments', { clientReferenceInformation: { code: 'x' } })
  expect(refusal(reply)).toEqual([400, 'INVALID_REQUEST', 'MISSING_FIELD'])
  expect(reply.body.details).toContainEqual({
    field: 'orderInformation.billTo.email',
    reason: 'MISSING_FIELD',
  })
})
