// Registers the operators' routes, each protocol under its own path, and runs their scheduled work.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Fault, Faults } from '../faults.ts'
import type { Work } from './books/agenda.ts'
import { deliverCallback, deliverCollectionCallback } from './callbacks/callbacks.ts'
import { endAsPlanned, reverseCollection } from './collections/collection.ts'
import { registerPhone } from './collections/phone.ts'
import { completeRefund } from './collections/refund.ts'
import type { Operators, Protocol } from './operators.ts'
import { completePayout, reverse } from './payouts/payout.ts'
import { completeReversal } from './payouts/reversal.ts'

const base = '/operators'

export async function registerOperators(
  app: FastifyInstance,
  operators: Operators,
  faults: Faults,
): Promise<void> {
  registerPhone(app, operators)
  for (const protocol of operators.protocols) {
    await app.register(
      async (scope) => {
        prepare(scope, operators, protocol, faults)
        protocol.register(scope, operators)
      },
      { prefix: `${base}/${protocol.name}` },
    )
  }
}

/** Starts due work, including what an earlier run left undone. */
export function startOperators(operators: Operators): void {
  operators.agenda.start((work) => carryOut(operators, work))
}

function carryOut(operators: Operators, work: Work): Promise<void> | void {
  switch (work.kind) {
    case 'settle':
      return completePayout(operators, work.payoutId)
    case 'reverse':
      return reverse(operators, work.payoutId)
    case 'settle_reversal':
      return completeReversal(operators, work.reversalId)
    case 'callback':
      return deliverCallback(operators, work)
    case 'end_collection':
      return endAsPlanned(operators, work.collectionId, work.ending, work.as)
    case 'reverse_collection':
      reverseCollection(operators, work.collectionId)
      return
    case 'complete_refund':
      return completeRefund(operators, work.refundId)
    case 'collection_callback':
      return deliverCollectionCallback(operators, work)
  }
}

function prepare(scope: FastifyInstance, operators: Operators, protocol: Protocol, faults: Faults): void {
  // Hashes cover the bytes as sent, so bodies are parsed only after they were verified.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const struck = new WeakSet<FastifyRequest>()
  scope.addHook('onRequest', async (request, reply) => {
    const path = (request.raw.url ?? '').slice(base.length).split('?')[0] ?? ''
    const pattern = request.routeOptions.url?.slice(base.length) ?? path
    operators.requestCounts.set(pattern, (operators.requestCounts.get(pattern) ?? 0) + 1)
    const fault = faults.draw('operator', path)
    if (fault?.mode === 'lost-reply') struck.add(request)
    else if (fault) await misbehave(fault, request, reply, protocol.outage(operators))
  })
  scope.addHook('onSend', async (request) => {
    if (struck.has(request)) request.raw.socket.destroy()
  })
}

async function misbehave(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  outage: { status: number; body: object },
): Promise<void> {
  switch (fault.mode) {
    case 'down':
      reply.hijack()
      request.raw.socket.destroy()
      return
    case 'timeout':
      reply.hijack()
      return
    case '5xx':
      await reply.code(outage.status).send(outage.body)
      return
    default:
      await new Promise((resolve) => setTimeout(resolve, fault.delay_seconds * 1000))
  }
}
