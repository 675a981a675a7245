// Routes of the signed REST API, one line per operation; authentication, parsing and refusals are shared.

import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { utcSeconds } from '../clock.ts'
import type { Call, Gateway, Reply } from './gateway.ts'
import type { Message } from './message.ts'
import { createCaptureContext } from './microform/capture-context.ts'
import { enrol, setUpAuthentication, validate } from './payer-authentication/authentication.ts'
import { lookUpBin } from './payments/bin-lookup.ts'
import {
  capture,
  readTransaction,
  refundOf,
  reverseByReference,
  reversePayment,
  voidByReference,
  voidOf,
} from './payments/follow-ups.ts'
import { pay } from './payments/payment.ts'
import { authenticationFailed, Refused, refusalBody, serverError } from './problems.ts'
import { chargebackDetails, chargebackSummaries } from './reporting/chargebacks.ts'
import { conversionDetails, paymentBatchSummaries, purchaseAndRefundDetails } from './reporting/reports.ts'
import { createSearch, readDetails, readSearch } from './reporting/search.ts'
import { callerOf } from './signature.ts'

type Operation = (gateway: Gateway, call: Call) => Reply | Promise<Reply>

const operations: [method: 'GET' | 'POST', path: string, operation: Operation][] = [
  ['POST', '/microform/v2/sessions', openSession],
  ['POST', '/risk/v1/authentication-setups', setUpAuthentication],
  ['POST', '/risk/v1/authentications', enrol],
  ['POST', '/risk/v1/authentication-results', validate],
  ['POST', '/pts/v2/payments', pay],
  ['GET', '/pts/v2/payments/:id', readTransaction('payment')],
  ['POST', '/pts/v2/payments/:id/captures', capture],
  ['POST', '/pts/v2/payments/:id/reversals', reversePayment],
  ['POST', '/pts/v2/payments/:id/voids', voidOf('payment')],
  ['POST', '/pts/v2/payments/:id/refunds', refundOf('payment')],
  ['GET', '/pts/v2/captures/:id', readTransaction('capture')],
  ['POST', '/pts/v2/captures/:id/voids', voidOf('capture')],
  ['POST', '/pts/v2/captures/:id/refunds', refundOf('capture')],
  ['GET', '/pts/v2/refunds/:id', readTransaction('refund')],
  ['POST', '/pts/v2/refunds/:id/voids', voidOf('refund')],
  ['POST', '/pts/v2/voids', voidByReference],
  ['GET', '/pts/v2/voids/:id', readTransaction('void')],
  ['POST', '/pts/v2/reversals', reverseByReference],
  ['GET', '/pts/v2/reversals/:id', readTransaction('reversal')],
  ['POST', '/tss/v2/searches', createSearch],
  ['GET', '/tss/v2/searches/:id', readSearch],
  ['GET', '/tss/v2/transactions/:id', readDetails],
  ['GET', '/reporting/v3/purchase-refund-details', purchaseAndRefundDetails],
  ['GET', '/reporting/v3/payment-batch-summaries', paymentBatchSummaries],
  ['GET', '/reporting/v3/conversion-details', conversionDetails],
  ['GET', '/reporting/v3/chargeback-details', chargebackDetails],
  ['GET', '/reporting/v3/chargeback-summaries', chargebackSummaries],
  ['POST', '/bin/v1/binlookup', lookUpBin],
]

export function registerOperations(app: FastifyInstance, gateway: Gateway): void {
  for (const [method, url, operation] of operations) {
    app.route({ method, url, handler: (request, reply) => handle(gateway, operation, request, reply) })
  }
}

async function handle(
  gateway: Gateway,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.headers(replyHeaders())
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const merchantId = await callerOf(
    {
      merchants: gateway.merchants,
      clocks: () => [gateway.clock.trueNow(), gateway.clock.now()],
      skewSeconds: gateway.settings.skewSeconds,
    },
    { method: request.method, target: request.raw.url ?? '', headers: request.headers, body },
  )
  if (!merchantId) return send(reply, { status: 401, body: authenticationFailed })
  const call: Call = {
    merchantId,
    message: {},
    params: request.params as Record<string, string>,
    query: request.query as Record<string, string>,
  }
  send(reply, await respond(gateway, operation, call, body))
}

async function respond(gateway: Gateway, operation: Operation, call: Call, body: Buffer): Promise<Reply> {
  const submitTimeUtc = utcSeconds(gateway.clock.now())
  try {
    const message = body.length > 0 ? parse(body) : {}
    return await operation(gateway, { ...call, message })
  } catch (error) {
    if (!(error instanceof Refused)) return { status: 502, body: serverError(submitTimeUtc) }
    return { status: error.status, body: refusalBody(error, submitTimeUtc) }
  }
}

function parse(body: Buffer): Message {
  try {
    const message: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message as Message
  } catch {
    // Falls through: invalid JSON is refused in the same way as JSON that is not an object.
  }
  throw new Refused('INVALID_DATA')
}

function send(reply: FastifyReply, result: Reply): void {
  if (result === 'silence') {
    reply.hijack()
    return
  }
  const isText = typeof result.body === 'string'
  const isContext = isText && result.status === 201
  const type = isContext ? 'application/jwt' : isText ? 'text/html' : 'application/hal+json'
  void reply
    .code(result.status)
    .type(type)
    .send(isText ? result.body : JSON.stringify(result.body))
}

function replyHeaders(): Record<string, string> {
  return {
    'v-c-correlation-id': randomUUID(),
    'cache-control': 'no-cache, no-store, must-revalidate',
    pragma: 'no-cache',
    expires: '-1',
  }
}

async function openSession(gateway: Gateway, call: Call): Promise<Reply> {
  return { status: 201, body: await createCaptureContext(gateway, call.merchantId, call.message) }
}
