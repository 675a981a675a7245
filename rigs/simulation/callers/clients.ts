// Merchants' servers, shoppers' browsers and admins as callers: what they send, and how they retry.
import { createHmac } from 'node:crypto'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import type { AdminName } from '../world/settings.ts'
import { confirmAct, portalTokenOf, signInAt } from './portal-tokens.ts'
import { type Line, openRetries, type Retries, type Sent } from './retries.ts'

export type Clients = ReturnType<typeof openClients>

export function openClients(world: Line) {
  const { request, chance, time } = world
  const trying = openRetries(world)
  const post = (path: string, body: string, headers: Record<string, string>) =>
    request({ method: 'POST', path, body, headers })

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
    /** Reads as an admin. @param path with its query. */
    readAdmin: (as: AdminName, path: string, sent: Sent = {}) =>
      trying(sent, () => request({ method: 'GET', path, headers: world.adminHeaders(as) })),
    ...openPortal(world, trying),
    /** One call of the checkout page's script. */
    page(link: string, act: string, body: object = {}, tries = 1) {
      const { pathname, search } = new URL(link)
      const headers = { ...json(), accept: 'application/json' }
      return trying({ tries }, () => post(`${pathname}/${act}${search}`, JSON.stringify(body), headers))
    },
    /** What the checkout page's script reads. */
    readPage(link: string, act: string) {
      const { pathname, search } = new URL(link)
      const headers = { accept: 'application/json' }
      return request({ method: 'GET', path: `${pathname}/${act}${search}`, headers })
    },
    form: (path: string, fields: Record<string, string>) =>
      post(path, new URLSearchParams(fields).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      }),
  }
}

const json = (sent: Sent = {}) => ({
  'content-type': 'application/json',
  ...(sent.key && { 'idempotency-key': sent.key }),
})

/** Calls of the portal. */
function openPortal({ request, store, time }: Pick<Line, 'request' | 'store' | 'time'>, trying: Retries) {
  return {
    /** A call of the portal by a merchant who is signed in. @param path what follows `/api/v1/merchant/`. */
    portal(as: Credentials, path: string, body: object, sent: Sent = {}) {
      const headers = { ...json(sent), authorization: `Bearer ${portalTokenOf(as)}` }
      return trying(sent, () =>
        request({ method: 'POST', path: `/api/v1/merchant/${path}`, headers, body: JSON.stringify(body) }),
      )
    },
    /** A call of the portal that needs the password, by the sign-in of this time. @param path what follows `/api/v1/merchant/`. */
    proven(as: Credentials, method: 'POST' | 'PUT' | 'DELETE', path: string, body: object, sent: Sent = {}) {
      const signIn = signInAt(as, time.now())
      const send = (stepUpToken: string) => {
        const proof = { authorization: `Bearer ${signIn.token}`, 'x-step-up-token': stepUpToken }
        const sending =
          method === 'DELETE'
            ? { headers: proof }
            : { headers: { ...json(sent), ...proof }, body: JSON.stringify(body) }
        return request({ method, path: `/api/v1/merchant/${path}`, ...sending })
      }
      return trying(sent, async () => {
        const response = await send(signIn.stepUpToken)
        const act = response?.status === 403 && response.body.errors?.[0]?.confirms
        return act ? send(await confirmAct(store.rows, signIn, act)) : response
      })
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
