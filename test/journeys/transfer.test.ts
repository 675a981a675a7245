// A transfer from the request to the beneficiary's wallet and the merchant's callback.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, inboundBody, openWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ sandbox: { operators: { settleAfterMs: { least: 50, most: 100 } } } })
  await world.topUp('100.00')
})
afterAll(() => world.close())

const get = async (path: string) => (await world.basic('GET', `/api/v1/remittance${path}`)).body.data
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/

test('[R2.1] [R2.2] [R3] [R6] a transfer is Submitted, then Successful; it tells its story in order and the signed callback', async () => {
  const channel = `${world.url}/api/v1/test/test-callback?channel=transfer`
  const body = inboundBody({ callback_url: channel })
  const { status, body: answer } = await world.basic('POST', '/api/v1/remittance/inbound', body)
  assert.equal(status, 200)
  expect(answer).toEqual({
    status: 'success',
    data: {
      reference: body.reference,
      transaction_id: expect.stringMatching(/^IMT-IN-[A-Z0-9]{16}$/),
      status: 'Submitted',
      amount: 1,
      currency: 'USD',
      receiver_amount: 1,
      receiver_currency: 'USD',
      rate: 1,
      fee: 0,
      operator: 'vodacom',
      customer_number: '243810000001',
      subscriber_name: 'Jean Mukendi',
      created_at: expect.stringMatching(instant),
    },
  })
  const timeline = await eventually('the callback', async () => {
    const story = await get(`/transactions/${body.reference}/timeline`)
    return story.events.at(-1).kind === 'merchant.callback.sent' && story
  })
  expect(timeline.events.map(({ kind }: { kind: string }) => kind)).toEqual([
    'inbound.accepted',
    'screening.ok',
    'wallet.reserved',
    'switch.dispatched',
    'telco.callback',
    'wallet.confirmed',
    'merchant.callback.sent',
  ])
  assert.equal(timeline.events.at(-1).detail, 'HTTP 200')
  const ended = await get(`/transaction/status?reference=${body.reference}`)
  expect(ended).toMatchObject({
    status: 'Successful',
    created_at: answer.data.created_at,
    telco_reference: expect.stringMatching(/^SIM-/),
    completed_at: expect.stringMatching(instant),
  })
  const { data } = (await (
    await fetch(channel.replace('test-callback?', 'test-callback/last?'))
  ).json()) as any
  expect(data.body).toMatchObject({
    event_type: 'REMITTANCE',
    status: 'Successful',
    reference: body.reference,
  })
  const signed = `${data.headers['x-service-timestamp']}${JSON.stringify(data.body)}`
  const expected = createHmac('sha256', world.merchant.callback_secret).update(signed).digest('hex')
  assert.ok(data.headers['x-service-signature'].endsWith(expected), 'the callback is signed')
})
