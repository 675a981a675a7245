// A production deployment whose database names addresses in its own network never connects to them.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/http/eventually.ts'
import { productionSettings } from '../support/world/settings.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let canary: Server
let connections = 0
/** A port that outgoing calls may use, so that only the address decides. */
let port: number
beforeAll(async () => {
  for (port of [8443, 443]) {
    canary = createServer((socket) => {
      connections += 1
      socket.destroy()
    }).listen(port, '::')
    const [outcome] = await Promise.race([
      once(canary, 'listening').then(() => ['open']),
      once(canary, 'error'),
    ])
    if (outcome === 'open') break
  }
  assert.ok(canary.listening, 'neither 8443 nor 443 is free')
  world = await openWorld({ settings: productionSettings() })
})
afterAll(async () => {
  canary.close()
  await world.close()
})

const hosts = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '0x7f.1', '0x7f000001', '2130706433', '0177.0.0.1', '017700000001'],
  ...['①②⑦.⓪.⓪.①', '127.0.0.1.', '%31%32%37.0.0.1', '0', '0.0.0.0', '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]'],
  ...['[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[::ffff:0:127.0.0.1]', 'localhost', 'LOCALHOST'],
  ...['localhost.', 'a.localhost', 'ｌocalhost', 'db.internal', 'printer.local', 'shop.onion', 'intranet', 'metadata.google.internal'],
  ...['10.0.0.1', '10.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '192.168.257', '0xc0a80101', '100.64.0.1', '169.254.169.254'],
  ...['2852039166', '192.0.0.8', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.51.100.7', '203.0.113.9', '224.0.0.1', '240.0.0.1'],
  ...['255.255.255.255', '[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[100::1]', '[2001::1]', '[2001:db8::1]'],
] // biome-ignore format: a table with one row per line

test('control: the canary detects a connection', async () => {
  await fetch(`http://127.0.0.1:${port}/`).catch(() => {})
  assert.equal(connections, 1)
  connections = 0
})

test('sixty spellings of internal addresses, stored before any rule, are never called [S-34] [S-35]', async () => {
  assert.ok(hosts.length >= 60, String(hosts.length))
  const urls = hosts.flatMap((host) => [
    `https://${host}:${port}/hook`,
    `http://${host}:${port}/hook`,
    `https://shop.example@${host}:${port}/`,
  ])
  await world.db.rows(
    {
      name: 'store_hostile_urls',
      text: `insert into webhook_event (event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint, signed, body, next_attempt_at, created_at)
             select e.id, m.id, m.environment, 'canary:' || e.id, 'TEST', 'canary:' || e.id, e.url, 'canary:' || e.id, true, '{}', now(), now()
               from merchant m, unnest($2::uuid[], $3::text[]) as e(id, url) where m.merchant_code = $1`,
    },
    [world.merchant.merchant_code, urls.map(() => randomUUID()), urls],
  )
  const attempts = await eventually('each was attempted', async () => {
    const rows = await world.db.rows<{ state: string; error: string | null; response_head: string }>({
      name: 'attempts_at_hostile_urls',
      text: `select e.state, a.error, a.response_head from webhook_event e join webhook_attempt a on a.event_id = e.id where e.subject like 'canary:%'`,
    })
    return rows.length >= urls.length && rows
  })
  for (const { state, error, response_head } of attempts) {
    expect(['refused_address', 'dns']).toContain(error)
    expect([state === 'DELIVERED', response_head]).toEqual([false, ''])
  }
  assert.equal(connections, 0)
})
