// The program is killed in the middle of its work while operators lose, duplicate and reorder what they report: no
// payout is doubled, no money is lost, and every outcome is notified.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox } from '../../sandbox/server.ts'
import { simulatedOperators } from '../../server/adapters/mobile-money/simulated-operators.ts'
import { type Credentials, registerMerchant } from '../../server/merchants/identity/register.ts'
import { type Database, openDatabase } from '../../server/platform/database/database.ts'
import { freePort } from '../../server/platform/process/free-port.ts'
import { openSecrets } from '../../server/platform/security/secrets.ts'
import { systemClock } from '../../server/platform/time/clock.ts'
import { eventually } from '../support/http/eventually.ts'
import { type Run, readyUrl, runLikuta } from '../support/http/process.ts'
import type { ApiResponse } from '../support/http/response.ts'
import { send } from '../support/http/send.ts'
import { inboundBody } from '../support/world/bodies.ts'
import { openTestDatabase } from '../support/world/database.ts'
import { unlimited } from '../support/world/settings.ts'

/** The full number takes some minutes on a busy machine; `TRANSFERS=2000` runs it. */
const transfers = Number(process.env.TRANSFERS ?? 500)
const kills = 10
/** One number per protocol, some that succeed and some that are declined. */
const numbers = [
  ['810000001', 'Jean Mukendi'],
  ['970000001', 'Jean Mukendi'],
  ['840000001', 'Jean Mukendi'],
  ['900000001', 'Jean Mukendi'],
  ['810000002', 'Marie Ilunga'],
  ['970000002', 'Marie Ilunga'],
  ['900000008', 'Dieudonné Kasongo'],
  ['840000008', 'Dieudonné Kasongo'],
] as const
const routes = { vodacom: 'mpesa', airtel: 'airtel', orange: 'pawapay', africell: 'gsma' } as const

let database: Awaited<ReturnType<typeof openTestDatabase>>
let sandbox: Awaited<ReturnType<typeof openSandbox>>
let db: Database
let url: string
let environment: Record<string, string>
let merchant: Credentials
let running: Run

