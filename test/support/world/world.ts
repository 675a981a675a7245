// A whole system for a test: its own database, its own simulators, a real HTTP server, real workers.
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import pg from 'pg'
import { inject } from 'vitest'
import { openSandbox, type SandboxOptions } from '../../../sandbox/server.ts'
import { simulatedOperators } from '../../../server/adapters/mobile-money/simulated-operators.ts'
import { simulatedRates } from '../../../server/adapters/rates/rate-settings.ts'
import type { GatewayFor } from '../../../server/cards/gateway/gateway.ts'
import { openGateways } from '../../../server/composition/cards/card-gateways.ts'
import { openSystem, type System } from '../../../server/composition/system.ts'
import { network, type Outside } from '../../../server/composition/upstreams.ts'
import { type GatewaySettings, type Role, readSettings } from '../../../server/config/settings.ts'
import {
  type Credentials,
  type NewMerchant,
  registerMerchant,
} from '../../../server/merchants/identity/register.ts'
import { type Database, openDatabase } from '../../../server/platform/database/database.ts'
import { type Log, openLog, silentLog } from '../../../server/platform/observability/log.ts'
import { freePort } from '../../../server/platform/process/free-port.ts'
import { type Clock, systemClock, unixSeconds } from '../../../server/platform/time/clock.ts'
import { exampleTransfer } from '../../../server/remittance/acceptance/schemas.ts'
import { databaseUrl, templateDatabase } from '../database/database.setup.ts'
import { assertAsDocumented } from '../http/api-traffic.ts'
import { recordRequestStatements } from '../http/request-statements.ts'

export type Answer = { status: number; headers: Record<string, string>; text: string; body: any }

export const adminToken = 'test-admin-token-0123456789'

export type World = {
  url: string
  sandboxUrl: string
  system: System
  db: Database
  clock: Clock
  merchant: Credentials
  register(wanted?: Partial<NewMerchant>): Promise<Credentials>
  /** A request signed by the merchant; `overrides` replace headers, null removes one. */
  signed(method: string, path: string, body?: unknown, options?: SignedOptions): Promise<Answer>
  createOrder(overrides?: Record<string, unknown>): Promise<{ transactionUuid: string; link: string }>
  /** A request of the merchant with Basic authentication. */
  basic(method: string, path: string, body?: unknown, options?: BasicOptions): Promise<Answer>
  /** Money for the wallet of the merchant, in dollars: "25.00". */
  topUp(amount: string, as?: Credentials): Promise<void>
  /** A call of an admin; `headers` replace the token. */
  admin(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string | string[]>,
  ): Promise<Answer>
  /** One call of the checkout page's script. */
  checkout(link: string, act: string, body?: object): Promise<Answer>
  /** A card token as the gateway's fields would make it for this page. */
  cardToken(link: string, number: string): Promise<string>
  /** Pays by the page's calls, without a browser; for cards that need no challenge. Answers the last call. */
  payByCalls(link: string, number?: string): Promise<Answer>
  status(transactionUuid: string): Promise<any>
  /** The operators' own books. */
  operatorBooks(query?: string): Promise<any>
  /** Tells the simulators to misbehave; `off` ends it. */
  fault(fault: Record<string, unknown>): Promise<void>
  books(): Promise<any>
  /** The names of the statements that requests have sent to the database, with `begin` for each transaction. */
  readonly requestStatements: readonly string[]
  close(): Promise<void>
}

export type BasicOptions = { as?: Credentials; headers?: Record<string, string>; rawBody?: Buffer | string }

export type SignedOptions = {
  as?: Credentials
  at?: number
  headers?: Record<string, string | string[] | null>
  rawBody?: Buffer | string
}

/** An empty database with the current schema, dropped by `drop`. */
export async function openTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await run(`create database ${name} template ${templateDatabase}`)
  return { url: databaseUrl(server, name), drop: () => run(`drop database ${name} with (force)`) }
}

/** Settings under which a test meets no rate limit. */
export const unlimited = {
  RATE_LIMIT_PER_SECOND: '99999',
  RATE_LIMIT_BURST: '99999',
  RATE_LIMIT_PAGES_PER_SECOND: '99999',
  RATE_LIMIT_TEST_CALLBACKS_PER_SECOND: '99999',
  RATE_LIMIT_LOGINS_PER_SECOND: '99999',
  RATE_LIMIT_SIGN_UPS_PER_HOUR: '99999',
}

