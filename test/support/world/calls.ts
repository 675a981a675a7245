// Requests of each kind of caller with its credentials: a merchant, an admin, the script of the checkout page.
import { createHmac } from 'node:crypto'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { type Clock, unixSeconds } from '../../../server/platform/time/clock.ts'
import type { ApiResponse } from '../http/response.ts'
import { send } from '../http/send.ts'
import { adminToken } from './settings.ts'

export type BasicOptions = { as?: Credentials; headers?: Record<string, string>; rawBody?: Buffer | string }

export type SignedOptions = {
  as?: Credentials
  at?: number
  headers?: Record<string, string | string[] | null>
  rawBody?: Buffer | string
}

export type Calls = {
  /** A request signed by the merchant; `overrides` replace headers, null removes one. */
  signed(method: string, path: string, body?: unknown, options?: SignedOptions): Promise<ApiResponse>
  /** A request of the merchant with Basic authentication. */
  basic(method: string, path: string, body?: unknown, options?: BasicOptions): Promise<ApiResponse>
  /** A call of an admin; `headers` replace the token. */
  admin(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string | string[]>,
  ): Promise<ApiResponse>
  /** One call of the checkout page's script. */
  checkout(link: string, act: string, body?: object): Promise<ApiResponse>
}

type Needs = { url: string; clock: Clock; merchant: Credentials }

/** @param needs.merchant the caller, where a call names no other. */
export function openCalls({ url, clock, merchant }: Needs): Calls {
  const signed: Calls['signed'] = (method, path, body, { as = merchant, at, headers = {}, rawBody } = {}) => {
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

  const basic: Calls['basic'] = (method, path, body, { as = merchant, headers = {}, rawBody } = {}) => {
    const bytes = Buffer.from(rawBody ?? (body === undefined ? '' : JSON.stringify(body)))
    return send(url, method, path, bytes, {
      ...(bytes.length > 0 && { 'content-type': 'application/json' }),
      authorization: `Basic ${Buffer.from(`${as.merchant_code}:${as.merchant_secret}`).toString('base64')}`,
      ...headers,
    })
  }

  const admin: Calls['admin'] = (method, path, body, headers = { 'x-admin-token': adminToken }) => {
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body))
    return send(url, method, path, bytes, {
      ...(bytes.length > 0 && { 'content-type': 'application/json' }),
      ...headers,
    })
  }

  const checkout: Calls['checkout'] = (link, act, body = {}) => {
    const { pathname, search } = new URL(link)
    return send(url, 'POST', `${pathname}/${act}${search}`, Buffer.from(JSON.stringify(body)), {
      'content-type': 'application/json',
      accept: 'application/json',
    })
  }

  return { signed, basic, admin, checkout }
}
