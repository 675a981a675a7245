// Finds out what became of a request: by the id that the operator gave it, which reveals most, or by the UUID we sent,
// which is known even when the reply was lost.
import type { InquiryReply } from '../../../operator-calls/operator.ts'
import type { OperatorReply } from '../call.ts'
import type { GsmaClient } from './client.ts'
import { causeOf, isUnknownThere } from './errors.ts'
import { type Expected, ofPayout, requestStateIn, transactionIn } from './translate.ts'
import { responseBody } from './wire.ts'

/** Link to a resource: only the id is used, because the prefix depends on the operator. */
const linkForm = /(?:^|\/)(transactions|requeststates)\/([\w.+-]{1,64})$/

const requestId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export async function inquire(
  client: GsmaClient,
  requested: { reference: string; upstreamId?: string },
  expected: Expected,
): Promise<InquiryReply> {
  const { reference, upstreamId } = requested
  if (upstreamId !== undefined && requestId.test(upstreamId)) {
    const state = await inquireRequest(client, upstreamId, expected)
    if (state.kind !== 'absent') return state
  }
  const response = await get(client, 'response', `/responses/${encodeURIComponent(reference)}`)
  if (isUnknownThere(response)) return { kind: 'absent' }
  if (!isRead(response)) return unavailable(causeOf(response))
  const [, collection, id] = linkForm.exec(responseBody.parse(response.json).link ?? '') ?? []
  if (id === undefined) return unavailable('response without a link')
  if (collection === 'transactions') return inquireTransaction(client, id, expected)
  const state = await inquireRequest(client, id, expected)
  // The operator has a response to our call, so it received the call, even if the request's own state is missing.
  return state.kind === 'absent' ? unavailable('request state is missing') : state
}

async function inquireRequest(client: GsmaClient, id: string, expected: Expected): Promise<InquiryReply> {
  const reply = await get(client, 'request state', `/requeststates/${encodeURIComponent(id)}`)
  if (isUnknownThere(reply)) return { kind: 'absent' }
  if (!isRead(reply)) return unavailable(causeOf(reply))
  const state = requestStateIn(reply.json)
  if (state.kind === 'not_it') return unavailable(state.cause)
  if (state.upstreamId !== id) return unavailable('state of another request')
  if (state.kind !== 'completed') return ofPayout(state)
  if (state.objectReference === undefined) return unavailable('completed without a transaction')
  return inquireTransaction(client, state.objectReference, expected)
}

async function inquireTransaction(
  client: GsmaClient,
  reference: string,
  expected: Expected,
): Promise<InquiryReply> {
  const reply = await get(client, 'transaction', `/transactions/${encodeURIComponent(reference)}`)
  if (!isRead(reply)) return unavailable(causeOf(reply))
  const transaction = transactionIn(reply.json, expected)
  if ('cause' in transaction) return unavailable(transaction.cause)
  return transaction.reference === reference ? transaction.outcome : unavailable('another transaction')
}

function get(client: GsmaClient, operation: string, path: string): Promise<OperatorReply> {
  return client.call({ operation, method: 'GET', path })
}

function isRead(reply: OperatorReply): reply is OperatorReply & { kind: 'reply' } {
  return reply.kind === 'reply' && reply.status === 200
}

function unavailable(cause: string): InquiryReply {
  return { kind: 'unavailable', cause }
}
