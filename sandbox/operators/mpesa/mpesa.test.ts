import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OperatorWorld, openOperatorWorld } from '../testing.ts'
import {
  base,
  type Client,
  type Fields,
  getSession,
  newConversation,
  openClient,
  paymentTo,
  queryOf,
  secret,
  wrap,
} from './testing.ts'

let world: OperatorWorld
let client: Client

beforeEach(async () => {
  world = await openOperatorWorld()
  await world.control('/operators/portal', { mpesa: `${world.receiver.url}/mpesa` })
  client = await openClient(world)
})
afterEach(() => world.close())

const codeOf = ({ status, body }: { status: number; body: Fields | object }) => [
  status,
  (body as Fields).output_ResponseCode,
]

test('a payout is acknowledged, then its result is posted to the URL in the portal', async () => {
  const { status, body, reference } = await client.pay('243810000001')
  expect([status, body]).toEqual([
    201,
    {
      output_ResponseCode: 'INS-0',
      output_ResponseDesc: 'Request processed successfully',
      output_ConversationID: expect.stringMatching(/^[0-9a-f]{32}$/),
      output_ThirdPartyConversationID: reference,
    },
  ])
  const [posted] = await world.receiver.waitFor(1)
  expect([posted?.method, posted?.path]).toEqual(['POST', '/mpesa'])
  expect(posted?.body).toEqual({
    input_OriginalConversationID: body.output_ConversationID,
    input_TransactionID: expect.stringMatching(/^SIM-VODACOM-/),
    input_ResultCode: 'INS-0',
    input_ResultDesc: 'Request processed successfully',
    input_ThirdPartyConversationID: reference,
  })
  expect((await world.completed(reference, 'succeeded')).executions).toBe(1)
})

test('the single-stage path and paths without a trailing slash are the same call', async () => {
  for (const path of ['b2cPayment/singleStage/', 'b2cPayment/singleStage', 'b2cPayment']) {
    expect(codeOf(await client.call('POST', path, paymentTo('243810000001')))).toEqual([201, 'INS-0'])
  }
})

test('only the Congolese market is supported', async () => {
  const headers = { authorization: wrap(world.sandbox.operators.mpesaPublicKey, await openSession()) }
  const path = base.replace('vodacomDRC', 'vodacomTZN')
  const body = JSON.stringify(paymentTo('243810000001'))
  expect(codeOf(await world.send('POST', `${path}/b2cPayment/`, { headers, body }))).toEqual([400, 'INS-998'])
})

async function openSession(): Promise<string> {
  const { body } = await getSession(world, wrap(world.sandbox.operators.mpesaPublicKey, secret))
  return String(body.output_SessionID)
}

test('a wrong API key, plain or encrypted, opens no session', async () => {
  const { mpesaPublicKey } = world.sandbox.operators
  for (const bearer of [wrap(mpesaPublicKey, 'guessed'), `Bearer ${secret}`, '']) {
    expect(codeOf(await getSession(world, bearer))).toEqual([400, 'INS-989'])
  }
})

test('an unknown or expired session is refused before anything happens', async () => {
  const { mpesaPublicKey } = world.sandbox.operators
  const attempt = (id: string) =>
    world.send('POST', `${base}/b2cPayment/`, {
      headers: { authorization: wrap(mpesaPublicKey, id) },
      body: JSON.stringify(paymentTo('243810000001')),
    })
  expect(codeOf(await attempt(secret))).toEqual([401, 'INS-989'])
  const session = await openSession()
  await world.control('/clock', { offset_seconds: 3601 })
  expect(codeOf(await attempt(session))).toEqual([401, 'INS-989'])
  expect((await world.books()).payouts).toEqual([])
})

test.each<[string, number, Fields]>([
  ['INS-15', 400, { input_Amount: '0' }],
  ['INS-15', 400, { input_Amount: '1.005' }],
  ['INS-15', 400, { input_Amount: '1000.50', input_Currency: 'CDF' }],
  ['INS-995', 400, { input_Amount: '2500.01' }],
  ['INS-26', 400, { input_Currency: 'EUR' }],
  ['INS-2051', 400, { input_CustomerMSISDN: '243970000001' }],
  ['INS-2051', 400, { input_CustomerMSISDN: '255810000001' }],
])('code %s (%i) is returned for %j and nothing is booked', async (code, status, changes) => {
  expect(codeOf(await client.pay('243810000001', changes))).toEqual([status, code])
  expect((await world.books()).payouts).toEqual([])
})

