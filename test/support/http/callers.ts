// One merchant's three ways of authenticating, to be tried on any route.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { Agent } from 'node:http'
import { withoutCardNumbers } from '../../../server/kernel/card-number.ts'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { unixSeconds } from '../../../server/platform/time/clock.ts'
import type { World } from '../world/world.ts'
import type { ApiResponse } from './response.ts'
import { type Route, titleOf } from './routes.ts'
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

/** A similar identifier that does not exist. */
export function unlike(name: string): string {
  if (/^\d+$/.test(name)) return `${name}99999`
  const turned = name.replaceAll(/\d/g, (digit) => String((Number(digit) + 5) % 10))
  return turned.replace(/[a-z](?=[^a-z]*$)/i, (letter) => (/x/i.test(letter) ? 'y' : 'x'))
}

const foundWays = new Map<string, Promise<Way | undefined>>()

/** Which credentials of a merchant the route accepts; whichever merchant asks first finds it out for all. */
export function wayOf(send: Send, route: Route): Promise<Way | undefined> {
  const way = foundWays.get(titleOf(route)) ?? findWay(send, route)
  foundWays.set(titleOf(route), way)
  return way
}

/** With these credentials, the response of the route differs from the one to an anonymous caller. */
async function findWay(send: Send, route: Route): Promise<Way | undefined> {
  const requested = { method: route.method, path: route.url.replaceAll(':', ''), body: {} }
  const unused = await send('none', requested)
  const taken: Way[] = []
  for (const way of ways) {
    const response = await send(way, requested)
    if (response.status !== unused.status || response.text !== unused.text) taken.push(way)
  }
  // The feed of events takes both credentials of a merchant's server.
  const isTaken = taken.length <= 1 || route.url === '/api/v1/events'
  assert.ok(isTaken, `${titleOf(route)} takes ${taken.join(' and ')}`)
  return taken[0]
}

/** The refusal without the identifier itself, which it may repeat, masked where its digits look like a card's. */
export const refusalWithout = ({ status, text }: ApiResponse, name: string) => [
  status,
  name.length < 7 ? text : text.replaceAll(name, '…').replaceAll(withoutCardNumbers(name), '…'),
]
