import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OperatorWorld, openOperatorWorld } from '../testing.ts'
import { base, type Client, openClient } from './testing.ts'

let world: OperatorWorld
let client: Client

beforeEach(async () => {
  world = await openOperatorWorld()
  world.receiver.respondWith(() => 200)
  await world.control('/operators/portal', { pawapay: `${world.receiver.url}/pawapay` })
  client = openClient(world)
})
afterEach(() => world.close())

test('a delayed provider leaves payouts ENQUEUED until it is operational', async () => {
  await world.control('/operators/pawapay', { availability: { VODACOM_MPESA_COD: 'DELAYED' } })
  const { body, id } = await client.pay('243810000001')
  expect(body.status).toBe('ACCEPTED')
  expect(await client.status(id)).toMatchObject({ status: 'ENQUEUED' })
  await world.control('/operators/pawapay', { availability: { VODACOM_MPESA_COD: 'OPERATIONAL' } })
  expect((await world.completed(id, 'succeeded')).executions).toBe(1)
})

test('only an enqueued payout can be cancelled, and it is then not paid', async () => {
  await world.control('/operators/pawapay', { availability: { VODACOM_MPESA_COD: 'DELAYED' } })
  const { id } = await client.pay('243810000001')
  const cancelled = await client.post(`/payouts/fail-enqueued/${id}`, null)
  expect(cancelled.body).toEqual({ payoutId: id, status: 'ACCEPTED' })
  const [received] = await world.receiver.waitFor(1)
  const failureReason = { failureCode: 'MANUALLY_CANCELLED' }
  expect(received?.body).toMatchObject({ payoutId: id, status: 'FAILED', failureReason })
  await world.control('/operators/pawapay', { availability: { VODACOM_MPESA_COD: 'OPERATIONAL' } })
  const repeated = await client.post(`/payouts/fail-enqueued/${id}`, null)
  expect(repeated.body).toMatchObject({ failureReason: { failureCode: 'INVALID_STATE' } })
  expect((await world.completed(id, 'declined')).executions).toBe(0)
})

test('a closed provider rejects payouts while the others stay open', async () => {
  await world.control('/operators/pawapay', { availability: { AIRTEL_COD: 'CLOSED' } })
  const { body } = await client.pay('243970000001')
  expect(body.failureReason).toMatchObject({ failureCode: 'PROVIDER_TEMPORARILY_UNAVAILABLE' })
  expect((await client.pay('243810000001')).body.status).toBe('ACCEPTED')
  const { body: seen } = await world.send('GET', `${base}/availability?country=COD&operationType=PAYOUT`)
  expect(seen).toEqual([
    {
      country: 'COD',
      providers: [
        ['VODACOM_MPESA_COD', 'OPERATIONAL'],
        ['AIRTEL_COD', 'CLOSED'],
        ['ORANGE_COD', 'OPERATIONAL'],
      ].map(([provider, status]) => ({ provider, operationTypes: [{ operationType: 'PAYOUT', status }] })),
    },
  ])
})

test('the configuration shows providers, limits and settings of the requested operation', async () => {
  const { body } = await client.get('/active-conf?country=COD&operationType=PAYOUT')
  expect(body).toMatchObject({ signatureConfiguration: { signedRequestsOnly: false, signedCallbacks: true } })
  const [country] = body.countries as { providers: { provider: string; currencies: object[] }[] }[]
  expect(country?.providers.map(({ provider }) => provider)).toEqual([
    'VODACOM_MPESA_COD',
    'AIRTEL_COD',
    'ORANGE_COD',
  ])
  expect(country?.providers[0]?.currencies).toContainEqual({
    currency: 'CDF',
    displayName: 'FC',
    operationTypes: {
      PAYOUT: {
        minAmount: '1000',
        maxAmount: '1000000',
        decimalsInAmount: 'NONE',
        status: 'OPERATIONAL',
        callbackUrl: `${world.receiver.url}/pawapay`,
      },
    },
  })
  expect((await client.get('/active-conf?country=ZMB')).body.countries).toEqual([])
})

test.each([
  ['+243 81-0000001', 'VODACOM_MPESA_COD', '243810000001'],
  ['00243970000001', 'AIRTEL_COD', '243970000001'],
  ['243840000001', 'ORANGE_COD', '243840000001'],
])('the number %s is predicted to belong to %s', async (phoneNumber, provider, clean) => {
  const { body } = await client.post('/predict-provider', { phoneNumber })
  expect(body).toEqual({ country: 'COD', provider, phoneNumber: clean })
})

test.each(['243900000001', '243870000001', 'me'])('no provider is predicted for %s', async (phoneNumber) => {
  const { status, body } = await client.post('/predict-provider', { phoneNumber })
  expect([status, body.failureReason]).toMatchObject([400, { failureCode: 'INVALID_PARAMETER' }])
})
