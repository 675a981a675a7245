// One merchant's three ways of authenticating, to be tried on any route.
import { createHmac } from 'node:crypto'
import { Agent } from 'node:http'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { unixSeconds } from '../../../server/platform/time/clock.ts'
import type { World } from '../world/world.ts'
import type { ApiResponse } from './response.ts'
import type { Route } from './routes.ts'
import { send } from './send.ts'

export const ways = ['bearer', 'signed', 'basic'] as const
export type Way = (typeof ways)[number]

export type SentRequest = { method: string; path: string; body?: unknown; headers?: Record<string, string> }
export type Send = (way: Way | 'none', requested: SentRequest) => Promise<ApiResponse>

/** Shared by the tens of thousands of requests of a walk: opening a connection for each takes longer than many responses. */
const agent = new Agent({ keepAlive: true })

/** @param token of the merchant; signatures and Basic use the credentials in `as`. */
export function askerOf(world: World, as: Credentials, token: string): Send {
  return (way, { method, path, body, headers }) => {
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body))
    return send(
      world.url,
      method,
      path,
      bytes,
      {
        ...(bytes.length > 0 && { 'content-type': 'application/json' }),
        ...headers,
        ...(way !== 'none' && proofs[way](world, as, token, { method, path, bytes })),
      },
      { astray: true, agent },
    )
  }
}

type Signed = { method: string; path: string; bytes: Buffer }

const proofs: Record<
  Way,
  (world: World, as: Credentials, token: string, signed: Signed) => Record<string, string>
> = {
  bearer: (_world, _as, token) => ({ authorization: `Bearer ${token}` }),
  basic: (_world, { merchant_code, merchant_secret }) => ({
    authorization: `Basic ${Buffer.from(`${merchant_code}:${merchant_secret}`).toString('base64')}`,
  }),
  signed: ({ clock }, { api_key, api_secret }, _token, { method, path, bytes }) => {
    const timestamp = String(unixSeconds(clock.now()))
    const text = `${timestamp}\n${method}\n${path}\n`
    const signature = createHmac('sha256', api_secret).update(text).update(bytes).digest('hex')
    return { 'x-api-key': api_key, 'x-timestamp': timestamp, 'x-signature': signature }
  },
}

/**
 * The fields by which lists are searched. All get the same identifier; a route ignores those that it does not know.
 */
const fields = [
  'q',
  'reference',
  'merchant_reference',
  'transaction_uuid',
  'transaction_id',
  'code',
  'id',
  'channel',
  'email',
]

/** The path that asks a route for something by identifier: in its path, otherwise in every search field. */
export function pathNaming({ method, url }: Route, name: string): string {
  const encoded = encodeURIComponent(name)
  if (/[:*]/.test(url)) return url.replaceAll(/:\w+|\*/g, encoded)
  return method === 'GET' ? `${url}?${fields.map((field) => `${field}=${encoded}`).join('&')}` : url
}

/** Runs `work` for all items, `atOnce` at a time. */
export async function eachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items]
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