beforeAll(async () => {
  const gateway = {
    merchantId: 'crash',
    keyId: randomUUID(),
    sharedSecret: randomBytes(32).toString('base64'),
  }
  const secret = randomBytes(16).toString('hex')
  database = await openTestDatabase()
  sandbox = await openSandbox({
    port: 0,
    cardGatewayMerchants: [gateway],
    operatorSecret: secret,
    operators: { settleAfterMs: { least: 20, most: 200 }, callbackGapMs: 50, retryGapsMs: [200, 500, 1_000] },
  })
  db = openDatabase(database.url, { connections: 4, name: 'test' })
  const port = await freePort()
  const masterKey = randomBytes(32)
  url = `http://localhost:${port}`
  const portal = { secret, mpesaPublicKey: sandbox.operators.mpesaPublicKey }
  environment = {
    PORT: String(port),
    DATABASE_URL: database.url,
    LIKUTA_DATA_DIR: `/tmp/likuta-crash-${randomUUID()}`,
    MASTER_KEY: masterKey.toString('base64'),
    CARD_GATEWAY_SANDBOX_URL: `${sandbox.url}/gateway`,
    CARD_GATEWAY_SANDBOX_MERCHANT_ID: gateway.merchantId,
    CARD_GATEWAY_SANDBOX_KEY_ID: gateway.keyId,
    CARD_GATEWAY_SANDBOX_SHARED_SECRET: gateway.sharedSecret,
    OPERATORS_SANDBOX: JSON.stringify(simulatedOperators(sandbox.url, portal, routes)),
    OPERATOR_TIMEOUT_SECONDS: '2',
    OPERATOR_INQUIRY_AFTER_SECONDS: '1',
    OPERATOR_INQUIRY_HORIZON_SECONDS: '4',
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

function basic(path: string, body: unknown): Promise<ApiResponse> {
  const authorization = `Basic ${Buffer.from(`${merchant.merchant_code}:${merchant.merchant_secret}`).toString('base64')}`
  return send(url, 'POST', `/api/v1/remittance${path}`, Buffer.from(JSON.stringify(body)), {
    'content-type': 'application/json',
    authorization,
  })
}

/** Sends the same transfer until a process responds, as a partner's server does. */
async function persist(path: string, body: unknown): Promise<ApiResponse> {
  for (let tries = 0; tries < 4_000; tries++) {
    const response = await basic(path, body).catch(() => undefined)
    if (response && response.status < 500) return response
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('no process responded')
}

function control(path: string, message: object): Promise<Response> {
  return fetch(`${sandbox.url}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  })
}

const rows = <Row>(text: string) => db.rows<Row>({ name: text.slice(-60), text })

test(`${transfers} transfers survive operator faults and ${kills} kills: all books agree, all webhooks sent [R3] [R6]`, {
  timeout: 1_500_000,
}, async () => {
  await persist('/sandbox/topup', { amount: 5_000 })
  await control('faults', { target: 'operator', mode: 'lost-reply', rate: 0.05, seed: 7 })
  await control('operators/callbacks', {
    duplicate_rate: 0.1,
    reorder_rate: 0.1,
    late_rate: 0.05,
    late_seconds: 2,
    seed: 7,
  })
  let sent = 0
  let next = 0
  async function partner(): Promise<void> {
    while (next < transfers) {
      const number = next++
      const [wallet, name] = numbers[number % numbers.length] as (typeof numbers)[number]
      const body = inboundBody({
        reference: `CRASH-${number}`,
        customer_number: `+243${wallet}`,
        expected_receiver_name: name,
        amount: 1,
        callback_url: `${url}/api/v1/test/test-callback`,
      })
      const response = await persist('/inbound', body)
      assert.equal(response.status, 200, response.text)
      sent += 1
    }
  }
  const partners = Promise.all(Array.from({ length: 16 }, partner))
  for (let kill = 1; kill <= kills; kill++) {
    await eventually(`part ${kill} is sent`, async () => sent >= (transfers * kill) / (kills + 1), 300_000)
    running.child.kill('SIGKILL')
    await running.exited
    await start()
  }
  await partners
  await control('faults', { target: 'operator', mode: 'off' })
  await control('operators/callbacks', { duplicate_rate: 0, reorder_rate: 0, late_rate: 0 })

  await eventually('every transfer has ended and every callback was delivered', untilIdle, 600_000)
  await expectAgreement()
})

async function untilIdle(): Promise<boolean> {
  const [open] = await rows<{ transfers: bigint; events: bigint }>(
    `select (select count(*) from transfer where status in ('Submitted', 'Hold')) as transfers,
            (select count(*) from webhook_event where state = 'PENDING') as events`,
  )
  return open?.transfers === 0n && open.events === 0n
}

type Payout = {
  reference: string
  client_reference: string
  status: string
  amount: string
  executions: number
}

async function expectAgreement(): Promise<void> {
  const ours = await rows<{ reference: string; status: string }>(
    `select o.upstream_ref as reference, t.status from transfer t join operation o on o.transfer_id = t.id and o.kind = 'payout'`,
  )
  const { operators } = (await (await fetch(`${sandbox.url}/sandbox/books`)).json()) as {
    operators: { payouts: Payout[] }
  }
  // M-Pesa allows no dashes, and pawaPay requires another UUID version.
  const plain = (reference: string) => reference.replaceAll('-', '').replace(/^(.{12})./, '$1.')
  const paid = operators.payouts.filter(({ executions }) => executions > 0)
  expect(Math.max(...operators.payouts.map(({ executions }) => executions))).toBe(1)
  expect(paid.map(({ reference }) => plain(reference)).sort()).toEqual(
    ours
      .filter(({ status }) => status === 'Successful')
      .map(({ reference }) => plain(reference))
      .sort(),
  )
  assert.equal(ours.length, transfers)

  const [books] = await rows<Record<string, bigint | string>>(
    `select (select count(*) from transfer where status = 'Failed') as failed,
            (select count(*) from transfer_exception) as exceptions,
            (select count(*) from transfer t where not exists
               (select from webhook_event e where e.dedupe_key = 'transfer:' || t.transaction_id || ':' || t.status)) as without_webhook,
            (select count(*) from webhook_event where state <> 'DELIVERED') as undelivered,
            (select count(*) from (select posting_id from ledger_entry group by posting_id, currency having sum(amount_minor) <> 0) u) as unbalanced,
            w.available_minor as available, w.reserved_minor as reserved,
            (select -coalesce(sum(e.amount_minor), 0) from ledger_entry e join ledger_account a on a.id = e.account_id where a.code = 'wallet_available' and a.merchant_id = w.merchant_id) as ledger_available,
            (select -coalesce(sum(e.amount_minor), 0) from ledger_entry e join ledger_account a on a.id = e.account_id where a.code = 'wallet_reserved' and a.merchant_id = w.merchant_id) as ledger_reserved,
            (select balance_after_minor from wallet_entry where wallet_id = w.id order by id desc limit 1) as last_line
       from wallet w join merchant m on m.id = w.merchant_id where m.merchant_code = '${merchant.merchant_code}'`,
  )
  const available = 500_000n - BigInt(paid.length) * 100n
  expect(books).toMatchObject({
    failed: BigInt(transfers - paid.length),
    exceptions: 0n,
    without_webhook: 0n,
    undelivered: 0n,
    unbalanced: 0n,
    available,
    reserved: 0n,
    last_line: available,
  })
  assert.equal(Number(books?.ledger_available), Number(available))
  assert.equal(Number(books?.ledger_reserved), 0)
  process.stderr.write(
    `transfer crash journey: ${transfers} transfers, ${paid.length} paid, ${kills} kills\n`,
  )
}