test('a body that is not a JSON object is refused', async () => {
  const headers = { authorization: wrap(world.sandbox.operators.mpesaPublicKey, await openSession()) }
  const reply = await world.send('POST', `${base}/b2cPayment/`, { headers, body: '[]' })
  expect(codeOf(reply)).toEqual([400, 'INS-21'])
})

test('a duplicate conversation id is refused, for payouts and reversals', async () => {
  const { reference } = await client.pay('243810000001')
  const paid = await world.completed(reference, 'succeeded')
  const repeated = await client.pay('243810000001', { input_ThirdPartyConversationID: reference })
  expect(codeOf(repeated)).toEqual([409, 'INS-10'])
  expect((await world.books()).payouts).toMatchObject([{ executions: 1, pay_requests: 2 }])
  const wanted = { ...queryOf(), input_TransactionID: paid.upstream_id, input_ReversalAmount: '1' }
  expect(codeOf(await client.call('PUT', 'reversal/', wanted))).toEqual([201, 'INS-0'])
  expect(codeOf(await client.call('PUT', 'reversal/', wanted))).toEqual([409, 'INS-10'])
})

test('a payout beyond the float is refused with 422', async () => {
  await world.control('/operators/float', { protocol: 'mpesa', currency: 'USD', available: '24.99' })
  expect(codeOf(await client.pay('243810000001'))).toEqual([422, 'INS-2006'])
})

test('wallet 02: declined; the result has INS-6 and no transaction', async () => {
  const { reference } = await client.pay('243810000002')
  const [posted] = await world.receiver.waitFor(1)
  expect(posted?.body).toMatchObject({
    input_ResultCode: 'INS-6',
    input_ThirdPartyConversationID: reference,
  })
  expect(posted?.body).not.toHaveProperty('input_TransactionID')
  expect((await client.status(reference)).body.output_ResponseTransactionStatus).toBe('Failed')
})

test('wallet 03: paid without a result; an inquiry finds it', async () => {
  const { reference } = await client.pay('243810000003')
  await world.completed(reference, 'succeeded')
  expect((await client.status(reference)).body).toMatchObject({
    output_ResponseCode: 'INS-0',
    output_ResponseTransactionStatus: 'Completed',
  })
  expect(world.receiver.received).toEqual([])
})

test('wallet 04: paid, then reversed, by status and a second result', async () => {
  const { reference, body } = await client.pay('243810000004')
  const [first, second] = await world.receiver.waitFor(2)
  expect(first?.body).not.toHaveProperty('input_TransactionStatus')
  expect(second?.body).toMatchObject({
    input_OriginalConversationID: body.output_ConversationID,
    input_TransactionID: first?.body.input_TransactionID,
    input_ResultCode: 'INS-0',
    input_TransactionStatus: 'Reversed',
  })
  expect((await client.status(reference)).body.output_ResponseTransactionStatus).toBe('Reversed')
})

test('wallet 05: accepted by the gateway, then refused by the result', async () => {
  expect(codeOf(await client.pay('243810000005'))).toEqual([201, 'INS-0'])
  const [posted] = await world.receiver.waitFor(1)
  expect(posted?.body.input_ResultCode).toBe('INS-2051')
})

test('wallet 06: paid once, with a slow reply', async () => {
  const start = performance.now()
  const { reference } = await client.pay('243810000006')
  expect(performance.now() - start).toBeGreaterThan(145)
  expect((await world.completed(reference, 'succeeded')).executions).toBe(1)
})

test('wallet 08: the result is sent twice, with an inconclusive one in between', async () => {
  const { reference } = await client.pay('243810000008')
  const posted = await world.receiver.waitFor(3)
  expect(posted.map(({ body }) => body.input_ResultCode)).toEqual(['INS-0', 'INS-9', 'INS-0'])
  expect((await world.completed(reference, 'succeeded')).executions).toBe(1)
})

test('a transaction is found by any of its three ids; an unknown one is INS-23', async () => {
  const { reference, body } = await client.pay('243810000001')
  const { upstream_id } = await world.completed(reference, 'succeeded')
  for (const name of [reference, upstream_id, String(body.output_ConversationID)]) {
    expect((await client.status(name)).body).toMatchObject({
      output_ResponseTransactionStatus: 'Completed',
      output_OriginalTransactionID: upstream_id,
    })
  }
  expect(codeOf(await client.status(newConversation()))).toEqual([400, 'INS-23'])
})

