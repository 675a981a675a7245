// Authenticates callers: HTTP Signature (the documented header list) or a JWT signed with the same shared secret. Every
// failure gets the same reply, so that it reveals nothing.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { jwtVerify } from 'jose'

export type Merchant = { merchantId: string; keyId: string; sharedSecret: string }

export type SignedRequest = {
  method: string
  /** Path and query exactly as sent. */
  target: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export type SignatureRules = {
  merchants: readonly Merchant[]
  /** Times that the caller's clock is compared with: real time, and the sandbox's time when it was moved. */
  clocks(): number[]
  skewSeconds: number
}

/** The caller's merchant id; null when the request is not authentic. */
export async function callerOf(rules: SignatureRules, request: SignedRequest): Promise<string | null> {
  const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(request.headers.authorization ?? '')
  const merchant = bearer ? await jwtCaller(rules, request, bearer[1]!) : signatureCaller(rules, request)
  return merchant?.merchantId ?? null
}

function signatureCaller(rules: SignatureRules, request: SignedRequest): Merchant | null {
  const sent = signatureParameters(request.headers.signature)
  const merchant = rules.merchants.find(
    ({ keyId, merchantId }) => keyId === sent.keyid && merchantId === request.headers['v-c-merchant-id'],
  )
  const names = (sent.headers ?? '').split(' ')
  if (!merchant || !sent.signature || sent.algorithm !== 'HmacSHA256') return null
  if (!mandatoryNames(request.method).every((name) => names.includes(name))) return null
  if (!isTimely(rules, Date.parse(String(request.headers.date)))) return null
  if (carriesBody(request.method) && request.headers.digest !== `SHA-256=${sha256(request.body)}`) return null
  const lines = names.map((name) => `${name}: ${signedValue(request, name)}`)
  return matches(hmac(merchant, lines.join('\n')), sent.signature) ? merchant : null
}

async function jwtCaller(
  rules: SignatureRules,
  request: SignedRequest,
  jwt: string,
): Promise<Merchant | null> {
  for (const merchant of rules.merchants) {
    const claims = await verifiedClaims(merchant, jwt)
    if (!claims) continue
    const expected: Record<string, unknown> = {
      iss: merchant.merchantId,
      'v-c-merchant-id': merchant.merchantId,
      'v-c-jwt-version': '2',
      'request-method': request.method.toLowerCase(),
      'request-host': request.headers.host,
      'request-resource-path': request.target,
      ...(carriesBody(request.method) && { digest: sha256(request.body), 'digest-algorithm': 'SHA-256' }),
    }
    const agrees = Object.entries(expected).every(([name, value]) => claims[name] === value)
    return agrees && isTimely(rules, Number(claims.iat) * 1000) ? merchant : null
  }
  return null
}

async function verifiedClaims(merchant: Merchant, jwt: string): Promise<Record<string, unknown> | null> {
  try {
    const secret = Buffer.from(merchant.sharedSecret, 'base64')
    // isTimely checks the expiry because it knows both clocks; iat + 120 s lies within the accepted skew.
    const { payload, protectedHeader } = await jwtVerify(jwt, secret, {
      algorithms: ['HS256'],
      currentDate: new Date(0),
    })
    return protectedHeader.kid === merchant.keyId ? payload : null
  } catch {
    return null
  }
}

function signatureParameters(header: string | string[] | undefined): Record<string, string> {
  const pairs = String(header ?? '').matchAll(/(\w{1,32})="([^"]{0,4096})"/g)
  return Object.fromEntries([...pairs].map(([, name, value]) => [name, value]))
}

function mandatoryNames(method: string): string[] {
  const names = ['host', 'date', 'request-target', 'v-c-merchant-id']
  return carriesBody(method) ? [...names, 'digest'] : names
}

function carriesBody(method: string): boolean {
  return ['POST', 'PUT', 'PATCH'].includes(method.toUpperCase())
}

function signedValue(request: SignedRequest, name: string): string {
  return name === 'request-target'
    ? `${request.method.toLowerCase()} ${request.target}`
    : String(request.headers[name] ?? '')
}

function isTimely(rules: SignatureRules, time: number): boolean {
  return rules.clocks().some((now) => Math.abs(now - time) <= rules.skewSeconds * 1000)
}

function sha256(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64')
}

function hmac(merchant: Merchant, text: string): string {
  return createHmac('sha256', Buffer.from(merchant.sharedSecret, 'base64')).update(text).digest('base64')
}

function matches(expected: string, sent: string): boolean {
  const left = Buffer.from(expected)
  const right = Buffer.from(sent)
  return left.length === right.length && timingSafeEqual(left, right)
}
