// The demo merchant of a sandbox, created at the first start, so that a newcomer can pay a link within a minute.

import type { Deployment } from '../../../config/sandbox-deployment.ts'
import { randomReadableCode } from '../../../kernel/id.ts'
import { keyHolder, type Merchant } from '../../../merchants/identity/merchant.ts'
import { type Credentials, registerMerchant } from '../../../merchants/identity/register.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { placeAmong } from '../../../platform/http/place.ts'
import { demoOrder, demoTransfer, numbersToTry } from '../../../portal/sample-requests.ts'
import { formatHundredths } from '../../../remittance/transfer/formats.ts'
import { addMoney, walletPair } from '../../../remittance/wallets/merchant-reads.ts'
import { testCallbackPath } from '../../../webhooks/test-receiver/test-callback.ts'
import type { System } from '../../system.ts'
import { declaredPath } from './declared-path.ts'
import { currentDemoCredentials, storeDemoCredentials, storedDemoCredentials } from './demo-credentials.ts'

/** What a newcomer needs to use the demo merchant of a sandbox. */
export type Demo = {
  credentials: Omit<Credentials, 'merchant_secret'> & { merchant_secret: string | null }
  /** What the wallet has, in US cents. */
  available: bigint
  adminToken: string
  checkoutLink: string
}

/** Creates the demo merchant if there is none, and a payment to try. `merchant_secret` is null once a request has replaced it. */
export async function seedDemo(system: System, deployment: Deployment): Promise<Demo> {
  const { BASE_URL: baseUrl } = system.settings
  const firstCell = placeAmong(system.places.at, 1)
  const demo = await demoMerchant(firstCell, deployment.dataDirectory)
  const holder = await keyHolder(firstCell.db, demo.api_key)
  const order =
    holder &&
    (await firstCell.cards.orders.create(
      holder.merchant,
      JSON.parse(JSON.stringify(demoOrder(baseUrl)), rawNumbers),
    ))
  const { merchant_secret } = await currentDemoCredentials(firstCell, demo)
  return {
    credentials: { ...demo, merchant_secret: merchant_secret ?? null },
    available: holder ? await demoMoney(firstCell, holder.merchant, demo.merchant_code) : 0n,
    adminToken: system.settings.ADMIN_TOKENS[0]?.token ?? '',
    checkoutLink: order && order !== 'stale' ? order.data.links : '',
  }
}

/** Returns the credentials and first steps as text for a person. */
export function demoText(
  { credentials: demo, available, adminToken, checkoutLink }: Demo,
  baseUrl: string,
): string {
  return [
    `demo merchant ${demo.merchant_code}`,
    `  api key          ${demo.api_key}`,
    `  api secret       ${demo.api_secret}`,
    `  callback secret  ${demo.callback_secret}`,
    `  merchant secret  ${demo.merchant_secret ?? replacedSecret(demo)}`,
    `  sign in          ${demo.email}  ${demo.password}`,
    'create an order',
    ...signedCurl(baseUrl, demo).map((line) => `  ${line}`),
    `see the webhook    curl -s ${baseUrl}${testCallbackPath}/last`,
    'cards to try (any future expiry, any security code)',
    '  4242 4242 4242 4242  succeeds without a challenge',
    '  4000 0000 0000 3220  challenge, enter code 1234',
    '  4000 0000 0000 9995  declined: insufficient funds',
    `send a transfer (the wallet has ${formatHundredths(available)} USD)`,
    ...transferCurl(baseUrl, demo.merchant_code, demo.merchant_secret ?? '<merchant secret>').map(
      (line) => `  ${line}`,
    ),
    `numbers to try (at most 1 USD; ${baseUrl}/guides/en/sandbox has the others)`,
    ...numbersToTry.map(([number, what]) => `  ${number}  ${what}`),
    `guides            ${baseUrl}/guides`,
    `admin token ${adminToken}`,
    `checkout link ${checkoutLink}`,
    '',
  ].join('\n')
}

const rawNumbers = (_key: string, value: unknown, { source }: { source: string }) =>
  typeof value === 'number' ? JSON.rawJSON(source) : value

const demoCents = 10_000n

/** Fills the wallet once, even for a merchant created by an earlier version. Returns what is available, in US cents. */
async function demoMoney(
  { db, clock }: Pick<System, 'db' | 'clock'>,
  merchant: Merchant,
  code: string,
): Promise<bigint> {
  // The key contains the code: a database that outlives its data directory gets another demo merchant with money of its own.
  await addMoney({ db, clock }, merchant, demoCents, `demo:${code}`)
  return (await walletPair(db, merchant)).available
}

/**
 * Returns the demo merchant's credentials from the data directory; registers a new one if the database does not know it, or if it
 * has gone live, since a merchant in production cannot create the sample order.
 */
export async function demoMerchant(
  system: Pick<System, 'settings' | 'secrets' | 'clock' | 'db'>,
  dataDirectory: string,
): Promise<Credentials> {
  const stored = storedDemoCredentials(dataDirectory)
  const holder = stored && (await keyHolder(system.db, stored.api_key))
  if (stored && holder?.merchant.environment === 'sandbox') {
    const { callback_secret } = await currentDemoCredentials(system, stored)
    const current = { ...stored, callback_secret }
    if (callback_secret !== stored.callback_secret) storeDemoCredentials(dataDirectory, current)
    return current
  }
  const { settings, secrets, clock } = system
  // It lies in the first cell.
  const db = openDatabase(settings.DATABASE_URL, { connections: 1, name: 'likuta-demo', cell: 1 })
  const email = `demo-${randomReadableCode(8).toLowerCase()}@likuta.example`
  const made = await registerMerchant(
    { db, secrets, clock, merchantPrefix: settings.MERCHANT_PREFIX },
    { name: 'Boutique Lac Kivu', email, environment: 'sandbox', microformOrigins: ['http://localhost:3000'] },
  ).finally(() => db.close())
  storeDemoCredentials(dataDirectory, made)
  return made
}

/** Returns shell lines for a signed request; timestamp and signature are computed when they run. */
function signedCurl(baseUrl: string, demo: Demo['credentials']): string[] {
  const body = JSON.stringify(demoOrder(baseUrl))
  return [
    `body='${body}'`,
    `t=$(date +%s); path=${declaredPath('createOrder')}`,
    `sig=$(printf '%s\\nPOST\\n%s\\n%s' "$t" "$path" "$body" | openssl dgst -sha256 -hmac '${demo.api_secret}' -r | cut -d' ' -f1)`,
    `curl -s ${baseUrl}$path -H 'Content-Type: application/json' -H 'X-API-Key: ${demo.api_key}' -H "X-Timestamp: $t" -H "X-Signature: $sig" -d "$body"`,
  ]
}

/** Shown instead of a merchant secret that a request has replaced: only its hash is stored. */
function replacedSecret({ merchant_code }: Demo['credentials']): string {
  return `replaced; npx likuta merchant rotate ${merchant_code} --what merchant-secret shows a new one`
}

/** Returns shell lines for a transfer; its reference is new on each run. */
function transferCurl(baseUrl: string, code: string, secret: string): string[] {
  const fields = JSON.stringify({ ...demoTransfer(baseUrl), reference: 'NOW' })
  return [
    `transfer='${fields.replace('"NOW"', `"DEMO-'$(date +%s)'"`)}'`,
    `curl -s ${baseUrl}${declaredPath('sendTransfer')} -u '${code}:${secret}' -H 'Content-Type: application/json' -d "$transfer"`,
  ]
}
