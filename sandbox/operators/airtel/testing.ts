// A client of Airtel's API for tests, with short helper functions.
import {
  constants,
  createCipheriv,
  createPublicKey,
  type KeyObject,
  publicEncrypt,
  randomBytes,
  randomUUID,
} from 'node:crypto'
import type { Message } from '../books/book.ts'
import { usualOperatorSettings } from '../settings.ts'
import type { OperatorWorld, Received, Reply } from '../testing.ts'

export type Padding = 'pkcs1' | 'oaep'

export type AirtelClient = {
  key: KeyObject
  get(path: string, headers?: Record<string, string>): Promise<Reply>
  post(path: string, message: object, headers?: Record<string, string>): Promise<Reply>
  pin(padding?: Padding, pin?: string): string
  body(msisdn: string): Message
  pay(msisdn: string, wanted?: Wanted): Promise<Reply & { reference: string }>
}

type Wanted = { reference?: string; body?: Message; path?: string; headers?: Record<string, string> }

export const base = '/operators/airtel'
const { secret, clientId, airtelPin } = usualOperatorSettings

export function fetchToken(world: OperatorWorld, wanted: object = {}): Promise<Reply> {
  const body = { client_id: clientId, client_secret: secret, grant_type: 'client_credentials', ...wanted }
  const headers = { 'content-type': 'application/json' }
  return world.send('POST', `${base}/auth/oauth2/token`, { headers, body: JSON.stringify(body) })
}

export async function openAirtelClient(world: OperatorWorld): Promise<AirtelClient> {
  const token = (await fetchToken(world)).body.access_token
  const usual = { authorization: `Bearer ${token}`, 'x-country': 'CD', 'x-currency': 'USD' }
  const get: AirtelClient['get'] = (path, headers = {}) =>
    world.send('GET', base + path, { headers: { ...usual, ...headers } })
  const post: AirtelClient['post'] = (path, message, headers = {}) =>
    world.send('POST', base + path, {
      headers: { ...usual, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(message),
    })
  const { data } = (await get('/v1/rsa/encryption-keys')).body as { data: { key: string } }
  const key = createPublicKey({ key: Buffer.from(data.key, 'base64'), format: 'der', type: 'spki' })
  const pin: AirtelClient['pin'] = (padding = 'oaep', text = airtelPin) => encrypt(key, text, padding)
  const body = (msisdn: string): Message => ({
    payee: { msisdn, currency: 'USD' },
    reference: 'IMTIN0001',
    pin: pin(),
    transaction: { amount: 1, id: randomUUID(), type: 'B2C' },
  })
  return {
    key,
    get,
    post,
    pin,
    body,
    async pay(msisdn, { reference = randomUUID(), body: wanted = {}, path, headers } = {}) {
      const message = { ...body(msisdn), ...wanted }
      const transaction = { amount: 1, type: 'B2C', ...(message.transaction as object), id: reference }
      const reply = await post(path ?? '/standard/v2/disbursements/', { ...message, transaction }, headers)
      return { ...reply, reference }
    },
  }
}

function encrypt(key: KeyObject, text: string, padding: Padding): string {
  const options =
    padding === 'oaep'
      ? { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
      : { key, padding: constants.RSA_PKCS1_PADDING }
  return publicEncrypt(options, Buffer.from(text)).toString('base64')
}

/** The `x-signature` and `x-key` headers of a message. */
export function signed(client: AirtelClient, message: object): Record<string, string> {
  const [key, iv] = [randomBytes(32), randomBytes(16)]
  const cipher = createCipheriv('aes-256-cbc', key, iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(message)), cipher.final()])
  const wrapped = `${key.toString('base64')}:${iv.toString('base64')}`
  return { 'x-signature': text.toString('base64'), 'x-key': encrypt(client.key, wrapped, 'oaep') }
}

export function transactionOf({ body }: { body: Message }): Message {
  return (body.transaction ?? (body.data as Message | undefined)?.transaction ?? {}) as Message
}

export function statusOf({ body }: Reply): Message {
  return (body.status ?? {}) as Message
}

export function about(reference: string): (callback: Received) => boolean {
  return (callback) => transactionOf(callback).id === reference
}
