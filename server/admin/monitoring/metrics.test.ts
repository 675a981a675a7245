// Metrics: request and call counters, gauges of queues, and one trace from a request to its webhook.
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import { orderBody } from '../../../test/support/world/bodies.ts'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { openLoad } from '../../platform/http/load-shedding.ts'
import { openMetrics } from './metrics.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({
    settings: { TRUSTED_PROXIES: '127.0.0.1/32', ADMIN_ALLOWED_NETWORKS: '10.1.0.0/16' },
  })
})
afterAll(() => world.close())

const read = async (address = '10.1.2.3') => {
  const response = await fetch(`${world.url}/metrics`, { headers: { 'x-forwarded-for': address } })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}
/** Sums the samples whose name and labels contain these texts. */
const sumOf = (text: string, name: string, ...labels: string[]) =>
  text
    .split('\n')
    .filter(
      (line) =>
        line.startsWith(name) &&
        /^[{ ]/.test(line.slice(name.length)) &&
        labels.every((label) => line.includes(label)),
    )
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)

describe('/metrics', () => {
  test('metrics are served to the admin networks only [S-16]', async () => {
    expect((await read('203.0.113.9')).status).toBe(403)
    const { status, type, text } = await read()
    expect([status, type]).toEqual([200, expect.stringContaining('text/plain')])
    expect(text).toMatch(/^likuta_build_info\{version="\d+\.\d+\.\d+"\} 1$/m)
    expect(sumOf(text, 'likuta_database_up')).toBe(1)
  })

  test('requests count by route pattern and statements by name; unknown paths share one series', async () => {
    const before = (await read()).text
    for (let i = 0; i < 3; i++) {
      const response = await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url))
      expect(response.status).toBe(200)
    }
    for (const path of ['/a', '/b', '/c']) await fetch(`${world.url}${path}`)
    await eventually('all requests are counted', async () => {
      const { text } = await read()
      const grown = (name: string, ...labels: string[]) =>
        sumOf(text, name, ...labels) - sumOf(before, name, ...labels)
      return (
        grown('likuta_request_seconds_count', 'route="/api/v1/payment/orders"', 'status="200"') === 3 &&
        grown('likuta_request_seconds_count', 'route="none"', 'status="404"') === 3 &&
        grown('likuta_statements_total', 'statement="insert_orders"') === 3
      )
    })
    expect((await read()).text).not.toContain('route="/a"')
  })

  test('metrics report outcomes of gateway and webhook calls, and the waiting queues', async () => {
    const order = await world.signed('POST', '/api/v1/payment/orders', {
      ...orderBody(world.url),
      callback_url: `${world.url}/nobody-here`,
    })
    const link = order.body.data.links
    await world.checkout(link, 'cancel')
    await eventually(
      'a refused webhook is counted',
      async () => sumOf((await read()).text, 'likuta_webhook_seconds_count', 'outcome="4xx"') >= 1,
    )
    await world.cardToken(link, '4242424242424242').catch(() => undefined)
    const { text } = await read()
    for (const level of ['likuta_unknown_operations', 'likuta_webhooks_due', 'likuta_webhooks_lag_seconds'])
      expect(text).toMatch(new RegExp(`^${level} \\d`, 'm'))
    for (const queue of ['holds', 'exceptions', 'adjustments', 'alerts', 'go_live', 'dead_webhooks'])
      expect(text).toContain(`likuta_waiting_for_people{queue="${queue}"}`)
    expect(text).toContain('likuta_worker_idle_seconds{worker="delivery of webhooks"}')
    expect(text).toMatch(/likuta_database_connections\{pool="api",state="idle"\} \d/)
  })

  test('metrics contain nothing that a merchant or customer wrote [S-57]', async () => {
    const { text } = await read()
    for (const secret of [world.merchant.merchant_code, world.merchant.api_key, world.merchant.email])
      expect(text).not.toContain(secret)
  })
})

test('metrics are served while the database hangs, without the gauges it provides', async () => {
  const metrics = openMetrics({
    databases: {},
    loops: () => [],
    load: openLoad(1),
    levels: [
      { name: 'hanging', help: 'x', read: () => new Promise(() => {}) },
      { name: 'hanging_queues', help: 'x', label: 'queue', read: () => new Promise(() => {}) },
      { name: 'hanging_up', help: 'x', read: () => new Promise(() => {}), otherwise: 0 },
    ],
  })
  const text = await metrics.text()
  metrics.close()
  expect(text).not.toMatch(/^hanging(_queues)?[ {]/m)
  expect(text).toMatch(/^hanging_up 0$/m)
  expect(text).toContain('process_resident_memory_bytes')
})

/** The metrics of a deployment with three cells, one of which has no tables. */
async function ofThreeCells(): Promise<string> {
  const divided = await openWorld({
    database: await openTestDatabase({ cells: 3 }),
    role: 'api',
    settings: { ADMIN_ALLOWED_NETWORKS: '127.0.0.1/32', CELLS: '3' },
  })
  await divided.db.rows({ name: '', text: 'alter schema cell_3 rename to moved_3' })
  const text = await (await fetch(`${divided.url}/metrics`)).text()
  await divided.close()
  return text
}

test('metrics name the cell that does not respond', async () => {
  const lines = (await ofThreeCells()).match(/^likuta_cell_up\{.*$/gm)
  expect(lines).toEqual([1, 2, 3].map((cell) => `likuta_cell_up{cell="${cell}"} ${cell === 3 ? 0 : 1}`))
})

test.each(['deploy/monitoring/alerts.yaml', 'deploy/monitoring/grafana-dashboard.json'])(
  '%s queries only metrics that are served',
  async (file) => {
    const text = [(await read()).text, await ofThreeCells()].join('\n')
    const requested = new Set(readFileSync(file, 'utf8').match(/\b(likuta|process|nodejs)_[a-z0-9_]+/g))
    expect(requested.size).toBeGreaterThan(5)
    const received = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
        type === 'histogram' ? [`${name}_count`, `${name}_bucket`] : [name],
      ),
    )
    expect([...requested].filter((name) => !received.has(name))).toEqual([])
  },
)

test('each alert names a runbook that exists', () => {
  const text = readFileSync('deploy/monitoring/alerts.yaml', 'utf8')
  const books = [...text.matchAll(/^ +runbook: '(\S+)'$/gm)].map(([, path]) => path as string)
  expect(books).toHaveLength(text.match(/- alert:/g)!.length)
  expect(books.filter((path) => !existsSync(path))).toEqual([])
})
