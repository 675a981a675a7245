// Webhooks at the command line, as the developer of a handler uses them.
import assert from 'node:assert/strict'
import { createPublicKey, verify as isSignature, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type DemoMerchant, openDemoMerchant } from '../../server/composition/commands/demo/demo-shop.ts'
import { samples } from '../../server/composition/commands/webhooks/samples.ts'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { freePort } from '../../server/platform/process/ports.ts'
import { demoOrder } from '../../server/portal/sample-requests.ts'
import { signatureHeaders } from '../../server/webhooks/sign.ts'
import { newDatabaseFolder } from '../support/database/database-folder.ts'
import { eventually } from '../support/http/eventually.ts'
import { type Run, readyUrl, runLikuta } from '../support/http/process.ts'
import { openFaultyHandler } from '../support/webhooks/faulty-handler.ts'

let directory: string
let environment: Record<string, string>
let system: Run
let demo: Credentials
let merchant: DemoMerchant
const runs: Run[] = []

const start = async () => {
  system = runLikuta(['start'], environment)
  await readyUrl(system)
}
const run = async (...parameters: string[]) => {
  const made = runLikuta(parameters, environment)
  return { code: await made.exited, stdout: made.stdout(), stderr: made.stderr() }
}

beforeAll(async () => {
  directory = newDatabaseFolder('likuta-webhooks-')
  environment = {
    LIKUTA_DATA_DIR: join(directory, 'data'),
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
  }
  await start()
  demo = JSON.parse(readFileSync(join(directory, 'data', 'demo-merchant.json'), 'utf8')) as Credentials
  merchant = openDemoMerchant({
    baseUrl: `http://localhost:${environment.PORT}`,
    merchant: demo,
    adminToken: '',
  })
})
afterEach(() => {
  for (const { child } of runs.splice(0)) child.kill('SIGKILL')
})
afterAll(() => {
  system.child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

type ReceivedWebhook = { id: string; headers: IncomingHttpHeaders; body: string }

/** A merchant's handler that responds with `status`, while it is running. */
function handler(port: number, status: () => number = () => 200) {
  const received: ReceivedWebhook[] = []
  let server: Server | undefined
  return {
    received,
    ids: () => new Set(received.map(({ id }) => id)),
    async open() {
      server = createServer(async (request, response) => {
        const body = await text(request)
        const reply = status()
        if (reply === 200)
          received.push({ id: String(request.headers['x-service-event-id']), headers: request.headers, body })
        response.writeHead(reply).end()
      }).listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    async close() {
      server?.closeAllConnections()
      await new Promise((resolve) => server?.close(resolve))
    },
  }
}

/** An order that its customer cancels: two events, one of them without a signature. */
async function cancelledOrder(): Promise<void> {
  const order = { ...demoOrder(merchant.baseUrl), callback_url: `${merchant.callbackUrl}` }
  const { data } = await merchant.signed<{ links: string }>('/api/v1/payment/orders', order)
  const link = new URL(data.links)
  const cancelling = await fetch(`${link.origin}${link.pathname}/cancel${link.search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  assert.equal(cancelling.status, 200)
}

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<any> {
  const response = await fetch(`${merchant.baseUrl}/api/v1/merchant/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return ((await response.json()) as any).data
}

async function bearer(): Promise<string> {
  const { access_token } = await post('login', { email: demo.email, password: demo.password })
  return `Bearer ${access_token}`
}

/** The events that the service has sent, or is about to send, to this merchant. */
async function enqueued(): Promise<Set<string>> {
  const authorization = await bearer()
  const ids = new Set<string>()
  for (let page = 1, pages = 1; page <= pages; page++) {
    const response = await fetch(`${merchant.baseUrl}/api/v1/merchant/deliveries?limit=100&page=${page}`, {
      headers: { authorization },
    })
    const list = (await response.json()) as {
      data: { items: { event_id: string }[]; pagination: { pages: number } }
    }
    for (const { event_id } of list.data.items) ids.add(event_id)
    pages = list.data.pagination.pages
  }
  return ids
}

function listen(url: string, ...more: string[]): Run {
  const made = runLikuta(
    ['webhooks', 'listen', '--merchant', demo.merchant_code, '--forward-to', url, ...more],
    environment,
  )
  runs.push(made)
  return made
}

const listening = (made: Run) =>
  eventually(
    'it listens',
    async () => made.stdout().includes('listening') || assert(made.child.exitCode === null, made.stderr()),
  )

describe('likuta webhooks listen', () => {
  test('listen loses no event over restarts of itself, the handler and the system; each is signed', async () => {
    const port = await freePort()
    const merchantHandler = handler(port)
    await merchantHandler.open()
    let listener = listen(`localhost:${port}/webhooks`)
    await listening(listener)
    const before = await enqueued()
    for (let i = 0; i < 4; i++) await cancelledOrder()
    await eventually('the first is received', async () => merchantHandler.received.length > 0)

    listener.child.kill('SIGKILL')
    for (let i = 0; i < 4; i++) await cancelledOrder()
    listener = listen(`localhost:${port}/webhooks`)
    await merchantHandler.close()
    for (let i = 0; i < 4; i++) await cancelledOrder()
    await eventually('it waits for the handler', async () => listener.stdout().includes('retrying'))
    await merchantHandler.open()
    await eventually('the handler is found again', async () => merchantHandler.ids().size > 8)

    system.child.kill('SIGKILL')
    await system.exited
    await start()
    for (let i = 0; i < 4; i++) await cancelledOrder()
    const expected = [...(await enqueued())].filter((id) => !before.has(id)).sort()
    assert.equal(expected.length, 32)
    await eventually('all are received', async () => merchantHandler.ids().size >= expected.length)
    expect([...merchantHandler.ids()].sort()).toEqual(expected)
    for (const { headers, body } of merchantHandler.received) {
      const at = Number(headers['x-service-timestamp'])
      const isSigned = !body.includes('PAYMENT_CANCELLATION')
      expect(headers['x-service-signature']).toBe(
        isSigned ? signatureHeaders(demo.callback_secret, body, at)['X-Service-Signature'] : undefined,
      )
    }
    listener.child.kill('SIGTERM')
    assert.equal(await listener.exited, 0)
    await merchantHandler.close()
  })

  test('listen receives resent events again and replays earlier ones', async () => {
    const port = await freePort()
    const merchantHandler = handler(port)
    await merchantHandler.open()
    const listener = listen(`localhost:${port}`, '--name', 'second', '--since', '1h')
    const [known] = await eventually('what was before', async () => {
      const ids = [...merchantHandler.ids()]
      return ids.length >= 2 && ids
    })
    await eventually('it has nothing left', async () => {
      const count = merchantHandler.received.length
      await new Promise((resolve) => setTimeout(resolve, 600))
      return merchantHandler.received.length === count
    })
    const count = merchantHandler.received.filter(({ id }) => id === known).length
    const { code, stdout, stderr } = await run('webhooks', 'resend', known!, '--json')
    assert.equal(code, 0, stderr)
    expect(JSON.parse(stdout)).toEqual({ [known!]: 'resent' })
    await eventually(
      'it is received again',
      async () => merchantHandler.received.filter(({ id }) => id === known).length > count,
    )
    listener.child.kill('SIGTERM')
    await merchantHandler.close()
  })

  test('listen forwards what an endpoint asks for, signed with its secret', async () => {
    const port = await freePort()
    const merchantHandler = handler(port)
    await merchantHandler.open()
    const asked = { url: 'http://localhost:1/', events: ['PAYMENT_CANCELLATION'] }
    const { id, secret } = await post('webhook-endpoints', asked, { authorization: await bearer() })
    const listener = listen(`localhost:${port}`, '--endpoint', id)
    await listening(listener)
    await cancelledOrder()
    await eventually('it is received', async () => merchantHandler.received.length > 0)
    const { headers, body } = merchantHandler.received[0]!
    expect(JSON.parse(body).event_type).toBe('PAYMENT_CANCELLATION')
    const signed = signatureHeaders(secret, body, Number(headers['x-service-timestamp']))
    expect(headers['x-service-signature']).toBe(signed['X-Service-Signature'])
    listener.child.kill('SIGTERM')
    await listener.exited
    const other = listen(`localhost:${port}`, '--endpoint', randomUUID())
    assert.equal(await other.exited, 1)
    expect(other.stderr()).toContain('no webhook endpoint')
    await merchantHandler.close()
  })

  test('listen passes the next event to a failing handler and says how to resend the failed one', async () => {
    const port = await freePort()
    let failing = true
    const merchantHandler = handler(port, () => (failing ? 500 : 200))
    await merchantHandler.open()
    const listener = listen(`localhost:${port}`, '--name', 'third')
    await listening(listener)
    await cancelledOrder()
    await eventually('it abandons one', async () => listener.stdout().includes('abandoned'))
    failing = false
    await eventually('the next is received', async () => merchantHandler.received.length > 0)
    expect(listener.stdout()).toMatch(/abandoned .*http_status=500 .*likuta webhooks resend [0-9a-f-]{36}/)
    await merchantHandler.close()
  })
})

describe('likuta webhooks send', () => {
  test('send sends each kind with real fields and the given changes, and prints the response', async () => {
    const port = await freePort()
    const merchantHandler = handler(port)
    await merchantHandler.open()
    const { code, stdout, stderr } = await run(
      'webhooks',
      'send',
      'transfer',
      '--merchant',
      demo.merchant_code,
      '--to',
      `localhost:${port}`,
      '--set',
      'amount=12.50',
      '--set',
      'reference=R-7',
      '--json',
    )
    assert.equal(code, 0, stderr)
    expect(JSON.parse(stdout)).toMatchObject({ delivered: true, http_status: 200 })
    const [{ headers, body }] = merchantHandler.received as [ReceivedWebhook]
    expect(body).toContain('"reference":"R-7"')
    expect(body).toContain('"amount":12.50')
    const at = Number(headers['x-service-timestamp'])
    expect(headers['x-service-signature']).toBe(
      signatureHeaders(demo.callback_secret, body, at)['X-Service-Signature'],
    )
    await merchantHandler.close()
    const refused = await run(
      'webhooks',
      'send',
      'refund',
      '--merchant',
      demo.merchant_code,
      '--to',
      `localhost:${port}`,
    )
    assert.equal(refused.code, 1)
    expect(refused.stdout).toMatch(/error +connect/)
    const unknown = await run(
      'webhooks',
      'send',
      'refund',
      '--merchant',
      demo.merchant_code,
      '--set',
      'amont=1',
      '--to',
      'localhost:1',
    )
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      expect.stringContaining('no field amont; it has event_type, status'),
    ])
  })

  test('the events of send have the fields of real ones', async () => {
    const { code, stdout, stderr } = await run('demo', '--json')
    assert.equal(code, 0, stderr)
    await cancelledOrder()
    const cancellation = await eventually('the cancellation', async () => {
      const history = await fetch(merchant.callbackUrl.replace('?', '/history?'))
      const { data } = (await history.json()) as { data: { items: { body: Event }[] } }
      return data.items.find(({ body }) => body.event_type === 'PAYMENT_CANCELLATION')?.body
    })
    const notifications = (JSON.parse(stdout) as { body?: Event }[]).flatMap(({ body }) => body ?? [])
    const kinds = {
      PAYMENT_CANCELLATION: 'payment-cancellation',
      REFUND: 'refund',
      VOID: 'void',
      REMITTANCE: 'transfer',
    }
    const seen = new Set<string>()
    for (const real of [...notifications, cancellation]) {
      const kind = real.event_type ? kinds[real.event_type] : 'payment'
      seen.add(kind)
      expect(Object.keys(samples[kind]!(Temporal.Now.instant()).body).sort()).toEqual(
        Object.keys(real).sort(),
      )
    }
    expect(seen).toEqual(new Set(['payment', ...Object.values(kinds)]))
  })
})

type Event = { event_type?: 'PAYMENT_CANCELLATION' | 'REFUND' | 'VOID' | 'REMITTANCE' }

describe('likuta webhooks verify', () => {
  const body = '{"status":"SUCCESS","reference":"ORDER-1"}'
  const signed = (secret: string) =>
    signatureHeaders(secret, body, Math.floor(Date.now() / 1000))['X-Service-Signature'] as string
  const verify = (signature: string, ...more: string[]) =>
    run('webhooks', 'verify', '--merchant', demo.merchant_code, '--signature', signature, '--json', ...more)

  test('certify names the fault of a handler on this machine, and writes a report that is signed', async () => {
    const faulty = await openFaultyHandler(demo.callback_secret, 'old_accepted')
    const file = join(directory, 'report.txt')
    try {
      const target = [faulty.url, '--merchant', demo.merchant_code, '--report', file]
      const { code, stdout } = await run('webhooks', 'certify', ...target)
      assert.equal(code, 1)
      assert.match(stdout, /^failed +old_timestamp .*\n +expected 4xx, received HTTP 200\n/m)
      assert.match(stdout, /^failed: 22 passed, 2 failed /m)
      const [content = '', signature = ''] = readFileSync(file, 'utf8').trim().split('.')
      const { keys } = (await (
        await fetch(`${merchant.baseUrl}/.well-known/receipt-keys.json`)
      ).json()) as any
      const key = createPublicKey({ key: keys[0], format: 'jwk' })
      assert.ok(isSignature(null, Buffer.from(content), key, Buffer.from(signature, 'base64url')))
      expect(JSON.parse(Buffer.from(content, 'base64url').toString())).toMatchObject({
        ...{ p: 'webhook_certification', observed_by: 'command_line', result: 'failed', url: faulty.url },
      })
      const again = await run('webhooks', 'certify', ...target)
      assert.equal(again.code, 1)
      assert.match(again.stderr, /another run began less than 60 seconds ago/)
    } finally {
      await faulty.close()
    }
  })

  test('verify accepts genuine webhooks, also from a file', async () => {
    const file = join(directory, 'body.json')
    writeFileSync(file, body)
    const { code, stdout } = await verify(signed(demo.callback_secret), '--body-file', file)
    expect([code, JSON.parse(stdout).valid]).toEqual([0, true])
  })

  test.each([
    ['another secret', () => signed(demo.api_secret), body, 'wrong_secret'],
    [
      'a reformatted body',
      () => signed(demo.callback_secret),
      '{"status": "SUCCESS", "reference": "ORDER-1"}',
      'body_changed',
    ],
    ['no signature at all', () => 'sha256=1', body, 'signature_malformed'],
  ])('verify reports the cause of a failure: %s', async (_, signature, sent, cause) => {
    const { code, stdout } = await verify(signature(), '--body', sent)
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { valid: false, cause }])
  })
})
