// Sends one call of the GSMA Mobile Money API 1.2, with the headers it requires, and returns its reply.
import { createHash } from 'node:crypto'
import type { Upstream } from '../../../platform/network/upstream.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { callWithToken, openTokenCache, tokenIn } from '../access-token.ts'
import { callOperator, jsonBytes, type OperatorReply } from '../call.ts'
import type { GsmaConnection } from '../operator-settings.ts'
import { isTokenRefused } from './errors.ts'

type GsmaCall = {
  /** Name of the call in the log. */
  operation: string
  method: 'GET' | 'POST'
  /** Path below the operator's base URL, with a leading slash. */
  path: string
  /** Our UUID, sent as X-CorrelationID: the operator refuses to accept the same one twice. */
  reference?: string
  /** Where the operator reports the outcome, sent as X-Callback-URL. */
  callbackUrl?: string
  body?: object
}

export type GsmaClient = { call(call: GsmaCall): Promise<OperatorReply> }

const maxReplyBytes = 64 * 1024

type Needs = { upstream: Upstream; log: Log; clock: Clock; timeoutMs: number }

export function openClient(connection: GsmaConnection, needs: Needs): GsmaClient {
  const authorised = openAuthorisation(connection, needs)
  return {
    call(wanted) {
      const { operation, method, path, reference, callbackUrl } = wanted
      const body = wanted.body && jsonBytes(wanted.body)
      const headers = {
        ...usualHeaders(connection),
        'x-date': needs.clock.now().toString({ smallestUnit: 'millisecond' }),
        ...(reference && { 'x-correlationid': reference }),
        ...(callbackUrl && { 'x-callback-url': callbackUrl }),
        ...(body && { 'content-type': 'application/json', 'x-content-hash': contentHash(body) }),
      }
      return authorised((authorization) =>
        callOperator(needs, `gsma ${operation}`, {
          method,
          url: new URL(connection.url + path),
          headers: { ...headers, authorization },
          ...(body && { body }),
          timeoutMs: needs.timeoutMs,
          maxReplyBytes,
        }),
      )
    },
  }
}

/** SHA-256 of a body as sent, in hexadecimal (GSMA security guideline, message integrity). */
export function contentHash(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}

function usualHeaders({ apiKey, clientId, institution }: GsmaConnection): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-charset': 'utf-8',
    ...(apiKey && { 'x-api-key': apiKey }),
    ...(clientId && { 'x-client-id': clientId }),
    ...(institution && {
      'x-account-holding-institution-identifier-type': institution.type,
      'x-account-holding-institution-identifier': institution.identifier,
    }),
  }
}

type Send = (authorization: string) => Promise<OperatorReply>

/** Adds the Authorization header to each call. */
function openAuthorisation(
  { authentication, apiKey }: GsmaConnection,
  needs: Needs,
): (send: Send) => Promise<OperatorReply> {
  if (authentication.scheme === 'basic') {
    const header = basic(authentication.username, authentication.password)
    return (send) => send(header)
  }
  const { tokenUrl, clientId, clientSecret } = authentication
  const request = {
    method: 'POST' as const,
    url: new URL(tokenUrl),
    headers: {
      accept: 'application/json',
      authorization: basic(clientId, clientSecret),
      'content-type': 'application/x-www-form-urlencoded',
      ...(apiKey && { 'x-api-key': apiKey }),
    },
    body: new TextEncoder().encode('grant_type=client_credentials'),
    timeoutMs: needs.timeoutMs,
    maxReplyBytes,
  }
  const tokens = openTokenCache(
    async () => tokenIn(await callOperator(needs, 'gsma token', request)),
    needs.clock,
  )
  return (send) => callWithToken(tokens, (token) => send(`Bearer ${token}`), isTokenRefused)
}

function basic(name: string, secret: string): string {
  return `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
}
