// What the example shops record of webhooks and of charges: an order is paid by the outcome of its payment alone.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../server/platform/process/ports.ts'
import { openMerchantFolder } from '../test/support/callers/merchant-folder.ts'
import { eventually } from '../test/support/http/eventually.ts'
import { errorReply, type FailingServer, openFailingServer } from '../test/support/sdk/failing-server.ts'

const secret = 'whsec_shop'
const replies = (body: object) => errorReply(200, {}, body)
let likuta: FailingServer
const started: ChildProcess[] = []
const closers: (() => void)[] = []
beforeAll(async () => {
  likuta = await openFailingServer()
})
afterAll(() => {
  for (const child of started) child.kill()
  for (const close of closers) close()
  likuta?.close()
})

type Shop = { url: string; output(): string }

/** Starts a shop of the examples. @param command its program, for a port */
async function startShop(cwd: string, command: (port: string) => string[]): Promise<Shop> {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const [program = '', ...parameters] = command(port)
  const child = spawn(program, parameters, {
    cwd,
    env: {
      ...{ PATH: process.env.PATH, PORT: port, SHOP_PORT: port, SHOP_URL: url, LIKUTA_URL: likuta.url },
      ...{ LIKUTA_API_KEY: 'pk_test_a', LIKUTA_API_SECRET: 'sk_test_a', LIKUTA_CALLBACK_SECRET: secret },
    },
  })
  started.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  await eventually('the shop responds', () => fetch(url).catch(() => undefined))
  return { url, output: () => output }
}

async function startNodeShop(): Promise<Shop> {
  const folder = await openMerchantFolder()
  closers.push(() => folder.remove())
  for (const name of ['server.mjs', 'index.html', 'shop.js', 'shop.css'])
    cpSync(join('examples/likuta-js', name), join(folder.path, name))
  return startShop(folder.path, () => [process.execPath, 'server.mjs'])
}

const startPhpShop = () =>
  startShop('.', (port) => ['php', '-S', `localhost:${port}`, resolve('examples/likuta-js/server.php')])

/** Sends an event that Likuta has signed. @returns the status of the response */
async function notify(
  { url }: Shop,
  event: object,
  id: Record<string, string> = { 'x-service-event-id': randomUUID() },
): Promise<number> {
  const body = JSON.stringify(event)
  const t = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', secret).update(`${t}${body}`).digest('hex')
  const headers = { 'x-service-signature': `t=${t},v1=${v1}`, ...id }
  return (await fetch(`${url}/webhook`, { method: 'POST', headers, body })).status
}

const shops = [
  { name: 'node', isThere: true, start: startNodeShop },
  { name: 'php', isThere: spawnSync('php', ['--version']).status === 0, start: startPhpShop },
]

describe.each(shops)('the example shop with likuta.js in $name', ({ name, isThere, start }) => {
  test('an order is paid by the outcome of its payment, and by no other event', async (context) => {
    if (!isThere) return context.skip(`${name} is not installed here`)
    const shop = await start()
    const reference = `ORDER-${randomUUID().slice(0, 8)}`
    likuta.will(replies({ jwt: 'jwt', transaction_uuid: 'LKT-1' }))
    const startPayment = async () => {
      const body = JSON.stringify({ action: 'start', order: reference })
      const request = { method: 'POST', headers: { origin: shop.url }, body }
      return (await fetch(`${shop.url}/pay`, request)).status
    }
    const facts = { reference, status: 'SUCCESS', transaction_uuid: 'LKT-1', timestamp: '2026-11-21' }
    const named = ['REFUND', 'VOID', 'DISPUTE', 'REMITTANCE', 'SOMETHING_NEW']
    for (const event_type of named) assert.equal(await notify(shop, { event_type, ...facts }), 204)
    assert.equal(await notify(shop, { event_type: 'TEST', merchant_code: 'LKT-A' }), 204)
    assert.equal(await notify(shop, { event_type: 'BATCH', batch_id: 'B', state: 'DONE' }), 204)
    assert.equal(await notify(shop, { ...facts, status: 'FAILED' }), 204)
    assert.equal(await startPayment(), 200)
    assert.equal(await notify(shop, facts), 204)
    assert.equal(await startPayment(), 409)
    expect(shop.output()).toMatch(/webhook REFUND[\s\S]*webhook TEST[\s\S]*webhook SUCCESS LKT-1/)
    expect(shop.output()).not.toMatch(/Warning|Error|undefined/)
  })

  test('an address with a list of orders shows the page of one', async (context) => {
    if (!isThere) return context.skip(`${name} is not installed here`)
    const shop = await start()
    for (const query of ['order[]=x', 'order=', '']) {
      const response = await fetch(`${shop.url}/?${query}`)
      assert.equal(response.status, 200)
      expect(await response.text()).not.toMatch(/Warning|Array/)
    }
    expect(shop.output()).not.toContain('Warning')
  })
})

test('the example of custom checkout reports no refusal of a charge that may have been made', async () => {
  const shop = await startShop('.', () => [process.execPath, 'examples/custom-checkout/server.mjs'])
  const step = async (name: string, fields: object) => {
    const request = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const response = await fetch(`${shop.url}/checkout/${name}`, { ...request, body: JSON.stringify(fields) })
    return { status: response.status, body: (await response.json()) as { order?: string; status?: string } }
  }
  likuta.will(
    ...[replies({ jwt: 'jwt', transaction_uuid: 'LKT-1' }), replies({ reference_id: 'R' })],
    ...[replies({ status: 'AUTHENTICATED' }), errorReply(500), replies([])],
    replies({ status: 'SUCCESS', transaction_uuid: 'LKT-1' }),
  )
  const { order } = (await step('start', {})).body
  await step('setup', { order, token: 'T' })
  await step('enrol', { order, browser: {} })
  expect(await step('pay', { order })).toMatchObject({ status: 200, body: { status: 'SUCCESS' } })
  expect(likuta.received.map(({ path }) => path.split('/').at(-1)).slice(3)).toEqual(
    Array.from({ length: 3 }, () => 'charge'),
  )
})

test('the webhook program in PHP takes an event whose id was dropped on the way, without a warning', async ({
  skip,
}) => {
  if (!shops[1]?.isThere) return skip('php is not installed here')
  const shop = await startShop('.', (port) => ['php', '-S', `localhost:${port}`, 'examples/php/webhook.php'])
  const event = { status: 'SUCCESS', transaction_uuid: 'LKT-1' }
  assert.equal(await notify(shop, event, {}), 204)
  await eventually('the event', async () => shop.output().includes('PAYMENT SUCCESS'))
  expect(shop.output()).not.toContain('Warning')
})
