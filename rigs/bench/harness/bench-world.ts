// The environment of servers under test: a separate database with one merchant in it.
import { randomBytes } from 'node:crypto'
import { type Credentials, registerMerchant } from '../../../server/merchants/identity/register.ts'
import { type Database, openDatabase } from '../../../server/platform/database/database.ts'
import { openSecrets, type Secrets } from '../../../server/platform/security/secrets.ts'
import { systemClock } from '../../../server/platform/time/clock.ts'
import type { Parts } from '../parts.ts'
import type { Outgoing } from '../workloads/workload.ts'
import { type BenchDatabase, startDatabase } from './database.ts'
import { signedHeaders } from './load.ts'

export type BenchWorld = {
  database: BenchDatabase
  db: Database
  secrets: Secrets
  databaseUrl: string
  masterKey: string
  credentials: Credentials
}

export async function openBenchWorld(parts: Parts): Promise<BenchWorld> {
  const database = await parts.start(startDatabase())
  const masterKey = randomBytes(32)
  const secrets = openSecrets(masterKey)
  const db = openDatabase(database.url, { connections: 1, name: 'bench' })
  await parts.start(Promise.resolve({ stop: () => db.close() }))
  const credentials = await registerMerchant(
    { db, secrets, clock: systemClock, merchantPrefix: 'LKT' },
    { name: 'Bench', email: 'bench@example.com', environment: 'sandbox', password: 'correct horse battery' },
  )
  return {
    database,
    db,
    secrets,
    databaseUrl: database.url,
    masterKey: masterKey.toString('base64'),
    credentials,
  }
}

/** Sends one request, which must get a 200; returns the response body. */
export function asker(url: string, credentials: Credentials): (request: Outgoing) => Promise<unknown> {
  return async (request) => {
    const { method, path } = request
    const headers = signedHeaders(request, credentials)
    const response = await fetch(url + path, { method, headers, body: request.body.toString() })
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
}
