import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OperatorWorld, openOperatorWorld } from '../testing.ts'
import { base, type Client, openClient, payoutBody, remittanceBody } from './testing.ts'

let world: OperatorWorld
let client: Client

beforeEach(async () => {
  world = await openOperatorWorld()
  world.receiver.respondWith(() => 200)
  await world.control('/operators/portal', { pawapay: `${world.receiver.url}/pawapay` })
  client = openClient(world)
})
afterEach(() => world.close())

test.each([
  ['243810000001', 'VODACOM_MPESA_COD', 'SIM-VODACOM-'],
  ['243970000001', 'AIRTEL_COD', 'SIM-AIRTEL-'],
  ['243840000001', 'ORANGE_COD', 'SIM-ORANGE-'],
])('a payout to %s by %s is accepted, then reported as COMPLETED', async (phoneNumber, provider, prefix) => {
  const details = { clientReferenceId: 'IMT-IN-1', customerMessage: 'Remittance', metadata: [{ order: '7' }] }
  const { status, body, id } = await client.pay(phoneNumber, details)
  expect([status, body]).toEqual([
    200,
    { payoutId: id, status: 'ACCEPTED', created: expect.stringMatching(/^\d{4}-.*Z$/) },
  ])
  const [received] = await world.receiver.waitFor(1)
  expect([received?.method, received?.path]).toEqual(['POST', '/pawapay'])
  expect(received?.body).toEqual({
    payoutId: id,
    status: 'COMPLETED',
    amount: '25.00',
    currency: 'USD',
    country: 'COD',
    recipient: { type: 'MMO', accountDetails: { phoneNumber, provider } },
    clientReferenceId: 'IMT-IN-1',
    customerMessage: 'Remittance',
    created: body.created,
    providerTransactionId: expect.stringMatching(new RegExp(`^${prefix}`)),
    metadata: { order: '7' },
  })
  expect((await client.get(`/payouts/${id}`)).body).toEqual({ status: 'FOUND', data: received?.body })
  expect((await world.completed(id, 'succeeded')).executions).toBe(1)
})

test('an unknown id is NOT_FOUND, even when the other product has it', async () => {
  expect((await client.get(`/payouts/${randomUUID()}`)).body).toEqual({ status: 'NOT_FOUND' })
  const { id } = await client.pay('243810000001')
  expect((await client.get(`/remittances/${id}`)).body).toEqual({ status: 'NOT_FOUND' })
})

test('a duplicate id is ignored, whatever else changed, and pays no wallet twice', async () => {
  const { id, body } = await client.pay('243810000001')
  await world.completed(id, 'succeeded')
  const repeated = await client.pay('243810000002', { payoutId: id, amount: '99999' })
  expect(repeated.body).toEqual({ payoutId: id, status: 'DUPLICATE_IGNORED', created: body.created })
  expect((await world.books()).payouts).toMatchObject([{ executions: 1, pay_requests: 2 }])
  expect(await world.receiver.waitFor(1)).toHaveLength(1)
})

test('a payout is PROCESSING until it ends', async () => {
  const later = await openOperatorWorld({ operators: { outcomeAfterMs: { min: 60_000, max: 60_000 } } })
  const { id } = await openClient(later).pay('243810000001')
  const seen = await openClient(later).status(id)
  expect(seen).toMatchObject({ status: 'PROCESSING' })
  expect(seen).not.toHaveProperty('providerTransactionId')
  await later.close()
})

const toVodacom = (phoneNumber: string, provider = 'VODACOM_MPESA_COD') => ({
  recipient: { type: 'MMO', accountDetails: { phoneNumber, provider } },
})

