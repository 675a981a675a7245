// Explains why a signature is refused, of a webhook a merchant received or a request it sent. Recomputes the signature with one
// known mistake after another; the mistake whose signature matches is the cause.

import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { equalInConstantTime } from '../../kernel/constant-time.ts'
import { apiSecretContext } from '../../merchants/identity/credentials.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import { commonStatement, type Sql, statement } from '../../platform/database/database.ts'
import { users } from '../../platform/http/access.ts'
import { dataResponse, named } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { jsonBody } from '../../platform/http/http.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Clock, unixSeconds } from '../../platform/time/clock.ts'
import { secretsOfEndpoints } from '../../webhooks/endpoints.ts'
import {
  openCallbackSecrets,
  previousSecret,
  type SealedSecrets,
} from '../../webhooks/receiver-credentials.ts'
import { bodyVariants, requestVariants } from './signature-variants.ts'

export type CheckNeeds = { db: Sql; secrets: Secrets; wallClock: Clock; baseUrl: string }

/** Larger than any body that we send; limited, because each is hashed a few hundred times. */
export const maxBody = 16 * 1024

const checkSchema = z.object({
  kind: z.enum(['webhook', 'request']),
  headers: z.record(z.string(), z.string()),
  body: z.string().max(maxBody).prefault(''),
  method: z.string().max(16).prefault('POST'),
  path: z.string().max(4_096).prefault(''),
})

type Sent = z.output<typeof checkSchema>

/** `valid` means a correct signature and a timestamp that is accepted now. `cause` is for programs, `detail` for readers. */
type Verdict = {
  valid: boolean
  cause: string | null
  detail: string
  signature_matches: boolean
  expected_signed_text?: string
}

const bad = (cause: string, detail: string, expected_signed_text?: string): Verdict => ({
  valid: false,
  cause,
  detail,
  signature_matches: false,
  ...(expected_signed_text !== undefined && { expected_signed_text }),
})

/** @throws InvalidBody */
export async function checkSignature(needs: CheckNeeds, session: Owner, body: unknown): Promise<Verdict> {
  const sent = check(checkSchema, body, 'body')
  const headers = new Map(
    Object.entries(sent.headers).map(([name, value]) => [name.toLowerCase(), value.trim()]),
  )
  return sent.kind === 'webhook'
    ? checkWebhook(needs, session, sent, headers)
    : checkRequest(needs, session, sent, headers)
}

/** The merchant and environment whose secrets are tried. */
type Owner = Pick<Session, 'merchantId' | 'environment'>
type Headers = Map<string, string>

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

/** How far a timestamp may be from now: our own rule for requests, and the one we recommend for webhooks. */
export const requestSeconds = 30
const webhookSeconds = 300

function timely(timestamp: string, now: number, seconds: number, detail: string): Verdict {
  const age = now - Number(timestamp)
  const late = { valid: false, signature_matches: true }
  if (age > seconds)
    return {
      ...late,
      cause: 'timestamp_too_old',
      detail: `The signature is right, but was made ${age} s ago: it counts for ${seconds} s`,
    }
  if (-age > seconds)
    return {
      ...late,
      cause: 'timestamp_in_future',
      detail: `The signature is right, but its time lies ${-age} s ahead: check that machine's clock`,
    }
  return { valid: true, cause: null, detail, signature_matches: true }
}

type MerchantSecrets = {
  /** The old one comes first while both sign. */
  callbacks: string[]
  /** Those of further webhook endpoints. */
  endpoints: { url: string; secrets: string[] }[]
  keys: { apiKey: string; secret: string; environment: string; revoked: boolean }[]
}

const findSecrets = commonStatement<
  SealedSecrets & {
    api_key: string | null
    api_secret_sealed: Buffer
    environment: string
    revoked: boolean
  }
>(
  'find_signing_secrets',
  `select m.callback_secret_sealed, ${previousSecret('$2')}, k.api_key, k.api_secret_sealed, k.environment, k.revoked_at is not null as revoked
     from merchant m left join api_key k on k.merchant_id = m.id
    where m.id = $1 order by k.id desc limit 5`,
)

