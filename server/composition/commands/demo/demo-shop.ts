// The demo's merchant server, over HTTP only: signs requests, calls the API and receives webhooks.

import { resolve } from 'node:path'
import { generatedAdminToken } from '../../../config/sandbox-deployment.ts'
import type { Credentials } from '../../../merchants/identity/register.ts'
import { requestSignature } from '../../../merchants/identity/signed-request.ts'
import { parseJson } from '../../../platform/http/body/json.ts'
import { signatureHeaders } from '../../../webhooks/sign.ts'
import { testCallbackPath } from '../../../webhooks/test-receiver/test-callback.ts'
import { commandSettings } from '../with-database.ts'
import { storedDemoCredentials } from './demo-credentials.ts'

/** A step of the demo, with the facts that show it. */
export type Step = { step: string; [fact: string]: unknown }
export type ReportStep = (step: Step) => void

export type Webhook = { headers: Record<string, string>; body: Record<string, unknown> }

export type DemoMerchant = {
  baseUrl: string
  /** The prefix of every reference in this run. */
  name: string
  callbackUrl: string
  /** Sends a signed POST to the card API. */
  signed<Data>(path: string, body: object): Promise<{ data: Data }>
  /** Calls the remittance API with Basic authentication; a GET without a body. */
  basic<Data>(path: string, body?: object): Promise<{ data: Data }>
  /** Sends a POST to the admin API. */
  admin(path: string, body: object): Promise<object>
  /** Waits for a webhook whose body has these fields. */
  webhook(about: Record<string, string>): Promise<Webhook>
  /** Reports a webhook that arrived, and whether its signature is valid. */
  reportWebhook(report: ReportStep, name: string, webhook: Webhook): void
}

export function openDemoMerchant({
  baseUrl,
  merchant,
  adminToken,
}: {
  baseUrl: string
  merchant: Credentials
  adminToken: string
}): DemoMerchant {
  const name = `DEMO-${Date.now().toString(36).toUpperCase()}`
  const post = <Reply>(path: string, body: object, headers: Record<string, string>) =>
    json<Reply>(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const credentials = Buffer.from(`${merchant.merchant_code}:${merchant.merchant_secret}`).toString('base64')
  const authorization = `Basic ${credentials}`
  const explained = (error: unknown) => {
    throw error instanceof Refused && error.status === 401
      ? new Error(
          `${error.message}\nThe merchant secret was replaced since likuta start made it. Make a new one: npx likuta merchant rotate ${merchant.merchant_code} --what merchant-secret`,
        )
      : error
  }
  return {
    baseUrl,
    name,
    callbackUrl: `${baseUrl}${testCallbackPath}?channel=${name}`,
    signed: (path, body) => post(path, body, signature(merchant, path, body)),
    basic: <Data>(path: string, body?: object) =>
      (body
        ? post<{ data: Data }>(path, body, { authorization })
        : json<{ data: Data }>(`${baseUrl}${path}`, { headers: { authorization } })
      ).catch(explained),
    admin: (path, body) => post(path, body, { 'x-admin-token': adminToken }),
    webhook: (about) => received(`${baseUrl}${testCallbackPath}/history?channel=${name}`, about),
    reportWebhook(report, event, webhook) {
      const { headers, body } = webhook
      report({ step: `The merchant receives the signed ${event} webhook`, ...headers, body })
      const valid = isSigned(webhook, merchant.callback_secret)
      report({ step: 'The signature is checked with the callback secret', valid })
    },
  }
}

function signature(merchant: Credentials, path: string, body: object): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const bytes = Buffer.from(JSON.stringify(body))
  return {
    'x-api-key': merchant.api_key,
    'x-timestamp': timestamp,
    'x-signature': requestSignature(merchant.api_secret, { timestamp, method: 'POST', path, body: bytes }),
  }
}

async function received(url: string, about: Record<string, string>): Promise<Webhook> {
  const isAbout = ({ body }: Webhook) =>
    Object.entries(about).every(([field, value]) => body[field] === value)
  return eventually(`webhook about ${about.reference}`, async () => {
    const { data } = await json<{ data: { items: Webhook[] } }>(url)
    const found = data.items.find(isAbout)
    if (!found) return undefined
    const headers = Object.entries(found.headers).filter(([header]) => header.startsWith('x-service-'))
    return { headers: Object.fromEntries(headers), body: found.body }
  })
}

/** The body is serialized exactly as received, because its numbers kept their digits. */
function isSigned({ headers, body }: Webhook, secret: string): boolean {
  const expected = signatureHeaders(secret, JSON.stringify(body), Number(headers['x-service-timestamp']))
  return headers['x-service-signature'] === expected['X-Service-Signature']
}

const pollTimeoutMs = 20_000

/** Polls `read` five times a second until it returns something. @throws Error after twenty seconds. */
export async function eventually<Found>(
  what: string,
  read: () => Promise<Found | undefined>,
): Promise<Found> {
  const end = Date.now() + pollTimeoutMs
  while (Date.now() < end) {
    const found = await read()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`no ${what} within ${pollTimeoutMs / 1000} seconds`)
}

class Refused extends Error {
  readonly status: number
  constructor(path: string, status: number, text: string) {
    super(`${path} returned ${status}: ${text}`)
    this.status = status
  }
}

/** Returns the JSON of the response. @throws Refused if its status is not 2xx. */
export async function json<Reply>(url: string, request: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url, request).catch((error: Error) => {
    throw new Error(`${new URL(url).origin} cannot be reached (${error.message}): is likuta running?`)
  })
  const body = parseJson(await response.bytes())
  if (response.ok) return body as Reply
  const { detail, message } = (body ?? {}) as { detail?: unknown; message?: unknown }
  const text = JSON.stringify(detail ?? message ?? body)
  throw new Refused(new URL(url).pathname, response.status, text)
}

/** Returns the demo merchant of the sandbox in this directory. @throws Error if there is none, and in production. */
export function findDemoMerchant(): { demoMerchant: DemoMerchant; merchant: Credentials } {
  const settings = commandSettings()
  if (settings.production) throw new Error('this command runs against a sandbox only')
  const dataDirectory = resolve(settings.LIKUTA_DATA_DIR)
  const merchant = storedDemoCredentials(dataDirectory)
  if (!merchant) throw new Error('no demo merchant here: run likuta start first, in the same directory')
  const baseUrl = settings.BASE_URL ?? `http://localhost:${settings.PORT}`
  const adminToken = settings.ADMIN_TOKENS?.[0]?.token ?? generatedAdminToken(dataDirectory)
  return { demoMerchant: openDemoMerchant({ baseUrl, merchant, adminToken }), merchant }
}