test.each([
  ['INVALID_PROVIDER', toVodacom('243900000001', 'AFRICELL_COD')],
  ['INVALID_PHONE_NUMBER', toVodacom('243970000001')],
  ['INVALID_PHONE_NUMBER', toVodacom('+243810000001')],
  ['INVALID_PHONE_NUMBER', toVodacom('0810000001')],
  ['INVALID_CURRENCY', { currency: 'EUR' }],
  ['INVALID_AMOUNT', { amount: '1.005' }],
  ['INVALID_AMOUNT', { amount: '1000.5', currency: 'CDF' }],
  ['AMOUNT_OUT_OF_BOUNDS', { amount: '0' }],
  ['AMOUNT_OUT_OF_BOUNDS', { amount: '2500.01' }],
  ['AMOUNT_OUT_OF_BOUNDS', { amount: '999', currency: 'CDF' }],
])('the failure %s is returned for %j, and the id can be used again', async (failureCode, changes) => {
  const { status, body, id } = await client.pay('243810000001', changes)
  expect(status).toBe(200)
  expect(body).toMatchObject({ payoutId: id, status: 'REJECTED', failureReason: { failureCode } })
  expect((await client.pay('243810000001', { payoutId: id })).body.status).toBe('ACCEPTED')
})

test('francs are paid to all three providers', async () => {
  for (const phoneNumber of ['243810000001', '243970000001', '243840000001']) {
    const { body } = await client.pay(phoneNumber, { amount: '25000', currency: 'CDF' })
    expect(body.status).toBe('ACCEPTED')
  }
})

test('a payout beyond our balance is rejected, and the balances show what is left', async () => {
  await world.control('/operators/float', { protocol: 'pawapay', currency: 'USD', available: '30' })
  const { id } = await client.pay('243810000001')
  await world.completed(id, 'succeeded')
  const { body } = await client.pay('243810000001')
  expect(body.failureReason).toMatchObject({ failureCode: 'PAWAPAY_WALLET_OUT_OF_FUNDS' })
  const balances = await client.get('/wallet-balances?country=COD')
  const dollars = { country: 'COD', balance: '5.00', currency: 'USD', provider: '' }
  expect(balances.body.balances).toContainEqual(dollars)
  expect((await client.get('/wallet-balances?country=ZMB')).body).toEqual({ balances: [] })
})

test.each([
  ['02', 'UNSPECIFIED_FAILURE'],
  ['05', 'RECIPIENT_NOT_FOUND'],
])('wallet %s: accepted, then FAILED with %s', async (last, failureCode) => {
  const { body, id } = await client.pay(`2438100000${last}`)
  expect(body.status).toBe('ACCEPTED')
  const [received] = await world.receiver.waitFor(1)
  expect(received?.body).toMatchObject({ payoutId: id, status: 'FAILED', failureReason: { failureCode } })
  expect(received?.body).not.toHaveProperty('providerTransactionId')
  expect(await client.status(id)).toEqual(received?.body)
})

test('wallet 03: COMPLETED without a callback, which can be requested', async () => {
  const { id } = await client.pay('243810000003')
  await world.completed(id, 'succeeded')
  expect(await client.status(id)).toMatchObject({ status: 'COMPLETED' })
  expect(world.receiver.received).toEqual([])
  const { body } = await client.post(`/payouts/resend-callback/${id}`, null)
  expect(body).toEqual({ payoutId: id, status: 'ACCEPTED' })
  const [received] = await world.receiver.waitFor(1)
  expect(received?.body).toMatchObject({ payoutId: id, status: 'COMPLETED' })
})

test('wallet 04: COMPLETED, then REVERSED, in callbacks and status', async () => {
  const { id } = await client.pay('243810000004')
  const notifications = await world.receiver.waitFor(2)
  expect(notifications.map(({ body }) => body.status)).toEqual(['COMPLETED', 'REVERSED'])
  expect(await client.status(id)).toMatchObject({
    status: 'REVERSED',
    providerTransactionId: notifications[0]?.body.providerTransactionId,
  })
})

test('wallet 06: paid once, with a slow reply', async () => {
  const start = performance.now()
  const { id } = await client.pay('243810000006')
  expect(performance.now() - start).toBeGreaterThan(145)
  expect((await world.completed(id, 'succeeded')).executions).toBe(1)
})

test('wallet 08: the final callback is sent twice, with an older one in between', async () => {
  const { id } = await client.pay('243810000008')
  const notifications = await world.receiver.waitFor(3)
  expect(notifications.map(({ body }) => body.status)).toEqual(['COMPLETED', 'PROCESSING', 'COMPLETED'])
  expect((await world.completed(id, 'succeeded')).executions).toBe(1)
})

