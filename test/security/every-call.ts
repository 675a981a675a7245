// Every API call that takes a body, with a valid body, read from the API document so that none is missed.
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { unixSeconds } from '../../server/platform/time/clock.ts'
import type { ApiResponse } from '../support/http/response.ts'
import { send } from '../support/http/send.ts'
import { adminToken } from '../support/world/settings.ts'
import type { World } from '../support/world/world.ts'

export type Call = {
  name: string
  method: string
  /** The path parameters are replaced from `naming`. */
  path: string
  proof: 'signature' | 'basic' | 'bearer' | 'admin' | 'none'
  example: Record<string, unknown>
}

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'))

/** @param naming the value for each path parameter; `1` for any other. */
export function everyCall(world: World, naming: Record<string, string> = {}): Call[] {
  const calls = world.system.app.described.listed.flatMap(({ method, url, endpoint }) => {
    const template = url.replaceAll(/:(\w+)/g, '{$1}')
    const body = document.paths[template]?.[method.toLowerCase()]?.requestBody
    const example = body?.content['application/json']?.example
    if (example === undefined) return []
    const path = url.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(naming[name] ?? '1'))
    return [{ name: `${method} ${template}`, method, path, proof: endpoint.access.by, example }]
  })
  // The allowlist call comes last, because its example would lock this caller out.
  return calls.sort((a, b) => Number(a.path.endsWith('/whitelist')) - Number(b.path.endsWith('/whitelist')))
}

export type Caller = { as: Credentials; token: string }

/** Makes the call with any text as its body, with the credentials that it requires. */
export function callWith(
  world: World,
  { as, token }: Caller,
  call: Call,
  text: string,
  more = {},
): Promise<ApiResponse> {
  const { method, path, proof } = call
  const bytes = Buffer.from(text)
  const timestamp = String(unixSeconds(world.clock.now()))
  const signature = () =>
    createHmac('sha256', as.api_secret)
      .update(`${timestamp}\n${method}\n${path}\n`)
      .update(bytes)
      .digest('hex')
  const proofs: Record<Call['proof'], () => Record<string, string>> = {
    signature: () => ({ 'x-api-key': as.api_key, 'x-timestamp': timestamp, 'x-signature': signature() }),
    basic: () => ({
      authorization: `Basic ${Buffer.from(`${as.merchant_code}:${as.merchant_secret}`).toString('base64')}`,
    }),
    bearer: () => ({ authorization: `Bearer ${token}` }),
    admin: () => ({ 'x-admin-token': adminToken }),
    none: () => ({}),
  }
  const headers = { 'content-type': 'application/json', ...proofs[proof](), ...more }
  return send(world.url, method, path, bytes, headers, { astray: true })
}
