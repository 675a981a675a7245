// A product with a history: a separate database, merchants, a server, and the requested number of payments and
// transfers.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import type { Parts } from '../parts.ts'
import { type History, writeHistory } from '../suites/history.ts'
import { transfer } from '../workloads/inbound.ts'
import { orderRequest } from '../workloads/orders.ts'
import { asker } from './bench-world.ts'
import { type BenchDatabase, startDatabase } from './database.ts'
import { registerMerchants } from './merchants.ts'
import { type Server, startServer } from './servers.ts'

export type Filled = {
  database: BenchDatabase
  server: Server
  /** Has the payments and transfers of the history, and one more of each. */
  merchant: Credentials
  /** A direct connection to the database. */
  client: pg.Client
  /** For more servers on the database. */
  world: { databaseUrl: string; masterKey: string }
  history: History
}

const merchantCount = 4
const none: History = { payments: 0, transfers: 0, seconds: 0, bytes: 0 }

/** @param wanted.rows may be 0. Shared buffers and other settings are PostgreSQL's defaults, as with `npm start`. */
export async function startFilled(parts: Parts, wanted: Parameters<typeof writeHistory>[1]): Promise<Filled> {
  const database = await parts.start(startDatabase())
  const masterKey = randomBytes(32)
  const merchants = await registerMerchants(database.url, masterKey, merchantCount)
  const client = new pg.Client({ connectionString: database.url, application_name: 'bench' })
  await client.connect()
  void parts.start(Promise.resolve({ stop: () => client.end() }))
  await client.query(
    `insert into wallet (merchant_id, environment, currency, available_minor)
     select id, environment, 'USD', 1000000000000 from merchant`,
  )
  const world = { databaseUrl: database.url, masterKey: masterKey.toString('base64') }
  const first = await parts.start(startServer('product', world))
  for (const [i, merchant] of merchants.entries()) {
    const send = asker(first.url, merchant)
    await send(orderRequest(i))
    await send(transfer({ merchant }, merchant.merchant_code))
  }
  await first.stop()
  const history = wanted.rows > 0 ? await writeHistory(database.url, wanted) : none
  // A server started earlier would keep the plans that it made for empty tables.
  const server = await parts.start(startServer('product', world))
  return { database, server, merchant: merchants[0] as Credentials, client, world, history }
}

export function basicHeaders({ merchant_code, merchant_secret }: Credentials): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${merchant_code}:${merchant_secret}`).toString('base64')}` }
}

/** Signs in to the portal. */
export async function signIn(
  { url }: Server,
  { email, password }: Credentials,
): Promise<Record<string, string>> {
  const response = await fetch(`${url}/api/v1/merchant/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { data } = (await response.json()) as { data: { access_token: string } }
  return { authorization: `Bearer ${data.access_token}` }
}