test('a callback is retried until the receiver responds with exactly 200', async () => {
  world.receiver.respondWith((count) => [500, 204, 200][count - 1] ?? 200)
  const { id } = await client.pay('243810000001')
  await world.receiver.waitFor(3)
  await expect.poll(async () => (await world.completed(id, 'succeeded')).callbacks.length).toBe(3)
  const { callbacks } = await world.completed(id, 'succeeded')
  expect(callbacks.map(({ result }) => result)).toEqual([500, 204, 200])
})

test('a callback cannot be resent for a pending or unknown payment', async () => {
  await world.control('/operators/pawapay', { availability: { VODACOM_MPESA_COD: 'DELAYED' } })
  const { id } = await client.pay('243810000001')
  const early = await client.post(`/payouts/resend-callback/${id}`, null)
  expect(early.body).toMatchObject({ status: 'REJECTED', failureReason: { failureCode: 'INVALID_STATE' } })
  const none = await client.post(`/payouts/resend-callback/${randomUUID()}`, null)
  expect(none.body).toMatchObject({ status: 'REJECTED', failureReason: { failureCode: 'NOT_FOUND' } })
})

test('a remittance keeps its sender in status and callback', async () => {
  const remittance = remittanceBody()
  const { body } = await client.post('/remittances', remittance)
  expect(body).toMatchObject({ remittanceId: remittance.remittanceId, status: 'ACCEPTED' })
  const [received] = await world.receiver.waitFor(1)
  expect(received?.body).toMatchObject({ ...remittance, status: 'COMPLETED' })
  const { body: seen } = await client.get(`/remittances/${remittance.remittanceId}`)
  expect(seen).toEqual({ status: 'FOUND', data: received?.body })
  expect((await client.post('/remittances', remittance)).body.status).toBe('DUPLICATE_IGNORED')
})

test('an invalid body is 400, a missing token 401, a wrong token 403', async () => {
  const { payoutId: _left, ...rest } = payoutBody('243810000001')
  const body = JSON.stringify(payoutBody('243810000001'))
  const attempts = [
    await client.post('/payouts', rest),
    await world.send('POST', `${base}/payouts`, { body }),
    await world.send('POST', `${base}/payouts`, { body, headers: { authorization: 'Bearer guessed' } }),
  ]
  expect(attempts.map((reply) => [reply.status, reply.body.failureReason])).toMatchObject([
    [400, { failureCode: 'MISSING_PARAMETER', failureMessage: "Parameter 'payoutId' is missing" }],
    [401, { failureCode: 'NO_AUTHENTICATION' }],
    [403, { failureCode: 'AUTHENTICATION_ERROR' }],
  ])
  expect((await world.books()).payouts).toEqual([])
})

test('the fault 5xx returns UNKNOWN_ERROR and books nothing', async () => {
  await world.control('/faults', { target: 'operator', mode: '5xx' })
  const { status, body } = await client.pay('243810000001')
  expect([status, body.failureReason]).toMatchObject([500, { failureCode: 'UNKNOWN_ERROR' }])
  expect((await world.books()).payouts).toEqual([])
})

test('test numbers of pawaPay are ordinary wallets unless they are enabled', async () => {
  const ordinary = await client.pay('243813456089')
  expect((await world.completed(ordinary.id, 'succeeded')).executions).toBe(1)
  await world.control('/operators/pawapay', { honours_test_numbers: true })
  const codes = {
    '089': 'RECIPIENT_NOT_FOUND',
    '099': 'WALLET_LIMIT_REACHED',
    109: 'RECIPIENT_LIMIT_REACHED',
  }
  for (const [end, failureCode] of Object.entries(codes)) {
    const { id } = await client.pay(`243813456${end}`)
    await world.completed(id, 'declined')
    expect(await client.status(id)).toMatchObject({ status: 'FAILED', failureReason: { failureCode } })
  }
  const happy = await client.pay('243813456789')
  await world.completed(happy.id, 'succeeded')
  const pending = await client.pay('243813456129')
  expect(await client.status(pending.id)).toMatchObject({ status: 'PROCESSING' })
})