export async function openWorld(
  options: {
    settings?: Record<string, string>
    clock?: Clock
    /** The simulated gateway also stands in for the one of real money. */
    productionGateway?: boolean
    /** Which protocol each operator speaks. */
    routes?: Parameters<typeof simulatedOperators>[2]
    sandbox?: Partial<SandboxOptions>
    log?: Log
    /** 'api' runs no workers. */
    role?: Role
    outside?: Outside
  } = {},
): Promise<World> {
  const { clock = systemClock, outside = network } = options
  const database = await openTestDatabase()
  const gateway = {
    merchantId: 'test_merchant',
    keyId: randomUUID(),
    sharedSecret: randomBytes(32).toString('base64'),
  }
  const operatorSecret = options.sandbox?.operatorSecret ?? randomBytes(16).toString('hex')
  const sandbox = await openSandbox({
    port: 0,
    cardGatewayMerchants: [gateway],
    operatorSecret,
    ...options.sandbox,
  })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const settings = readSettings({
    PORT: String(port),
    DATABASE_URL: database.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    BASE_URL: url,
    CARD_GATEWAY_SANDBOX_URL: `${sandbox.url}/gateway`,
    CARD_GATEWAY_SANDBOX_MERCHANT_ID: gateway.merchantId,
    CARD_GATEWAY_SANDBOX_KEY_ID: gateway.keyId,
    CARD_GATEWAY_SANDBOX_SHARED_SECRET: gateway.sharedSecret,
    ...(options.productionGateway && {
      CARD_GATEWAY_PRODUCTION_URL: `${sandbox.url}/gateway`,
      CARD_GATEWAY_PRODUCTION_MERCHANT_ID: gateway.merchantId,
      CARD_GATEWAY_PRODUCTION_KEY_ID: gateway.keyId,
      CARD_GATEWAY_PRODUCTION_SHARED_SECRET: gateway.sharedSecret,
    }),
    CARD_GATEWAY_TIMEOUT_SECONDS: '2',
    INQUIRY_AFTER_SECONDS: '1',
    INQUIRY_HORIZON_SECONDS: '3',
    WEBHOOK_SPEED: '50',
    OPERATORS_SANDBOX: JSON.stringify(
      simulatedOperators(
        sandbox.url,
        { secret: operatorSecret, mpesaPublicKey: sandbox.operators.mpesaPublicKey },
        options.routes,
      ),
    ),
    OPERATOR_TIMEOUT_SECONDS: '2',
    OPERATOR_INQUIRY_AFTER_SECONDS: '1',
    OPERATOR_INQUIRY_HORIZON_SECONDS: '3',
    ...(options.settings?.MOSOLO_ENV !== 'production' && {
      RATE_PROVIDER: 'open-exchange-rates',
      RATE_PROVIDER_URL: simulatedRates(sandbox.url).url,
      RATE_PROVIDER_KEY: 'sandbox',
    }),
    ADMIN_TOKENS: `amina:${adminToken}`,
    ...unlimited,
    ...options.settings,
  })
  const statements = recordRequestStatements(outside.openDatabase)
  const system = openSystem(settings as System['settings'], {
    clock,
    log: options.log ?? (process.env.TEST_LOG ? openLog('debug') : silentLog),
    ...(options.role && { role: options.role }),
    outside: { ...outside, openDatabase: statements.open },
  })
  statements.watch(system.app.server)
  await system.app.listen({ host: '127.0.0.1', port })
  const db = openDatabase(database.url, { connections: 2, name: 'test' })

  const register: World['register'] = (wanted = {}) =>
    registerMerchant(
      { db, secrets: system.secrets, clock, merchantPrefix: 'MSL' },
      {
        name: 'Boutique Test',
        email: `${randomBytes(6).toString('hex')}@example.com`,
        environment: 'sandbox',
        password: 'correct horse battery',
        ...wanted,
      },
    )
  const merchant = await register()

  const signed: World['signed'] = (method, path, body, { as = merchant, at, headers = {}, rawBody } = {}) => {
    const bytes = Buffer.from(rawBody ?? (body === undefined ? '' : JSON.stringify(body)))
    const timestamp = String(at ?? unixSeconds(clock.now()))
    const signature = createHmac('sha256', as.api_secret)
      .update(`${timestamp}\n${method}\n${path}\n`)
      .update(bytes)
      .digest('hex')
    const all = {
      ...(bytes.length > 0 && { 'content-type': 'application/json' }),
      'x-api-key': as.api_key,
      'x-timestamp': timestamp,
      'x-signature': signature,
      ...headers,
    }
    return send(
      url,
      method,
      path,
      bytes,
      Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as Record<string, string>,
    )
  }

  const basic: World['basic'] = (method, path, body, { as = merchant, headers = {}, rawBody } = {}) => {
    const bytes = Buffer.from(rawBody ?? (body === undefined ? '' : JSON.stringify(body)))
    return send(url, method, path, bytes, {
      ...(bytes.length > 0 && { 'content-type': 'application/json' }),
      authorization: `Basic ${Buffer.from(`${as.merchant_code}:${as.merchant_secret}`).toString('base64')}`,
      ...headers,
    })
  }

  const admin: World['admin'] = (method, path, body, headers = { 'x-admin-token': adminToken }) => {
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body))
    return send(url, method, path, bytes, {
      ...(bytes.length > 0 && { 'content-type': 'application/json' }),
      ...headers,
    })
  }

  const checkout: World['checkout'] = (link, act, body = {}) => {
    const { pathname, search } = new URL(link)
    return send(url, 'POST', `${pathname}/${act}${search}`, Buffer.from(JSON.stringify(body)), {
      'content-type': 'application/json',
      accept: 'application/json',
    })
  }

  const cardToken: World['cardToken'] = async (link, number) => {
    const session = await checkout(link, 'session')
    const securityCode = /^3[47]/.test(number) ? '1234' : '123'
    const card = {
      jwt: session.body.capture_context,
      number,
      securityCode,
      expirationMonth: '12',
      expirationYear: '2030',
    }
    const answer = await fetch(`${sandbox.url}/sandbox/microform/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(card),
    })
    return ((await answer.json()) as { transient_token: string }).transient_token
  }

  return {
    url,
    sandboxUrl: sandbox.url,
    system,
    db,
    clock,
    merchant,
    register,
    signed,
    basic,
    async topUp(amount, as = merchant) {
      const answer = await basic('POST', '/api/v1/remittance/sandbox/topup', undefined, {
        as,
        rawBody: `{"amount":${amount}}`,
      })
      if (answer.status !== 200) throw new Error(`top-up: ${answer.status} ${answer.text}`)
    },
    admin,
    checkout,
    cardToken,
    async createOrder(overrides = {}) {
      const answer = await signed('POST', '/api/v1/payment/orders', orderBody(url, overrides))
      if (answer.status !== 200) throw new Error(`order: ${answer.status} ${answer.text}`)
      return { transactionUuid: answer.body.data.transaction_uuid, link: answer.body.data.links }
    },
    async payByCalls(link, number = '4242424242424242') {
      const setup = await checkout(link, 'setup', { transient_token: await cardToken(link, number) })
      return checkout(link, 'pay', { reference_id: setup.body.reference_id, browser: {} })
    },
    async status(transactionUuid) {
      return (await signed('POST', '/api/v1/payment/status', { transaction_uuid: transactionUuid })).body.data
    },
    async fault(fault) {
      await fetch(`${sandbox.url}/sandbox/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ target: 'gateway', ...fault }),
      })
    },
    async books() {
      return ((await (await fetch(`${sandbox.url}/sandbox/books`)).json()) as { card_gateway: unknown })
        .card_gateway
    },
    async operatorBooks(query = '') {
      const books = await (await fetch(`${sandbox.url}/sandbox/books?${query}`)).json()
      return (books as { operators: unknown }).operators
    },
    requestStatements: statements.names,
    async close() {
      await system.close()
      await db.close()
      await sandbox.close()
      await database.drop()
    },
  }
}

