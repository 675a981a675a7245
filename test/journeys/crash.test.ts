// The program is killed in the middle of its work while the gateway loses replies: no payment is lost or doubled.
import assert from 'node:assert/strict'
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox } from '../../sandbox/server.ts'
import { type Credentials, registerMerchant } from '../../server/merchants/identity/register.ts'
import { type Database, openDatabase } from '../../server/platform/database/database.ts'
import { freePort } from '../../server/platform/process/free-port.ts'
import { openSecrets } from '../../server/platform/security/secrets.ts'
import { systemClock } from '../../server/platform/time/clock.ts'
import { eventually } from '../support/http/eventually.ts'
import { type Run, readyUrl, runLikuta } from '../support/http/process.ts'
import type { ApiResponse } from '../support/http/response.ts'
import { send } from '../support/http/send.ts'
import { orderBody } from '../support/world/bodies.ts'
import { openTestDatabase } from '../support/world/database.ts'
import { unlimited } from '../support/world/settings.ts'

const orders = 200
const kills = 10

let database: Awaited<ReturnType<typeof openTestDatabase>>
let sandbox: Awaited<ReturnType<typeof openSandbox>>
let db: Database
let url: string
let environment: Record<string, string>
let merchant: Credentials
let running: Run

beforeAll(async () => {
  const gateway = {
    merchantId: 'crash_merchant',
    keyId: randomUUID(),
    sharedSecret: randomBytes(32).toString('base64'),
  }
  database = await openTestDatabase()
  sandbox = await openSandbox({ port: 0, cardGatewayMerchants: [gateway] })
  db = openDatabase(database.url, { connections: 4, name: 'test' })
  const port = await freePort()
  const masterKey = randomBytes(32)
  url = `http://localhost:${port}`
  environment = {
    PORT: String(port),
    DATABASE_URL: database.url,
    LIKUTA_DATA_DIR: `/tmp/likuta-crash-${randomUUID()}`,
    MASTER_KEY: masterKey.toString('base64'),
    CARD_GATEWAY_SANDBOX_URL: `${sandbox.url}/gateway`,
    CARD_GATEWAY_SANDBOX_MERCHANT_ID: gateway.merchantId,
    CARD_GATEWAY_SANDBOX_KEY_ID: gateway.keyId,
    CARD_GATEWAY_SANDBOX_SHARED_SECRET: gateway.sharedSecret,
    CARD_GATEWAY_TIMEOUT_SECONDS: '1',
    INQUIRY_AFTER_SECONDS: '1',
    INQUIRY_HORIZON_SECONDS: '4',
    WEBHOOK_SPEED: '100',
    ...unlimited,
    LOG_LEVEL: 'error',
  }
  const needs = { db, secrets: openSecrets(masterKey), clock: systemClock, merchantPrefix: 'LKT' }
  merchant = await registerMerchant(needs, {
    name: 'Crash',
    email: 'crash@example.com',
    environment: 'sandbox',
    password: 'x'.repeat(12),
  })
  await start()
})

afterAll(async () => {
  running.child.kill('SIGTERM')
  await running.exited
  await sandbox.close()
  await db.close()
  await database.drop()
})

async function start(): Promise<void> {
  running = runLikuta(['start'], environment)
  await readyUrl(running)
}

