// A merchant for tests: signs requests as the gateway's guide says, with short helper functions.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { openSandbox, type Sandbox, type SandboxOptions } from '../../server.ts'
import type { Message } from '../message.ts'
import type { Merchant } from '../signature.ts'

export const merchantAccount: Merchant = {
  merchantId: 'sandbox_shop',
  keyId: '08c94330-f618-42a3-b09d-e1e43be5efda',
  sharedSecret: Buffer.from('the sandbox shop’s shared secret').toString('base64'),
}

export const rival: Merchant = {
  ...merchantAccount,
  merchantId: 'rival_shop',
  keyId: 'b1e43be5-f618-42a3-b09d-08c94330efda',
}

export type Reply = { status: number; body: Message; text: string; headers: Headers }

export type Caller = {
  post(path: string, message: object): Promise<Reply>
  get(path: string): Promise<Reply>
}

export function caller(url: string, merchant: Merchant = merchantAccount): Caller {
  const send = async (method: 'GET' | 'POST', path: string, body: string | null) => {
    const headers = signedHeaders({ merchant, method, url, path, body })
    return await read(await fetch(url + path, { method, headers, body, signal: AbortSignal.timeout(20_000) }))
  }
  return {
    post: (path, message) => send('POST', path, JSON.stringify(message)),
    get: (path) => send('GET', path, null),
  }
}

export async function read(response: Response): Promise<Reply> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, body: isJson ? JSON.parse(text) : {}, text, headers: response.headers }
}

type Signing = { merchant: Merchant; method: string; url: string; path: string; body: string | null }

function signedHeaders({ merchant, method, url, path, body }: Signing): Record<string, string> {
  const digest = body === null ? {} : { digest: digestOf(body) }
  const values: Record<string, string> = {
    host: new URL(url).host,
    date: new Date().toUTCString(),
    'request-target': `${method.toLowerCase()} ${path}`,
    ...digest,
    'v-c-merchant-id': merchant.merchantId,
  }
  const { 'request-target': _target, ...sent } = values
  return { ...sent, 'content-type': 'application/json', signature: signatureHeader(merchant, values) }
}

export function digestOf(body: string): string {
  return `SHA-256=${createHash('sha256').update(body).digest('base64')}`
}

export function signatureHeader(merchant: Merchant, values: Record<string, string>): string {
  const text = Object.entries(values).map(([name, value]) => `${name}: ${value}`)
  const mac = createHmac('sha256', Buffer.from(merchant.sharedSecret, 'base64')).update(text.join('\n'))
  const names = Object.keys(values).join(' ')
  return `keyid="${merchant.keyId}", algorithm="HmacSHA256", headers="${names}", signature="${mac.digest('base64')}"`
}

export type World = Caller & {
  sandbox: Sandbox
  url: string
  control(path: string, message: object): Promise<Reply>
  books(code: string): Promise<Message[]>
  session(overrides?: object): Promise<string>
  token(number: string, context?: string): Promise<string>
}

export async function openWorld(options: Partial<SandboxOptions> = {}): Promise<World> {
  const sandbox = await openSandbox({
    cardGatewayMerchants: [merchantAccount, rival],
    ...options,
    cardGateway: { slowMs: 20, lookupTimeoutMs: 20, ...options.cardGateway },
  })
  const { url } = sandbox
  const calls = caller(url)
  const control = async (path: string, message: object) => {
    const headers = { 'content-type': 'application/json' }
    return await read(
      await fetch(`${url}/sandbox${path}`, { method: 'POST', headers, body: JSON.stringify(message) }),
    )
  }
  const session = async (overrides: object = {}) => {
    const wanted = { clientVersion: 'v2', targetOrigins: ['http://localhost:5555'], ...overrides }
    const networks = { allowedCardNetworks: ['VISA', 'MASTERCARD', 'AMEX'] }
    return (await calls.post('/gateway/microform/v2/sessions', { ...networks, ...wanted })).text
  }
  return {
    ...calls,
    sandbox,
    url,
    control,
    session,
    async books(code) {
      const { body } = await read(await fetch(`${url}/sandbox/books?code=${code}`))
      return (body.card_gateway as { payments: Message[] }).payments
    },
    async token(number, context) {
      const jwt = context ?? (await session())
      const card = { number, securityCode: /^3[47]/.test(number) ? '1234' : '123', expirationMonth: '12' }
      const { body } = await control('/microform/tokens', { jwt, ...card, expirationYear: '2040' })
      return String(body.transient_token)
    },
  }
}

export const billTo = {
  firstName: 'Ada',
  lastName: 'Essai',
  address1: '1 avenue du Fleuve',
  locality: 'Kinshasa',
  country: 'CD',
  email: 'ada@example.test',
  phoneNumber: '+243800000000',
}

export const device = {
  ipAddress: '203.0.113.7',
  httpAcceptContent: 'text/html',
  httpAcceptBrowserValue: 'text/html',
  httpBrowserLanguage: 'fr-CD',
  httpBrowserJavaEnabled: false,
  httpBrowserJavaScriptEnabled: true,
  httpBrowserColorDepth: '24',
  httpBrowserScreenHeight: '900',
  httpBrowserScreenWidth: '1440',
  httpBrowserTimeDifference: '-60',
  userAgentBrowserValue: 'Mozilla/5.0',
}

export function orderInformation(totalAmount = '25.00', currency = 'USD'): object {
  return { amountDetails: { totalAmount, currency }, billTo }
}

export function newReference(): string {
  return randomUUID()
}
