// One payment is one trace, from the merchant's request through the database to the webhook. The tracer is global,
// so the system runs as its own process, with the tracer preloaded as an operator would.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { requestSignature } from '../../server/merchants/identity/signed-request.ts'
import { freePort } from '../../server/platform/process/ports.ts'
import { demoOrder } from '../../server/portal/sample-requests.ts'
import { eventually } from '../support/http/eventually.ts'
import { type Run, readyUrl, runLikuta } from '../support/http/process.ts'

let directory: string
let system: Run
let url: string
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'likuta-trace-'))
  const tracer = join(directory, 'tracer.mjs')
  const sdk = import.meta.resolve('@opentelemetry/sdk-trace-node')
  writeFileSync(
    tracer,
    `import { appendFileSync } from 'node:fs'
import { NodeTracerProvider, SimpleSpanProcessor } from ${JSON.stringify(sdk)}
const exporter = {
  export(spans, done) {
    for (const span of spans) appendFileSync(process.env.SPANS, JSON.stringify({ name: span.name, kind: span.kind, trace: span.spanContext().traceId, attributes: span.attributes }) + '\\n')
    done({ code: 0 })
  },
  async shutdown() {},
}
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register()
`,
  )
  const ports = [await freePort(), await freePort(), await freePort()].map(String)
  const [PORT, SANDBOX_PORT, METRICS_PORT] = ports as [string, string, string]
  system = runLikuta(['start'], {
    LIKUTA_DATA_DIR: join(directory, 'data'),
    PORT,
    SANDBOX_PORT,
    METRICS_PORT,
    NODE_OPTIONS: `--import ${tracer}`,
    SPANS: join(directory, 'spans.jsonl'),
  })
  url = await readyUrl(system)
  monitoring = `http://localhost:${METRICS_PORT}`
})
let monitoring: string
afterAll(() => {
  system.child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

type Span = { name: string; trace: string; attributes: Record<string, unknown> }
const spans = () =>
  readFileSync(join(directory, 'spans.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Span)

test("one trace holds the caller's request, its statements, the gateway call and the webhook", async () => {
  const merchant = JSON.parse(
    readFileSync(join(directory, 'data', 'demo-merchant.json'), 'utf8'),
  ) as Credentials
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const traceparent = `00-${trace}-b7ad6b7169203331-01`
  const received: Record<string, unknown>[] = []
  const handler = createServer((request, response) => {
    received.push(request.headers)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(handler, 'listening')
  const { port } = handler.address() as { port: number }
  const path = '/api/v1/payment/orders'
  const body = Buffer.from(
    JSON.stringify({ ...demoOrder(url), callback_url: `http://localhost:${port}/hook` }),
  )
  const timestamp = String(Math.floor(Date.now() / 1000))
  const order = await fetch(`${url}${path}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      traceparent,
      'x-api-key': merchant.api_key,
      'x-timestamp': timestamp,
      'x-signature': requestSignature(merchant.api_secret, { timestamp, method: 'POST', path, body }),
    },
  })
  assert.equal(order.status, 200)
  const { data } = (await order.json()) as { data: { links: string } }
  const link = new URL(data.links)
  const act = (name: string) =>
    fetch(`${link.origin}${link.pathname}/${name}${link.search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent },
      body: '{}',
    })
  assert.equal((await act('session')).status, 200)
  assert.equal((await act('cancel')).status, 200)
  await eventually('the webhook has arrived', async () => received.length > 0)
  const names = await eventually('its span is written', async () => {
    const found = spans()
      .filter((span) => span.trace === trace)
      .map(({ name }) => name)
    return found.includes('webhook delivery') && found
  })
  for (const name of [
    'POST /api/v1/payment/orders',
    'statement insert_orders',
    'upstream card-gateway',
    'webhook delivery',
  ])
    expect(names).toContain(name)
  expect(received[0]).not.toHaveProperty('traceparent')
  handler.close()
})

test('the monitoring port serves only health and metrics', async () => {
  expect((await fetch(`${monitoring}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${monitoring}/metrics`)).text()).toContain('likuta_database_up 1')
  expect((await fetch(`${monitoring}/api/v1/payment/status`)).status).toBe(404)
})