test.each([
  ['243810000001', 'Jean', 'Mukendi'],
  ['243810000008', 'Dieudonné', 'Kasongo'],
  ['243821234567', 'Test', 'Subscriber'],
])('%s is registered to %s %s', async (msisdn, first, last) => {
  const query = { ...queryOf(), input_CustomerMSISDN: msisdn, input_KycQueryType: 'Name' }
  const { status, body } = await client.call('GET', 'queryBeneficiaryName/', query)
  expect(status).toBe(200)
  expect(body).toMatchObject({ output_CustomerFirstName: first, output_CustomerLastName: last })
})

test('no name is found for numbers without a wallet or of other operators', async () => {
  for (const msisdn of ['243810000005', '243970000001']) {
    const query = { ...queryOf(), input_CustomerMSISDN: msisdn, input_KycQueryType: 'Name' }
    expect(codeOf(await client.call('GET', 'queryBeneficiaryName/', query))).toEqual([400, 'INS-2051'])
  }
  const query = { ...queryOf(), input_CustomerMSISDN: '243810000001', input_KycQueryType: 'Address' }
  expect(codeOf(await client.call('GET', 'queryBeneficiaryName/', query))).toEqual([400, 'INS-32'])
})

test('a reversal returns the whole payout, with a result under its own conversation id', async () => {
  const { reference } = await client.pay('243810000001')
  const paid = await world.completed(reference, 'succeeded')
  const wanted = { ...queryOf(), input_TransactionID: paid.upstream_id }
  const { status, body } = await client.call('PUT', 'reversal/', wanted)
  expect(status).toBe(201)
  const reportOf = ({ body: posted }: { body: { input_OriginalConversationID?: unknown } }) =>
    posted.input_OriginalConversationID === body.output_ConversationID
  const [posted] = await world.receiver.waitFor(1, reportOf)
  expect(posted?.body).toMatchObject({
    input_ResultCode: 'INS-0',
    input_ThirdPartyConversationID: wanted.input_ThirdPartyConversationID,
  })
  expect((await client.status(reference)).body.output_ResponseTransactionStatus).toBe('Reversed')
})

test('a reversal of an unknown or unpaid payout, or of too much, is refused', async () => {
  const reverse = (id: string, amount: string) =>
    client.call('PUT', 'reversal/', { ...queryOf(), input_TransactionID: id, input_ReversalAmount: amount })
  expect(codeOf(await reverse('SIM-NONE', '1'))).toEqual([400, 'INS-23'])
  const declined = await client.pay('243810000002')
  const { upstream_id } = await world.completed(declined.reference, 'declined')
  expect(codeOf(await reverse(upstream_id, '1'))).toEqual([401, 'INS-6'])
  const paid = await client.pay('243810000001')
  const entry = await world.completed(paid.reference, 'succeeded')
  expect(codeOf(await reverse(entry.upstream_id, '25.01'))).toEqual([400, 'INS-15'])
})

test('a forged result has another conversation id', async () => {
  await world.control('/operators/callbacks', { forge_rate: 1 })
  const { body, reference } = await client.pay('243810000001')
  const posted = await world.receiver.waitFor(2)
  const forged = posted.filter((one) => one.body.input_OriginalConversationID !== body.output_ConversationID)
  expect(forged.map((one) => [one.body.input_ThirdPartyConversationID, one.body.input_ResultCode])).toEqual([
    [reference, 'INS-6'],
  ])
})

test('without a URL in the portal no result is posted, but the payout is made', async () => {
  const other = await openOperatorWorld()
  const { reference } = await (await openClient(other)).pay('243810000001')
  expect((await other.completed(reference, 'succeeded')).executions).toBe(1)
  await other.close()
})

test('the fault 5xx returns INS-1 and books nothing', async () => {
  await world.control('/faults', { target: 'operator', mode: '5xx' })
  expect(codeOf(await client.pay('243810000001'))).toEqual([500, 'INS-1'])
  expect((await world.books()).payouts).toEqual([])
})

test('the portal shows the public key', async () => {
  const { body } = await world.send('GET', '/sandbox/operators/portal')
  expect(body.mpesa_public_key).toBe(world.sandbox.operators.mpesaPublicKey)
})
