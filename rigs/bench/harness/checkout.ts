// A checkout of the project whose server is measured: this one, or an earlier one as its control. Tables, merchant
// and server come from the checkout's own code, because they change together.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { commitOf } from '../machine.ts'

export type Checkout = {
  commit: string
  /** The module that runs as the process under test; its messages are those of `servers.ts`. */
  serverModule: URL
  migrate(databaseUrl: string): Promise<unknown>
  registerMerchant(databaseUrl: string, masterKey: Buffer): Promise<Credentials>
}

const needed = ['node_modules', 'server/main.js', 'rigs/bench/harness/server.ts', 'web/dist']

/** @throws Error when the folder is no checkout that can run. */
export function openCheckout(folder = join(import.meta.dirname, '../../..')): Checkout {
  const root = resolve(folder)
  const missing = needed.filter((path) => !existsSync(join(root, path)))
  if (missing.length > 0)
    throw new Error(
      `${root} is no checkout that can run (run npm ci in it): ${missing.join(', ')} is missing`,
    )
  const url = (path: string) => pathToFileURL(join(root, path))
  const load = <Module>(path: string) => import(url(path).href) as Promise<Module>
  return {
    commit: commitOf(root),
    serverModule: url('rigs/bench/harness/server.ts'),
    async migrate(databaseUrl) {
      const { migrate } = await load<Migrations>('server/platform/database/migrations.ts')
      return migrate(databaseUrl)
    },
    async registerMerchant(databaseUrl, masterKey) {
      const [{ openDatabase }, { openSecrets }, { systemClock: clock }, { registerMerchant }] =
        await Promise.all([
          load<Databases>('server/platform/database/database.ts'),
          load<SecretsModule>('server/platform/secrets.ts'),
          load<Clocks>('server/platform/time/clock.ts'),
          load<Registration>('server/merchants/identity/register.ts'),
        ])
      const db = openDatabase(databaseUrl, { connections: 1, name: 'bench' })
      const needs = { db, secrets: openSecrets(masterKey), clock, merchantPrefix: 'LKT' }
      return registerMerchant(needs, benchMerchant).finally(() => db.close())
    },
  }
}

const benchMerchant = {
  name: 'Bench',
  email: 'bench@example.com',
  environment: 'sandbox',
  password: 'correct horse battery',
} as const

type Migrations = typeof import('../../../server/platform/database/migrations.ts')
type Databases = typeof import('../../../server/platform/database/database.ts')
type SecretsModule = typeof import('../../../server/platform/secrets.ts')
type Clocks = typeof import('../../../server/platform/time/clock.ts')
type Registration = typeof import('../../../server/merchants/identity/register.ts')
