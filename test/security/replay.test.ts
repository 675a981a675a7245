// A captured request that is sent again unchanged while its signature is valid.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unixSeconds } from '../../server/platform/time/clock.ts'
import { send } from '../support/http/send.ts'
import { inboundBody, orderBody } from '../support/world/bodies.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const times = 30

/** Sends the same bytes many times at once. */
function replayed(path: string, body: unknown, headers: Record<string, string>) {
  const bytes = Buffer.from(JSON.stringify(body))
  const all = { 'content-type': 'application/json', ...headers }
  return Promise.all(Array.from({ length: times }, () => send(world.url, 'POST', path, bytes, all)))
}

function signatureOf(path: string, body: unknown): Record<string, string> {
  const { api_key, api_secret } = world.merchant
  const timestamp = String(unixSeconds(world.clock.now()))
  const signature = createHmac('sha256', api_secret)
    .update(`${timestamp}\nPOST\n${path}\n${JSON.stringify(body)}`)
    .digest('hex')
  return { 'x-api-key': api_key, 'x-timestamp': timestamp, 'x-signature': signature }
}

const moved = async () => {
  const [row] = await world.db.rows<{ postings: bigint; operations: bigint }>({
    name: 'what_moved',
    text: 'select (select count(*) from ledger_entry) as postings, (select count(*) from operation) as operations',
  })
  return row
}

test('a replayed order makes only unpaid orders, and a replayed status only reads [S-10]', async () => {
  const before = await moved()
  const order = orderBody(world.url)
  const path = '/api/v1/payment/orders'
  const responses = await replayed(path, order, signatureOf(path, order))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  for (const { body } of responses) assert.equal(body.data.transaction_status, 'PENDING')
  const requested = { transaction_uuid: responses[0]!.body.data.transaction_uuid }
  const status = '/api/v1/payment/status'
  for (const response of await replayed(status, requested, signatureOf(status, requested)))
    assert.equal(response.body.data.transaction_status, 'PENDING')
  expect(await moved()).toEqual(before)
})

test('a replayed transfer is one transfer, reserved and paid once [S-10]', async () => {
  await world.topUp('50.00')
  const transfer = inboundBody()
  const { merchant_code, merchant_secret } = world.merchant
  const authorization = `Basic ${Buffer.from(`${merchant_code}:${merchant_secret}`).toString('base64')}`
  const responses = await replayed('/api/v1/remittance/inbound', transfer, { authorization })
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
  const [row] = await world.db.rows<{ transfers: bigint; reserved: bigint }>({
    name: 'what_was_reserved',
    text: `select (select count(*) from transfer) as transfers, (select count(*) from wallet_entry where kind = 'RESERVE') as reserved`,
  })
  expect(row).toEqual({ transfers: 1n, reserved: 1n })
})
