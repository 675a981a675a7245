// Calls to merchant self-service, for tests.
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import type { ApiResponse } from '../http/response.ts'
import { send } from '../http/send.ts'
import type { World } from '../world/world.ts'

type CallOptions = {
  token?: string
  body?: unknown
  raw?: string
  headers?: Record<string, string | string[]>
}

/** @param name what follows `/api/v1/merchant/`. */
export function call(
  world: Pick<World, 'url'>,
  method: string,
  name: string,
  { token, body, raw, headers }: CallOptions = {},
): Promise<ApiResponse> {
  const bytes = Buffer.from(raw ?? (body === undefined ? '' : JSON.stringify(body)))
  return send(world.url, method, `/api/v1/merchant/${name}`, bytes, {
    ...(bytes.length > 0 && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...headers,
  })
}

export function logIn(
  world: Pick<World, 'url'>,
  { email, password }: { email: string; password: string },
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  return call(world, 'POST', 'login', { body: { email, password }, headers })
}

/** A token of the merchant. @throws Error when the login is refused. */
export async function tokenOf(world: Pick<World, 'url'>, merchant: Credentials): Promise<string> {
  const response = await logIn(world, merchant)
  if (response.status !== 200) throw new Error(`login: ${response.status} ${response.text}`)
  return response.body.data.access_token
}