async function secretsOf(
  { db, secrets, wallClock }: CheckNeeds,
  { merchantId }: Owner,
): Promise<MerchantSecrets> {
  const now = wallClock.now()
  const rows = await db.rows(findSecrets, [merchantId, now])
  const [first] = rows
  if (!first) throw new Error('session refers to no merchant')
  return {
    callbacks: openCallbackSecrets(secrets, merchantId, first),
    endpoints: await secretsOfEndpoints(db, secrets, { merchantId, now }),
    keys: rows.flatMap(({ api_key: apiKey, api_secret_sealed, environment, revoked }) =>
      apiKey === null
        ? []
        : [
            {
              apiKey,
              secret: secrets.open(api_secret_sealed, apiSecretContext(apiKey)),
              environment,
              revoked,
            },
          ],
    ),
  }
}

// --- A webhook ---

const findBody = statement<{ body: string }>(
  'find_webhook_body',
  `select body from webhook_event where merchant_id = $1 and environment = $2 and event_id = $3::uuid and copy_id is null`,
)

async function checkWebhook(needs: CheckNeeds, session: Owner, sent: Sent, headers: Headers): Promise<Verdict> {
  const signature = headers.get('x-service-signature')
  if (!signature)
    return bad('header_missing', 'X-Service-Signature is missing. Only PAYMENT_CANCELLATION comes without it')
  const [, timestamp, first, second = ''] = /^t=(\d{10}),v1=([0-9a-f]{64})(,v1=[0-9a-f]{64})?$/.exec(signature) ?? []
  if (timestamp === undefined)
    return bad('signature_malformed', 'X-Service-Signature is t=<10 digits>,v1=<64 hexadecimal digits>')
  const { callbacks, endpoints, keys } = await secretsOf(needs, session)
  const macs = `${first}${second}`.split(',v1=')
  const isBy = (secrets: readonly string[], text: string) =>
    secrets.some((secret) => macs.some((mac) => equalInConstantTime(hmac(secret, text), mac)))
  const expected = timestamp + sent.body
  const endpoint = endpoints.find(({ secrets }) => isBy(secrets, expected))
  if (endpoint || isBy(callbacks, expected)) {
    if ((headers.get('x-service-timestamp') ?? timestamp) !== timestamp)
      return { ...bad('timestamp_mismatch', 'X-Service-Timestamp is not the t of X-Service-Signature: it was changed in transit', expected), signature_matches: true }
    const secret = endpoint ? `secret of your endpoint at ${new URL(endpoint.url).origin}` : 'callback secret'
    const description = `The signature is right: it is the hexadecimal HMAC-SHA256 of the expected text with the ${secret}`
    return { ...timely(timestamp, unixSeconds(needs.wallClock.now()), webhookSeconds, description), expected_signed_text: expected }
  }
  const [event] = await needs.db.rows(findBody, [session.merchantId, session.environment, uuidIn(headers)])
  const original = event?.body
  const known = [...callbacks, ...endpoints.flatMap(({ secrets }) => secrets)]
  if (original !== undefined && isBy(known, timestamp + original)) {
    const how = bodyVariants(original).find(({ text }) => text === sent.body)?.description
    return bad('body_changed', `The body is not what was sent${how ? `: it was ${how}` : ''}. Verify the bytes exactly as received`, timestamp + original)
  }
  const variant = bodyVariants(sent.body).find(({ text }) => isBy(known, timestamp + text))
  if (variant) return bad('body_changed', 'The signature fits the same body serialized differently. Verify the bytes exactly as received', timestamp + variant.text)
  const other = keys.find(({ secret }) => isBy([secret], expected))
  if (other) return bad('wrong_secret', 'Signed with an API secret. Webhooks are signed with the callback secret', expected)
  if (original === sent.body) return bad('wrong_secret', 'The body is as it was sent, so it was signed with another callback secret: the secret was rotated since', expected)
  return bad('signature_mismatch', 'Another callback secret or another body was used: check both', expected)
} // biome-ignore format: a table with one row per line

function uuidIn(headers: Headers): string | null {
  const id = headers.get('x-service-event-id') ?? ''
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id : null
}

// --- A request ---

