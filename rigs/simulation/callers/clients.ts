// Merchants' servers, shoppers' browsers and admins as callers: what they send, and how they retry.
import { createHmac } from 'node:crypto'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import type { AdminName } from '../world/settings.ts'
import { portalTokenOf } from './portal-tokens.ts'
import { type Line, openRetries, type Sent } from './retries.ts'

export type Clients = ReturnType<typeof openClients>

export function openClients(world: Line) {
  const { request, chance, time } = world
  const trying = openRetries(world)
  const post = (path: string, body: string, headers: Record<string, string>) =>
    request({ method: 'POST', path, body, headers })
  const json = (sent: Sent = {}) => ({
    'content-type': 'application/json',
    ...(sent.key && { 'idempotency-key': sent.key }),
  })

  const signatureOf = (as: Credentials, method: string, path: string, body?: string) =>
    signatureAt(time.now(), as, { method, path, body })

  return {
    newKey: () => `key-${chance.below(2 ** 31)}-${chance.below(2 ** 31)}`,
    signed(as: Credentials, path: string, body: object, sent: Sent = {}) {
      const text = JSON.stringify(body)
      return trying(sent, () => post(path, text, { ...json(sent), ...signatureOf(as, 'POST', path, text) }))
    },
    /** Reads with a signed request. @param path with its query. */
    read: (as: Credentials, path: string, sent: Sent = {}) =>
      trying(sent, () => request({ method: 'GET', path, headers: signatureOf(as, 'GET', path) })),
    basic(as: Credentials, path: string, body: object, sent: Sent = {}) {
      const credentials = Buffer.from(`${as.merchant_code}:${as.merchant_secret}`).toString('base64')
      const headers = { ...json(sent), authorization: `Basic ${credentials}` }
      return trying(sent, () => post(path, JSON.stringify(body), headers))
    },
    admin(as: AdminName, path: string, body: object, sent: Sent = {}) {
      const headers = { ...json(sent), ...world.adminHeaders(as) }
      return trying(sent, () => post(path, JSON.stringify(body), headers))
    },
    /** A call of the portal by a merchant who is signed in. @param path what follows `/api/v1/merchant/`. */
    portal(as: Credentials, path: string, body: object, sent: Sent = {}) {
      const headers = { ...json(sent), authorization: `Bearer ${portalTokenOf(as)}` }
      return trying(sent, () => post(`/api/v1/merchant/${path}`, JSON.stringify(body), headers))
    },
    /** Reads in the portal. @param path what follows `/api/v1/merchant/`, with its query. */
    readPortal: (as: Credentials, path: string, sent: Sent = {}) =>
      trying(sent, () =>
        request({
          method: 'GET',
          path: `/api/v1/merchant/${path}`,
          headers: { authorization: `Bearer ${portalTokenOf(as)}` },
        }),
      ),
    /** One call of the checkout page's script. */
    page(link: string, act: string, body: object = {}, tries = 1) {
      const { pathname, search } = new URL(link)
      const headers = { ...json(), accept: 'application/json' }
      return trying({ tries }, () => post(`${pathname}/${act}${search}`, JSON.stringify(body), headers))
    },
    form: (path: string, fields: Record<string, string>) =>
      post(path, new URLSearchParams(fields).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      }),
  }
}

/** The headers that sign a request. @param now in milliseconds. */
function signatureAt(
  now: number,
  as: Credentials,
  { method, path, body = '' }: { method: string; path: string; body: string | undefined },
) {
  const timestamp = String(Math.floor(now / 1_000))
  const signature = createHmac('sha256', as.api_secret)
    .update(`${timestamp}\n${method}\n${path}\n`)
    .update(body)
    .digest('hex')
  return { 'x-api-key': as.api_key, 'x-timestamp': timestamp, 'x-signature': signature }
}
