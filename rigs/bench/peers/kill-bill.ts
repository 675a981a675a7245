// Kill Bill's purchases with its external payment method, which records the payment and calls no gateway.
import { randomUUID } from 'node:crypto'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../../server/platform/process/ports.ts'
import type { Outgoing } from '../workloads/workload.ts'
import { call, type Peer, startPeer } from './peer.ts'

/** An account is locked during a purchase, so there are more of them than requests in flight. */
const accounts = 256

export type KillBill = Peer & { purchase(n: number): Outgoing }

/** What is missing in the folder; undefined when it is installed. */
export function missingOfKillBill(folder: string): string | undefined {
  const missing = ['killbill.war', 'jetty-runner.jar', 'ddl'].filter(
    (name) => !existsSync(join(folder, name)),
  )
  return missing.length > 0 ? missing.map((name) => join(folder, name)).join(', ') : undefined
}

/** @param databaseUrl an empty database. */
export async function startKillBill(folder: string, databaseUrl: string): Promise<KillBill> {
  await createTables(folder, databaseUrl)
  const port = await freePort()
  const bundles = mkdtempSync(join(tmpdir(), 'likuta-kill-bill-'))
  const peer = await startPeer({
    command: 'java',
    parameters: [
      ...opened.map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
      ...Object.entries(settingsOf(databaseUrl, bundles)).map(([name, value]) => `-D${name}=${value}`),
      ...['-Xmx2g', '-jar', join(folder, 'jetty-runner.jar')],
      ...['--host', '127.0.0.1', '--port', String(port), join(folder, 'killbill.war')],
    ],
    url: `http://127.0.0.1:${port}`,
    readyPath: '/1.0/healthcheck',
    readyWithinSeconds: 240,
  })
  const stop = () => peer.stop().finally(() => rmSync(bundles, { recursive: true, force: true }))
  try {
    const headers = await createTenant(peer.url)
    const ids = await createAccounts(peer.url, headers)
    const body = Buffer.from(
      JSON.stringify({ transactionType: 'PURCHASE', amount: '25.50', currency: 'USD' }),
    )
    const purchase = (n: number) => ({
      method: 'POST',
      path: `/1.0/kb/accounts/${ids[n % ids.length]}/payments`,
      headers,
      body,
    })
    peer.suspend()
    return { ...peer, purchase, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Packages that its libraries reach by reflection, which Java refuses since version 16. */
const opened = [
  ...['java.lang', 'java.lang.reflect', 'java.util', 'java.net', 'java.io', 'java.nio', 'java.time'],
  ...['file', 'ftp', 'http', 'https', 'jar'].map((protocol) => `sun.net.www.protocol.${protocol}`),
]

function settingsOf(databaseUrl: string, bundles: string): Record<string, string> {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl)
  const url = `jdbc:postgresql://${hostname}:${port}${pathname}`
  const access = (prefix: string) => ({
    [`${prefix}.url`]: url,
    [`${prefix}.user`]: username,
    [`${prefix}.password`]: password,
  })
  return {
    ...access('org.killbill.dao'),
    ...access('org.killbill.billing.osgi.dao'),
    'org.killbill.osgi.bundle.install.dir': bundles,
    // It would ask a server on the internet for newer versions.
    'org.killbill.server.updateCheck.skip': 'true',
    'org.killbill.server.multitenant': 'true',
    'org.killbill.security.shiroResourcePath': 'classpath:shiro.ini',
  }
}

/** The files are applied in the order of their names. */
async function createTables(folder: string, databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const file of globSync(join(folder, 'ddl/*.sql')).toSorted())
      await client.query(readFileSync(file, 'utf8'))
  } finally {
    await client.end()
  }
}

async function createTenant(url: string): Promise<Record<string, string>> {
  const tenant = { apiKey: 'bench', apiSecret: randomUUID() }
  const headers = {
    authorization: `Basic ${Buffer.from('admin:password').toString('base64')}`,
    'content-type': 'application/json',
    'x-killbill-createdby': 'bench',
  }
  await call(url, { path: '/1.0/kb/tenants', headers, body: tenant })
  return { ...headers, 'x-killbill-apikey': tenant.apiKey, 'x-killbill-apisecret': tenant.apiSecret }
}

async function createAccounts(url: string, headers: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < accounts; n++) {
    const body = { name: `Bench ${n}`, currency: 'USD', externalKey: `bench-${n}` }
    const created = await call(url, { path: '/1.0/kb/accounts', headers, body })
    const id = created.headers.get('location')?.split('/').at(-1) as string
    const method = { pluginName: '__EXTERNAL_PAYMENT__', pluginInfo: {} }
    await call(url, { path: `/1.0/kb/accounts/${id}/paymentMethods?isDefault=true`, headers, body: method })
    ids.push(id)
  }
  return ids
}
