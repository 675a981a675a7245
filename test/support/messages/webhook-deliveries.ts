// A database with a merchant, a server that receives its webhooks, and workers that deliver them.
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, beforeEach } from 'vitest'
import { registerMerchant } from '../../../server/merchants/identity/register.ts'
import { type Database, openDatabase } from '../../../server/platform/database/database.ts'
import { type Outbound, openOutbound } from '../../../server/platform/network/outbound.ts'
import { openLog, silentLog } from '../../../server/platform/process/log.ts'
import type { Loop } from '../../../server/platform/process/worker-loop.ts'
import { openSecrets } from '../../../server/platform/secrets.ts'
import { manualClock } from '../../../server/platform/time/clock.ts'
import { type DeliveryNeeds, startDeliveries } from '../../../server/webhooks/delivery/deliver.ts'
import { claimDue, pendingEndpoints } from '../../../server/webhooks/delivery/queries.ts'
import { enqueueWebhook } from '../../../server/webhooks/enqueue-webhook.ts'
import { eventually } from '../http/eventually.ts'
import { openTestDatabase } from '../world/database.ts'

export type Received = { path: string; headers: IncomingMessage['headers']; body: string }

export const secrets = openSecrets(randomBytes(32))

export let database: Awaited<ReturnType<typeof openTestDatabase>>
export let db: Database
export let clock: ReturnType<typeof manualClock>
export let outbound: Outbound
export let loops: Loop[]
export let merchant: { id: bigint; secret: string }
export let server: Server
export let received: Received[]
let respond: (request: Received, response: ServerResponse) => void

export async function newMerchant() {
  const email = `${randomBytes(4).toString('hex')}@example.com`
  const made = await registerMerchant(
    { db, secrets, clock, merchantPrefix: 'LKT' },
    { name: 'M', email, environment: 'sandbox', password: 'x'.repeat(12) },
  )
  const [row] = await db.rows<{ id: bigint }>(
    { name: 'merchant_id', text: 'select id from merchant where email = $1' },
    [email],
  )
  return { id: row!.id, secret: made.callback_secret }
}

/** What merchants were notified of about their endpoints. */
const notices: string[] = []

export const needs = (): DeliveryNeeds => ({
  db,
  clock,
  wallClock: clock,
  log: process.env.TEST_LOG ? openLog('debug') : silentLog,
  secrets,
  outbound,
  speed: 1,
  notify: async (_sql, { kind, endpoint }) => void notices.push(`${kind} ${endpoint}`),
})

export function work(): Loop {
  const loop = startDeliveries(needs())
  loops.push(loop)
  return loop
}

/** Claims events as a worker that dies before it records anything. */
export async function claimAndVanish({
  room = 64,
  firstCallsOnly = 0,
  retriesFirst = false,
  token = randomUUID() as string,
} = {}) {
  const now = clock.now()
  const endpoints = (await db.rows(pendingEndpoints, ['', 500, now])).map(({ endpoint }) => endpoint)
  const values = [now, token, now.add({ seconds: 30 }), room, firstCallsOnly, retriesFirst ? 1 : 0, endpoints]
  return db.rows(claimDue, values)
}

export const run = <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  db.rows<Row>({ name: '', text }, values)

export const owner = (others = 0n) => ({ merchantId: merchant.id + others, environment: 'sandbox' })

export const urlOf = (path = '/hook') =>
  `http://127.0.0.1:${(server.address() as { port: number }).port}${path}`

export const notify = (
  key: string,
  more: { subject?: string; url?: string | null; merchantId?: bigint; signed?: boolean; body?: object } = {},
) =>
  db.transaction((sql) =>
    enqueueWebhook(
      sql,
      {
        ...owner(),
        subject: `s:${key}`,
        eventType: 'PAYMENT',
        dedupeKey: key,
        url: urlOf(),
        signed: true,
        body: { key, name: 'Grâce' },
        ...more,
      },
      clock.now(),
    ),
  )

export const stateOf = async (key: string) =>
  (
    await db.rows<{ state: string; attempts: number }>(
      { name: 'state_of', text: 'select state, attempts from webhook_event where dedupe_key = $1' },
      [key],
    )
  )[0]

export const becomes = (key: string, state: string) =>
  eventually(`${key} is ${state}`, async () => (await stateOf(key))?.state === state)

/** Opens all of this anew before each test of a file, and closes it afterwards. */
export function openDeliveriesForEach(): void {
  beforeEach(async () => {
    database = await openTestDatabase()
    db = openDatabase(database.url, { connections: 6, name: 'test' })
    clock = manualClock()
    outbound = openOutbound({ reach: 'private' })
    loops = []
    received = []
    respond = (_request, response) => response.end('ok')
    server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const got = {
          path: request.url ?? '',
          headers: request.headers,
          body: Buffer.concat(chunks).toString(),
        }
        received.push(got)
        respond(got, response)
      })
    }).listen(0, '0.0.0.0')
    await once(server, 'listening')
    merchant = await newMerchant()
  })
  afterEach(async () => {
    await Promise.all(loops.map((loop) => loop.stop()))
    server.closeAllConnections()
    server.close()
    await outbound.close()
    await db.close()
    await database.drop()
  })
}

/** Sets how the server responds from now on in this test. */
export function respondWith(how: typeof respond): void {
  respond = how
}