/** The card gateway at an address where nobody listens: what it is asked never leaves this machine. */
export function unreachableGateway({ system: { settings, log }, clock }: World): GatewayFor {
  const sandbox = { ...(settings.gateways.sandbox as GatewaySettings), url: 'http://127.0.0.1:1' }
  return openGateways({ ...settings, gateways: { sandbox } }, { clock, log })
}

export function orderBody(url: string, overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const body = {
    amount: 25.5,
    currency: 'USD',
    merchant_reference: 'INV-1',
    callback_url: `${url}/api/v1/test/test-callback`,
    bill_to_forename: 'Grâce',
    bill_to_surname: 'Mukendi',
    bill_to_email: 'Grace@Example.com',
    bill_to_phone: '0991234567',
    bill_to_address_line1: '12 avenue du Lac',
    bill_to_address_city: 'Goma',
    bill_to_address_country: 'cd',
    ...overrides,
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}

/** An inbound transfer of 1 USD to the number that succeeds: the example of the API document. */
export function inboundBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const body = {
    ...exampleTransfer,
    reference: `T-${randomUUID()}`,
    ...overrides,
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}

/**
 * A request as it stands: no header added, redirects not followed. Fails where the answer is not as documented, or the request
 * where it was accepted, unless it goes astray on purpose.
 */
export function send(
  base: string,
  method: string,
  path: string,
  body: Buffer,
  headers: Record<string, string | string[]>,
  { astray = false } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(base)
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...(body.length > 0 && { 'content-length': String(body.length) }), ...headers },
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const answer = {
            status: response.statusCode ?? 0,
            headers: response.headers as Record<string, string>,
            text,
            body: jsonOrUndefined(text),
          }
          try {
            assertAsDocumented({ method, path, body, astray }, answer)
            resolve(answer)
          } catch (difference) {
            reject(difference)
          }
        })
        response.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Waits until `look` finds something; fails with `what` after a while. */
export async function eventually<Found>(
  what: string,
  look: () => Promise<Found | undefined | false>,
  withinMs = 20_000,
): Promise<Found> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The settings of a deployment for real money, whose gateway nobody answers for. */
export const productionSettings = () => ({
  MOSOLO_ENV: 'production',
  BASE_URL: 'https://pay.example',
  ADMIN_TOKENS: `ops:${randomBytes(24).toString('hex')}`,
  WEBHOOK_SPEED: '1',
  CARD_GATEWAY_PRODUCTION_URL: 'https://gateway.example',
  CARD_GATEWAY_PRODUCTION_MERCHANT_ID: 'live',
  CARD_GATEWAY_PRODUCTION_KEY_ID: 'key',
  CARD_GATEWAY_PRODUCTION_SHARED_SECRET: randomBytes(32).toString('base64'),
})
