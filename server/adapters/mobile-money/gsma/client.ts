// Sends one call of the GSMA Mobile Money API 1.2, with the headers it requires, and returns its reply.
import { createHash } from 'node:crypto'
import type { InquiryReply } from '../../../operator-calls/operator.ts'
import type { Upstream } from '../../../platform/network/upstream.ts'
import type { Log } from '../../../platform/process/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { callWithToken, openTokenCache, tokenIn } from '../access-token.ts'
import { callOperator, jsonBytes, type OperatorReply } from '../call.ts'
import type { GsmaConnection } from '../operator-settings.ts'
import {
  causeOf,
  type Expected,
  isTokenRefused,
  isUnknownThere,
  payoutState,
  type RequestState,
  requestStateIn,
  transactionIn,
} from './translate.ts'
import { responseBody } from './wire.ts'

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

// Finds out what became of a request: by the id that the operator gave it, which reveals most, or by the UUID we sent,
// which is known even when the reply was lost.

/** Link to a resource: only the id is used, because the prefix depends on the operator. */
const linkForm = /(?:^|\/)(transactions|requeststates)\/([\w.+-]{1,64})$/

const requestId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

type Unavailable = { kind: 'unavailable'; cause: string }
export type Found =
  /** `reference`: its id, as the link or the state of the request named it. */
  | { kind: 'transaction'; reference: string; json: unknown }
  | { kind: 'state'; state: RequestState }
  | { kind: 'absent' }
  | Unavailable

/** The outcome of a payout or reversal. */
export async function inquire(
  client: GsmaClient,
  requested: { reference: string; upstreamId?: string },
  expected: Expected,
): Promise<InquiryReply> {
  const found = await find(client, requested)
  if (found.kind === 'state') return payoutState(found.state)
  if (found.kind !== 'transaction') return found
  const transaction = transactionIn(found.json, expected)
  if ('cause' in transaction) return unavailable(transaction.cause)
  return transaction.reference === found.reference ? transaction.outcome : unavailable('another transaction')
}

/** The transaction of a request, or the state of the request as long as it has none. */
export async function find(
  client: GsmaClient,
  { reference, upstreamId }: { reference: string; upstreamId?: string },
): Promise<Found> {
  if (upstreamId !== undefined && requestId.test(upstreamId)) {
    const state = await findRequest(client, upstreamId)
    if (state.kind !== 'absent') return state
  }
  const response = await get(client, 'response', `/responses/${encodeURIComponent(reference)}`)
  if (isUnknownThere(response)) return { kind: 'absent' }
  if (!isRead(response)) return unavailable(causeOf(response))
  const [, collection, id] = linkForm.exec(responseBody.parse(response.json).link ?? '') ?? []
  if (id === undefined) return unavailable('response without a link')
  if (collection === 'transactions') return findTransaction(client, id)
  const state = await findRequest(client, id)
  // The operator has a response to our call, so it received the call, even if the request's own state is missing.
  return state.kind === 'absent' ? unavailable('request state is missing') : state
}

async function findRequest(client: GsmaClient, id: string): Promise<Found> {
  const reply = await get(client, 'request state', `/requeststates/${encodeURIComponent(id)}`)
  if (isUnknownThere(reply)) return { kind: 'absent' }
  if (!isRead(reply)) return unavailable(causeOf(reply))
  const state = requestStateIn(reply.json)
  if (state.kind === 'not_it') return unavailable(state.cause)
  if (state.id !== id) return unavailable('state of another request')
  if (state.kind !== 'completed') return { kind: 'state', state }
  if (state.objectReference === undefined) return unavailable('completed without a transaction')
  return findTransaction(client, state.objectReference)
}

async function findTransaction(client: GsmaClient, reference: string): Promise<Found> {
  const reply = await get(client, 'transaction', `/transactions/${encodeURIComponent(reference)}`)
  return isRead(reply) ? { kind: 'transaction', reference, json: reply.json } : unavailable(causeOf(reply))
}

function get(client: GsmaClient, operation: string, path: string): Promise<OperatorReply> {
  return client.call({ operation, method: 'GET', path })
}

function isRead(reply: OperatorReply): reply is OperatorReply & { kind: 'reply' } {
  return reply.kind === 'reply' && reply.status === 200
}

function unavailable(cause: string): Unavailable {
  return { kind: 'unavailable', cause }
}
