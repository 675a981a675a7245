// A transfer from the request to the beneficiary's wallet, and how its merchant is notified.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../server/platform/database/database.ts'
import { allIsQuiet, type Transfers, transfersOf } from '../support/callers/transfers.ts'
import { eventually } from '../support/http/eventually.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let transfers: Transfers
beforeAll(async () => {
  world = await openWorld({
    sandbox: { operators: { reverseAfterMs: 300, outcomeAfterMs: { min: 50, max: 100 } } },
  })
  await world.topUp('100.00')
  transfers = transfersOf(world)
  await eventually(
    'the first exchange rates arrive',
    async () => (await transfers.get('/rate')).status === 200,
  )
})
afterAll(() => world.close())

const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/
type Received = { headers: IncomingHttpHeaders; text: string; body: any }

/** A merchant's server that responds with these statuses in turn and repeats the last one. */
async function openMerchant(
  statuses: number[],
): Promise<{ url: string; received: Received[]; close(): void }> {
  const received: Received[] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      received.push({ headers: request.headers, text, body: JSON.parse(text) })
      response.writeHead(statuses[received.length - 1] ?? statuses.at(-1)!).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/callbacks`, received, close: () => server.close() }
}

/** The callback events of the timeline. */
const callbackHistory = async (reference: string) =>
  (await transfers.timeline(reference))
    .filter(({ kind }) => kind.startsWith('merchant.'))
    .map(({ kind, detail }) => `${kind} ${detail}`)

const setChannel = statement(
  'test_set_channel',
  'update merchant set callback_url = $2 where merchant_code = $1',
)

describe('a transfer in euros', () => {
  test('a transfer in euros is Submitted, then Successful, with its timeline in order [R3] [R2.2] [R4.7]', async () => {
    const callback_url = transfers.callbackUrl('timeline')
    const sent = await transfers.accepted({
      reference: 'timeline',
      currency: 'EUR',
      amount: 0.5,
      callback_url,
    })
    assert.equal(sent.status, 'Submitted')
    const done = await transfers.reaches('timeline', 'Successful')
    await allIsQuiet(world)
    const cents = sent.receiver_amount.toFixed(2)
    const events = await transfers.timeline('timeline')
    expect(events.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['inbound.accepted', '0.50 EUR to 243810000001 (vodacom)'],
      ['screening.ok', expect.stringMatching(/^sender, receiver clear/)],
      ['fx.converted', `0.50 EUR at ${sent.rate} is ${cents} USD`],
      ['wallet.reserved', `${cents} USD, of which 0.00 fee`],
      ['switch.dispatched', `${cents} USD to vodacom by mpesa`],
      ['telco.callback', `succeeded ${done.telco_reference}`],
      ['wallet.confirmed', `${cents} USD`],
      ['merchant.callback.sent', 'HTTP 200'],
    ])
    for (const { at } of events) assert.match(at, stamp)
  })
})

describe('the callback of a merchant [R6]', () => {
  test('a callback has the whole outcome, signed with the callback secret over time and raw body', async () => {
    const merchant = await openMerchant([200])
    const sent = await transfers.accepted({ reference: 'signed', callback_url: merchant.url })
    const done = await transfers.reaches('signed', 'Successful')
    await allIsQuiet(world)
    merchant.close()
    assert.equal(merchant.received.length, 1)
    const { headers, text, body } = merchant.received[0]!
    expect(body).toEqual({
      event_type: 'REMITTANCE',
      reference: 'signed',
      transaction_id: sent.transaction_id,
      status: 'Successful',
      amount: 1,
      currency: 'USD',
      receiver_amount: 1,
      receiver_currency: 'USD',
      operator: 'vodacom',
      customer_number: '243810000001',
      subscriber_name: 'Jean Mukendi',
      telco_reference: done.telco_reference,
      failure_code: null,
      failure_message: null,
      created_at: sent.created_at,
      completed_at: done.completed_at,
      timestamp: expect.stringMatching(stamp),
    })
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    const timestamp = String(headers['x-service-timestamp'])
    const signature = createHmac('sha256', world.merchant.callback_secret)
      .update(timestamp + text)
      .digest('hex')
    assert.equal(headers['x-service-signature'], `t=${timestamp},v1=${signature}`)
    assert.match(String(headers['x-service-event-id']), /./)
  })

  test("a callback goes to the request's URL, else to the merchant's; without either none is sent", async () => {
    const as = await world.register()
    await world.topUp('5.00', as)
    const of = transfersOf(world, as)
    await of.accepted({ reference: 'no-channel' })
    await of.reaches('no-channel', 'Successful')
    await world.db.rows(setChannel, [as.merchant_code, of.callbackUrl('default-channel')])
    await of.accepted({ reference: 'default' })
    await of.accepted({ reference: 'named', callback_url: of.callbackUrl('named-channel') })
    for (const reference of ['default', 'named']) await of.reaches(reference, 'Successful')
    await allIsQuiet(world)
    const reportOf = async (channel: string) =>
      (await of.callbacks(channel)).map(({ body }) => body.reference)
    expect(await reportOf('default-channel')).toEqual(['default'])
    expect(await reportOf('named-channel')).toEqual(['named'])
    assert.equal((await of.kinds('no-channel')).at(-1), 'wallet.confirmed')
  })

  test('a callback is retried with the same bytes until accepted, as the timeline shows', async () => {
    const merchant = await openMerchant([500, 302, 200])
    await transfers.accepted({ reference: 'patience', callback_url: merchant.url })
    await transfers.reaches('patience', 'Successful')
    await allIsQuiet(world)
    merchant.close()
    expect(await callbackHistory('patience')).toEqual([
      'merchant.callback.failed HTTP 500',
      'merchant.callback.failed HTTP 302',
      'merchant.callback.sent HTTP 200',
    ])
    const ids = merchant.received.map(({ headers, text }) => `${headers['x-service-event-id']} ${text}`)
    expect([ids.length, new Set(ids).size]).toEqual([3, 1])
  })

  test('a refused callback is not retried, and the status still shows the outcome', async () => {
    const merchant = await openMerchant([400])
    await transfers.accepted({ reference: 'refused', callback_url: merchant.url })
    await transfers.reaches('refused', 'Successful')
    await allIsQuiet(world)
    merchant.close()
    expect(await callbackHistory('refused')).toEqual(['merchant.callback.failed HTTP 400'])
    assert.equal((await transfers.status('refused')).status, 'Successful')
  })

  test('the callback of a reversal follows the first one, even if that had to be retried', async () => {
    const merchant = await openMerchant([503, 503, 200])
    const wallet = { customer_number: '+243970000004', expected_receiver_name: 'Chantal Mwamba' }
    await transfers.accepted({ reference: 'taken-back', callback_url: merchant.url, ...wallet })
    await transfers.reaches('taken-back', 'Reversed')
    await allIsQuiet(world)
    merchant.close()
    const statuses = merchant.received.map(({ body }) => body.status)
    expect(statuses).toEqual(['Successful', 'Successful', 'Successful', 'Reversed'])
    const [first, last] = [merchant.received[0]!, merchant.received.at(-1)!]
    assert.notEqual(last.headers['x-service-event-id'], first.headers['x-service-event-id'])
    assert.equal(last.body.completed_at, first.body.completed_at)
  })

  test('the callback of a failure gives the reason in our own words', async () => {
    const wallet = { customer_number: '+243840000002', expected_receiver_name: 'Marie Ilunga' }
    await transfers.accepted({ reference: 'why', callback_url: transfers.callbackUrl('why'), ...wallet })
    await transfers.reaches('why', 'Failed')
    await allIsQuiet(world)
    const [callback] = await transfers.callbacks('why')
    expect(callback!.body).toMatchObject({
      status: 'Failed',
      failure_code: expect.stringMatching(/^[A-Z]+(_[A-Z]+)*$/),
      failure_message: expect.stringMatching(/^The /),
      completed_at: expect.stringMatching(stamp),
    })
  })
})
