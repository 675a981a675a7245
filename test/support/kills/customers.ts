// Customers who pay orders and payment links of a server that is killed now and then.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { ApiResponse } from '../http/response.ts'
import { send } from '../http/send.ts'
import { orderBody } from '../world/bodies.ts'
import type { KilledServer } from './killed-server.ts'

/** Returns a function that makes the order with a number and pays it: every fourth by a link, the others by an order. */
export async function openCustomers(server: KilledServer, orders: number) {
  const { amount, currency, merchant_reference, callback_url } = orderBody(server.url)
  const link = { amount, currency, merchant_reference, callback_url, max_uses: orders }
  const made = await server.persist(() => signed(server, '/api/v1/payment-links', link))
  const formAddress = `/pl/${made.body.data.code}/checkout`
  return async (number: number): Promise<void> => {
    const overrides = { merchant_reference: `CRASH-${number}`, amount: (1000 + number) / 100 }
    const order = orderBody(server.url, overrides)
    const address =
      number % 4 === 0
        ? await fillForm(server, formAddress, { ...order, visit: String(number) })
        : await makeOrder(server, order)
    await payPersistently(server, address)
  }
}

function signed({ url, merchant }: KilledServer, path: string, body: unknown): Promise<ApiResponse> {
  const bytes = Buffer.from(JSON.stringify(body))
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', merchant.api_secret)
    .update(`${timestamp}\nPOST\n${path}\n`)
    .update(bytes)
    .digest('hex')
  return send(url, 'POST', path, bytes, {
    'content-type': 'application/json',
    'x-api-key': merchant.api_key,
    'x-timestamp': timestamp,
    'x-signature': signature,
  })
}

async function makeOrder(server: KilledServer, order: object): Promise<string> {
  const created = await server.persist(() => signed(server, '/api/v1/payment/orders', order))
  assert.equal(created.status, 200, created.text)
  return created.body.data.links
}

/** Submits the same form again until a process responds: it stays one transaction. */
async function fillForm(server: KilledServer, address: string, fields: object): Promise<string> {
  const form = Buffer.from(String(new URLSearchParams({ ...fields })))
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await server.persist(() => send(server.url, 'POST', address, form, headers))
  assert.equal(response.status, 303, response.text)
  return response.headers.location as string
}

/** Pays as the page does: after a lost response it reads the state before it tries anything again. */
async function payPersistently(server: KilledServer, link: string): Promise<void> {
  const { pathname, search } = new URL(link)
  for (let tries = 0; tries < 400; tries++) {
    const { body: progress } = await server.persist(() =>
      send(server.url, 'GET', `${pathname}/progress${search}`, Buffer.alloc(0), {}),
    )
    if (progress.state === 'DONE') return
    if (progress.state === 'CARD') await tryToPay(server, link).catch(() => {})
    else await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`never done: ${link}`)
}

async function tryToPay({ url, sandboxUrl }: KilledServer, link: string): Promise<void> {
  const { pathname, search } = new URL(link)
  const page = (act: string, body: object = {}) =>
    send(url, 'POST', `${pathname}/${act}${search}`, Buffer.from(JSON.stringify(body)), {
      'content-type': 'application/json',
    })
  const session = await page('session')
  const card = {
    jwt: session.body.capture_context,
    number: '4242424242424242',
    securityCode: '123',
    expirationMonth: '12',
    expirationYear: '2030',
  }
  const token = await fetch(`${sandboxUrl}/sandbox/microform/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(card),
  })
  const { transient_token } = (await token.json()) as { transient_token: string }
  const setup = await page('setup', { transient_token })
  await page('pay', { reference_id: setup.body.reference_id, browser: {} })
}