async function checkRequest(
  needs: CheckNeeds,
  session: Owner,
  sent: Sent,
  headers: Headers,
): Promise<Verdict> {
  const names = ['X-API-Key', 'X-Timestamp', 'X-Signature']
  const missing = names.filter((name) => !headers.get(name.toLowerCase()))
  if (missing.length > 0) return bad('header_missing', `${missing.join(', ')} missing or empty`)
  const [apiKey = '', timestamp = '', signature = ''] = names.map(
    (name) => headers.get(name.toLowerCase()) ?? '',
  )
  if (!/^[0-9]{10}$/.test(timestamp)) return bad('timestamp_malformed', timestampVerdict(timestamp))
  const { callbacks, keys } = await secretsOf(needs, session)
  const key = keys.find((one) => one.apiKey === apiKey)
  if (!key) return bad('unknown_key', keyVerdict(apiKey))
  const path = sent.path.startsWith(needs.baseUrl) ? sent.path.slice(needs.baseUrl.length) : sent.path
  const request = { timestamp, method: sent.method, path, body: sent.body }
  const expected = `${timestamp}\n${sent.method}\n${path}\n${sent.body}`
  if (equalInConstantTime(hmac(key.secret, expected), signature)) {
    if (key.environment !== session.environment)
      return {
        ...bad('key_of_other_environment', `The key is of ${key.environment}`),
        signature_matches: true,
      }
    if (key.revoked)
      return { ...bad('key_revoked', 'The key was replaced by a newer one'), signature_matches: true }
    return timely(timestamp, unixSeconds(needs.wallClock.now()), requestSeconds, 'The signature is right')
  }
  if (/[A-F]/.test(signature) && equalInConstantTime(hmac(key.secret, expected), signature.toLowerCase()))
    return bad(
      'signature_upper_case',
      'The signature is right except for its case: hexadecimal digits must be lower case',
      expected,
    )
  const secretsTried = [
    { secret: key.secret, description: undefined },
    ...callbacks.map((secret) => ({ secret, description: 'the callback secret' })),
    { secret: key.apiKey, description: 'the API key instead of its secret' },
    ...keys
      .filter((one) => one !== key)
      .map(({ secret }) => ({ secret, description: 'the secret of another key' })),
  ]
  for (const { secret, description } of secretsTried) {
    for (const variant of requestVariants(request, needs.baseUrl)) {
      const mac = createHmac('sha256', secret).update(variant.text).digest()
      const fits = [mac.toString('hex'), mac.toString('base64'), mac.toString('base64url')].indexOf(signature)
      if (fits < 0) continue
      if (description !== undefined) return bad('wrong_secret', `Signed with ${description}`, expected)
      if (fits > 0)
        return bad('signature_not_hexadecimal', 'The signature is base64: write it in hexadecimal', expected)
      return bad(variant.cause, variant.description, expected)
    }
  }
  return bad(
    'signature_mismatch',
    'Another secret, or another text: compare what you sign with the expected text, byte by byte',
    expected,
  )
}

function timestampVerdict(timestamp: string): string {
  return /^\d{13}$/.test(timestamp)
    ? 'X-Timestamp is in milliseconds: it is whole Unix seconds, 10 digits'
    : 'X-Timestamp is whole Unix seconds, 10 digits'
}

function keyVerdict(apiKey: string): string {
  if (apiKey.startsWith('sk_')) return 'X-API-Key contains the API secret: it must be the key, pk_…'
  return 'This merchant has no such key: it was mistyped or belongs to another merchant'
}

const verdictResponse = dataResponse(
  'SignatureVerdict',
  z.object({
    valid: z.boolean(),
    cause: z
      .string()
      .nullable()
      .meta({ description: 'A machine-readable cause; null if the signature is valid.' }),
    detail: z.string(),
    signature_matches: z.boolean(),
    expected_signed_text: z.string().optional(),
  }),
  {
    valid: false,
    cause: 'timestamp_malformed',
    detail: 'X-Timestamp is in milliseconds: it is whole Unix seconds, 10 digits',
    signature_matches: false,
  },
)

export const signatureCheckRoutes = [
  userEndpoint({
    tag: 'Portal',
    id: 'checkSignature',
    method: 'POST',
    path: '/api/v1/merchant/signature-check',
    priority: 'test',
    access: users('keys'),
    summary: 'Explain why a signature is refused',
    body: named('SignatureCheck', checkSchema, {
      kind: 'request',
      headers: { 'X-API-Key': 'pk_test_…', 'X-Timestamp': '1795253400000', 'X-Signature': '0f1e' },
      method: 'POST',
      path: '/api/v1/payment/status',
      body: '{"transaction_uuid":"LKT-20261121-093000-7K2M9QXA-CD"}',
    }),
    responses: { 200: verdictResponse },
    work: async (needs: CheckNeeds, { session, request }) =>
      checkSignature(needs, session, jsonBody(request)),
  }),
]
