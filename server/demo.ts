// The demo merchant of a sandbox: made once, so that a newcomer can pay a link a minute after installing.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Deployment, writeWhole } from './deployment.ts'
import { keyHolder } from './merchants/merchant.ts'
import { type Credentials, registerMerchant } from './merchants/register.ts'
import { openDatabase } from './platform/database.ts'
import type { System } from './system.ts'

export const demoCallbackPath = '/api/v1/test/test-callback'

/** What the demo merchant orders when nothing else is said. */
export function demoOrder(baseUrl: string): Record<string, unknown> {
  return {
    amount: 25.5,
    currency: 'USD',
    merchant_reference: 'DEMO-1',
    callback_url: `${baseUrl}${demoCallbackPath}`,
    bill_to_forename: 'Grâce',
    bill_to_surname: 'Mukendi',
    bill_to_email: 'grace.mukendi@example.com',
    bill_to_phone: '0991234567',
    bill_to_address_line1: '12 avenue du Lac',
    bill_to_address_city: 'Goma',
    bill_to_address_country: 'CD',
  }
}

/** Makes the demo merchant when there is none, and prints all a newcomer needs on standard output. */
export async function seedDemo(system: System, deployment: Deployment): Promise<void> {
  const { BASE_URL: baseUrl } = system.settings
  const demo = await demoMerchant(system, deployment.dataDirectory)
  const holder = await keyHolder(system.db, demo.api_key)
  const order =
    holder &&
    (await system.cardRoutes.orders.create(
      holder.merchant,
      JSON.parse(JSON.stringify(demoOrder(baseUrl)), rawNumbers),
    ))
  const link = order && order !== 'stale' ? order.data.links : ''
  const [admin] = system.settings.ADMIN_TOKENS
  process.stdout.write(
    [
      `demo merchant ${demo.merchant_code}`,
      `  api key          ${demo.api_key}`,
      `  api secret       ${demo.api_secret}`,
      `  callback secret  ${demo.callback_secret}`,
      `  merchant secret  ${demo.merchant_secret}`,
      `  sign in          ${demo.email}  ${demo.password}`,
      'create an order',
      ...signedCurl(baseUrl, demo).map((line) => `  ${line}`),
      `see the webhook    curl -s ${baseUrl}${demoCallbackPath}/last`,
      'cards to try (any future expiry, any security code)',
      '  4242 4242 4242 4242  pays at once',
      '  4000 0000 0000 3220  asks for a code: 1234',
      '  4000 0000 0000 9995  refused: insufficient funds',
      `admin token ${admin?.token ?? ''}`,
      `checkout link ${link}`,
      '',
    ].join('\n'),
  )
}

const rawNumbers = (_key: string, value: unknown, { source }: { source: string }) =>
  typeof value === 'number' ? JSON.rawJSON(source) : value

/** The demo merchant's credentials, kept in the data directory; made anew when the database does not know them. */
export async function demoMerchant(
  system: Pick<System, 'settings' | 'secrets' | 'clock' | 'db'>,
  dataDirectory: string,
): Promise<Credentials> {
  const file = demoFile(dataDirectory)
  if (existsSync(file)) {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Credentials
    if (await keyHolder(system.db, kept.api_key)) return kept
  }
  const { settings, secrets, clock } = system
  const db = openDatabase(settings.DATABASE_URL, { connections: 1, name: 'mosolo-demo' })
  const email = `demo-${Math.floor(clock.now().epochMilliseconds / 1000)}@mosolo.example`
  const made = await registerMerchant(
    { db, secrets, clock, merchantPrefix: settings.MERCHANT_PREFIX },
    { name: 'Boutique Lac Kivu', email, environment: 'sandbox', microformOrigins: ['http://localhost:3000'] },
  ).finally(() => db.close())
  writeWhole(file, JSON.stringify(made, null, 2))
  return made
}

export function demoFile(dataDirectory: string): string {
  return join(dataDirectory, 'demo-merchant.json')
}

/** A signed request that can be pasted into a shell; the timestamp and signature are made when it runs. */
function signedCurl(baseUrl: string, demo: Credentials): string[] {
  const body = JSON.stringify(demoOrder(baseUrl))
  return [
    `body='${body}'`,
    `t=$(date +%s); path=/api/v1/payment/orders`,
    `sig=$(printf '%s\\nPOST\\n%s\\n%s' "$t" "$path" "$body" | openssl dgst -sha256 -hmac '${demo.api_secret}' -r | cut -d' ' -f1)`,
    `curl -s ${baseUrl}$path -H 'Content-Type: application/json' -H 'X-API-Key: ${demo.api_key}' -H "X-Timestamp: $t" -H "X-Signature: $sig" -d "$body"`,
  ]
}
