// What a request costs the database, counted, so that it holds on any machine: what arrives together is one statement.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asked, openWorld, orderBody, type World } from '../../test/world.ts'
import { requestSignature } from '../merchants/signed-request.ts'
import { unixSeconds } from '../platform/clock.ts'

const many = 256
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
// The first request reads the credentials; the others find them in the cache.
beforeEach(() => createOrders(1))

/** Signed requests that arrive at the same moment: none is written before the server has accepted all connections. */
async function askAll(path: string, contents: Record<string, unknown>[]) {
  const { server } = world.system.app
  const sockets: Socket[] = []
  for (const _ of contents) {
    const accepted = once(server, 'connection')
    sockets.push(connect(Number(new URL(world.url).port), '127.0.0.1'))
    await accepted
  }
  const answers = sockets.map(answerOf)
  for (const [i, content] of contents.entries()) sockets[i]!.write(signed(path, content))
  return Promise.all(answers)
}

function signed(path: string, content: Record<string, unknown>): string {
  const body = JSON.stringify(content)
  const timestamp = String(unixSeconds(world.clock.now()))
  const parts = { timestamp, method: 'POST', path, body: Buffer.from(body) }
  return [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    'content-type: application/json',
    `content-length: ${parts.body.length}`,
    `x-api-key: ${world.merchant.api_key}`,
    `x-timestamp: ${timestamp}`,
    `x-signature: ${requestSignature(world.merchant.api_secret, parts)}`,
    '',
    body,
  ].join('\r\n')
}

async function answerOf(socket: Socket) {
  const said = await text(socket)
  assert(said.startsWith('HTTP/1.1 200 '), said)
  return JSON.parse(said.slice(said.indexOf('\r\n\r\n'))).data
}

async function createOrders(count: number): Promise<string[]> {
  const bodies = Array.from({ length: count }, () => orderBody(world.url))
  return (await askAll('/api/v1/payment/orders', bodies)).map((order) => order.transaction_uuid)
}

const readStatuses = (uuids: string[]) =>
  askAll(
    '/api/v1/payment/status',
    uuids.map((uuid) => ({ transaction_uuid: uuid })),
  )

async function costOf<Result>(work: () => Promise<Result>) {
  const before = asked(world)
  const result = await work()
  const after = asked(world)
  const cost = {
    statements: after.statements - before.statements,
    transactions: after.transactions - before.transactions,
  }
  return { result, cost }
}

test('a lone order is one statement, which is its own transaction', async () => {
  const { cost } = await costOf(() => createOrders(1))
  expect(cost).toEqual({ statements: 1, transactions: 0 })
})

test('a lone status read is one statement', async () => {
  const uuids = await createOrders(1)
  const { cost } = await costOf(() => readStatuses(uuids))
  expect(cost).toEqual({ statements: 1, transactions: 0 })
})

test('many orders at once share statements and commits', async () => {
  const { cost, result } = await costOf(() => createOrders(many))
  assert(cost.statements + cost.transactions <= many * 0.05, JSON.stringify(cost))
  const [stored] = await world.db.rows<{ orders: bigint; commits: bigint }>(
    {
      name: 'commits',
      text: `select count(*) as orders, count(distinct xmin::text) as commits from card_transaction
              where transaction_uuid = any($1::text[])`,
    },
    [result],
  )
  assert.equal(stored?.orders, BigInt(many))
  assert.equal(stored.commits, BigInt(cost.statements))
})

test('many status reads at once share statements', async () => {
  const uuids = await createOrders(many)
  const { cost, result } = await costOf(() => readStatuses(uuids))
  assert(cost.statements + cost.transactions <= many * 0.05, JSON.stringify(cost))
  assert.deepEqual(
    result.map((status) => status.transaction_uuid),
    uuids,
  )
})
