// The environment of servers under test: a separate database with one merchant in it.
import { randomBytes } from 'node:crypto'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { type Database, openDatabase } from '../../../server/platform/database/database.ts'
import { openSecrets, type Secrets } from '../../../server/platform/secrets.ts'
import { signedHeaders } from '../load/load.ts'
import type { Parts } from '../parts.ts'
import type { Send } from '../workloads/workload.ts'
import { type Checkout, openCheckout } from './checkout.ts'
import { type BenchDatabase, startDatabase } from './database.ts'

export type BenchWorld = {
  checkout: Checkout
  database: BenchDatabase
  db: Database
  secrets: Secrets
  databaseUrl: string
  masterKey: string
  credentials: Credentials
}

/** @param checkout whose tables the database has. */
export async function openBenchWorld(parts: Parts, checkout = openCheckout()): Promise<BenchWorld> {
  const database = await parts.start(startDatabase(checkout.migrate))
  const masterKey = randomBytes(32)
  const secrets = openSecrets(masterKey)
  const db = openDatabase(database.url, { connections: 1, name: 'bench' })
  await parts.start(Promise.resolve({ stop: () => db.close() }))
  const credentials = await checkout.registerMerchant(database.url, masterKey)
  return {
    checkout,
    database,
    db,
    secrets,
    databaseUrl: database.url,
    masterKey: masterKey.toString('base64'),
    credentials,
  }
}

export function asker(url: string, credentials: Credentials): Send {
  return async (request) => {
    const { method, path } = request
    const headers = signedHeaders(request, credentials)
    const response = await fetch(url + path, { method, headers, body: request.body.toString() })
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
}