/** Repeats the call until a process responds, as a merchant's server or a page on a bad connection does. */
async function persist(call: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (let tries = 0; tries < 4_000; tries++) {
    const response = await call().catch(() => undefined)
    if (response && response.status < 500) return response
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('no process responded')
}

function signed(path: string, body: unknown): Promise<ApiResponse> {
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

function page(link: string, act: string, body: object = {}): Promise<ApiResponse> {
  const { pathname, search } = new URL(link)
  return send(url, 'POST', `${pathname}/${act}${search}`, Buffer.from(JSON.stringify(body)), {
    'content-type': 'application/json',
  })
}

/** Pays as the page does: after a lost response it reads the state before it tries anything again. */
async function payPersistently(link: string): Promise<void> {
  const { pathname, search } = new URL(link)
  for (let tries = 0; tries < 400; tries++) {
    const { body: progress } = await persist(() =>
      send(url, 'GET', `${pathname}/progress${search}`, Buffer.alloc(0), {}),
    )
    if (progress.state === 'DONE') return
    if (progress.state === 'CARD') await tryToPay(link).catch(() => {})
    else await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`never done: ${link}`)
}

async function tryToPay(link: string): Promise<void> {
  const session = await page(link, 'session')
  const card = {
    jwt: session.body.capture_context,
    number: '4242424242424242',
    securityCode: '123',
    expirationMonth: '12',
    expirationYear: '2030',
  }
  const token = await fetch(`${sandbox.url}/sandbox/microform/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(card),
  })
  const { transient_token } = (await token.json()) as { transient_token: string }
  const setup = await page(link, 'setup', { transient_token })
  await page(link, 'pay', { reference_id: setup.body.reference_id, browser: {} })
}

async function path(order: Record<string, unknown>): Promise<string> {
  const created = await persist(() => signed('/api/v1/payment/orders', order))
  assert.equal(created.status, 200, created.text)
  return created.body.data.links
}

/** Submits the same form again until a process responds: it stays one transaction. */
async function fillForm(address: string, order: Record<string, unknown>, visit: number): Promise<string> {
  const form = new URLSearchParams({ ...(order as Record<string, string>), visit: String(visit) })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await persist(() => send(url, 'POST', address, Buffer.from(String(form)), headers))
  assert.equal(response.status, 303, response.text)
  return response.headers.location as string
}

const rows = <Row>(text: string) => db.rows<Row>({ name: text.slice(0, 50), text })

test(`${orders} orders survive lost gateway replies and ${kills} kills: all books agree`, {
  timeout: 900_000,
}, async () => {
  await fetch(`${sandbox.url}/sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ target: 'gateway', mode: 'lost-reply', rate: 0.05, seed: 7 }),
  })
  const { amount, currency, merchant_reference, callback_url } = orderBody(url)
  const link = await signed('/api/v1/payment-links', {
    amount,
    currency,
    merchant_reference,
    callback_url,
    max_uses: orders,
  })
  const formAddress = `/pl/${link.body.data.code}/checkout`
  let paid = 0
  let next = 0
  async function customer(): Promise<void> {
    while (next < orders) {
      const number = next++
      const order = orderBody(url, { merchant_reference: `CRASH-${number}`, amount: (1000 + number) / 100 })
      await payPersistently(number % 4 === 0 ? await fillForm(formAddress, order, number) : await path(order))
      paid += 1
    }
  }
  const customers = Promise.all(Array.from({ length: 8 }, customer))
  for (let kill = 1; kill <= kills; kill++) {
    await eventually(`part ${kill} is paid`, async () => paid >= (orders * kill) / (kills + 1), 300_000)
    running.child.kill('SIGKILL')
    await running.exited
    await start()
  }
  await customers
  await fetch(`${sandbox.url}/sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ target: 'gateway', mode: 'off' }),
  })

  await eventually(
    'every operation and every webhook has ended',
    async () => {
      const [open] = await rows<{ operations: bigint; events: bigint; pending: bigint }>(
        `select (select count(*) from operation where state in ('intent', 'sent', 'unknown', 'undoing')) as operations,
              (select count(*) from webhook_event where state = 'PENDING') as events,
              (select count(*) from card_transaction t where running_operation is not null) as pending`,
      )
      return open?.operations === 0n && open.events === 0n && open.pending === 0n
    },
    300_000,
  )

  const ours = await rows<{
    transaction_uuid: string
    status: string
    amount: string
    cs_payment_id: string | null
  }>(
    `select transaction_uuid, status, (amount_minor / 100.0)::numeric(12, 2)::text as amount, cs_payment_id from card_transaction where status <> 'PENDING'`,
  )
  const { card_gateway: theirs } = (await (await fetch(`${sandbox.url}/sandbox/books`)).json()) as any
  type Payment = { code: string; id: string; captured_amount: string; voided: boolean; reversed: boolean }
  const standing = (theirs.payments as Payment[]).filter(
    (payment) => Number(payment.captured_amount) > 0 && !payment.voided && !payment.reversed,
  )
  const successes = ours.filter(({ status }) => status === 'SUCCESS')

  assert.equal(ours.length, orders)
  expect(standing.map(({ code, id, captured_amount }) => `${code} ${id} ${captured_amount}`).sort()).toEqual(
    successes
      .map(({ transaction_uuid, cs_payment_id, amount }) => `${transaction_uuid} ${cs_payment_id} ${amount}`)
      .sort(),
  )
  assert.equal(new Set(standing.map(({ code }) => code)).size, standing.length)

  const [uses] = await rows<{ reserved: number; confirmed: number; sold: number }>(
    `select uses_reserved as reserved, uses_confirmed as confirmed, (select count(*)::int from card_transaction t
       where t.payment_link_id = l.id and t.status = 'SUCCESS') as sold from payment_link l`,
  )
  expect(uses).toMatchObject({ reserved: 0, confirmed: uses?.sold })
  assert.ok(uses && uses.sold > 0)

  const [books] = await rows<{
    without_webhook: bigint
    with_several_webhooks: bigint
    undelivered: bigint
    unbalanced: bigint
    receivable: string
    charged: string
  }>(
    `select (select count(*) from card_transaction t where status <> 'PENDING' and not exists
               (select from webhook_event e where e.dedupe_key = 'payment:' || t.transaction_uuid)) as without_webhook,
            (select count(*) from (select subject from webhook_event where event_type = 'PAYMENT' group by 1 having count(*) > 1) d) as with_several_webhooks,
            (select count(*) from webhook_event where state <> 'DELIVERED') as undelivered,
            (select count(*) from (select posting_id from ledger_entry group by posting_id, currency having sum(amount_minor) <> 0) u) as unbalanced,
            (select coalesce(sum(e.amount_minor), 0)::text from ledger_entry e join ledger_account a on a.id = e.account_id where a.code = 'gateway_receivable') as receivable,
            (select coalesce(sum(amount_minor), 0)::text from card_transaction where status = 'SUCCESS') as charged`,
  )
  expect(books).toMatchObject({
    without_webhook: 0n,
    with_several_webhooks: 0n,
    undelivered: 0n,
    unbalanced: 0n,
  })
  assert.equal(books?.receivable, books?.charged)
  process.stderr.write(
    `crash journey: ${orders} orders, ${successes.length} paid, ${kills} kills, ${theirs.payments.length} payments at the gateway\n`,
  )
})
