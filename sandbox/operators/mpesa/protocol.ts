// Vodacom M-Pesa OpenAPI, market vodacomDRC: sessions, the calls, and the results posted to the portal's URL.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { read } from '../../control-request.ts'
import type { Message } from '../books/book.ts'
import { readJson } from '../message.ts'
import type { CallbackMessage, CallbackReport, Operators, Protocol } from '../operators.ts'
import { portalKey, unwrapBearer } from './bearer.ts'
import { type Call, codeOf, conversationOf, payOut, replyName, replyStatus, reversePayment } from './calls.ts'
import { Refused } from './codes.ts'
import { collectionStatus, refundPayment, requestPayment, writeCollectionCallback } from './collections.ts'
import { readInput, reversal, statusQuery } from './requests.ts'
import {
  accepted,
  postedResult,
  type Reply,
  refused,
  reportedConversation,
  session,
  sessionNotOpen,
} from './views.ts'

type Operation = (operators: Operators, call: Call) => Reply | Promise<Reply>

const operations: [method: 'GET' | 'POST' | 'PUT', path: string, operation: Operation][] = [
  ['POST', 'b2cPayment', payOut],
  ['POST', 'b2cPayment/singleStage', payOut],
  ['POST', 'c2bPayment/singleStage', requestPayment],
  ['PUT', 'reversal', returnPayment],
  ['GET', 'queryTransactionStatus', replyAnyStatus],
  ['GET', 'queryBeneficiaryName', replyName],
]

export const mpesa: Protocol = {
  name: 'mpesa',
  register(scope, operators) {
    const base = '/sandbox/ipg/v2/:market/'
    route(scope, 'GET', `${base}getSession`, (request) => openSession(operators, request))
    for (const [method, path, operation] of operations) {
      route(scope, method, base + path, (request) => respond(operators, request, operation))
    }
  },
  registerControls,
  writeCallback,
  writeCollectionCallback,
  outage: () => refused('INS-1', null),
}

/** Documented paths end in a slash; clients that omit it are served too. */
function route(
  scope: FastifyInstance,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  serve: (request: FastifyRequest) => Promise<Reply>,
): void {
  for (const url of [path, `${path}/`]) {
    scope.route({
      method,
      url,
      handler: async (request, reply) => send(reply, await serve(request)),
    })
  }
}

async function openSession(operators: Operators, request: FastifyRequest): Promise<Reply> {
  const apiKey = unwrapBearer(await portalKey(operators.book), request.headers.authorization)
  if (apiKey !== operators.settings.secret) return refused('INS-989', null)
  return session(operators.tokens.issue('mpesa', operators.settings.mpesa.sessionLifeSeconds))
}

async function respond(operators: Operators, request: FastifyRequest, operation: Operation): Promise<Reply> {
  const id = unwrapBearer(await portalKey(operators.book), request.headers.authorization)
  if (id === null || operators.tokens.check('mpesa', id) !== 'good') return sessionNotOpen()
  const input = request.method === 'GET' ? (request.query as Message) : readJson(request)
  const conversation = conversationOf(input ?? {})
  try {
    if ((request.params as { market: string }).market !== 'vodacomDRC') throw new Refused('INS-998')
    if (!input) throw new Refused('INS-21')
    return await operation(operators, { input, conversation, request })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return refused(error.code, conversation)
  }
}

function send(reply: FastifyReply, { status, body }: Reply): FastifyReply {
  return reply.code(status).type('application/json').send(JSON.stringify(body))
}

function writeCallback(operators: Operators, report: CallbackReport): CallbackMessage | null {
  const { payout, reversal, said } = report
  const subject = reversal ?? payout
  // A synchronous call already had its reply; but a reversal without a request is always reported to the portal.
  if (!(subject.message.isReported || said === 'reversed')) return null
  const code = reversal ? 'INS-0' : codeOf(payout)
  return postedResult(operators, code, reportedConversation(subject, report.isForged), {
    ...(code === 'INS-0' && { transactionId: subject.upstreamId }),
    ...(!reversal && said === 'reversed' && { transactionStatus: 'Reversed' as const }),
  })
}

/** The conversation ids do not tell whether a transaction was a payout or a collection; the books do. */
function replyAnyStatus(operators: Operators, call: Call): Reply {
  const { input_QueryReference: sought } = readInput(statusQuery, call.input)
  const collected = collectionStatus(operators, sought)
  return collected ? accepted(call.conversation, collected) : replyStatus(operators, call)
}

function returnPayment(operators: Operators, call: Call): Reply {
  const wanted = readInput(reversal, call.input)
  const collection = operators.book.collectionByUpstreamId('mpesa', wanted.input_TransactionID)
  return collection ? refundPayment(operators, call, wanted, collection) : reversePayment(operators, call)
}

const controlRequest = z.strictObject({
  mode: z.enum(['asynchronous', 'synchronous']).optional(),
  session_life_seconds: z.number().min(0).optional(),
  indexed_after_seconds: z.number().min(0).optional(),
})

function registerControls(scope: FastifyInstance, operators: Operators): void {
  const state = () => ({
    mode: operators.settings.mpesa.mode,
    session_life_seconds: operators.settings.mpesa.sessionLifeSeconds,
    indexed_after_seconds: operators.settings.mpesa.indexedAfterMs / 1_000,
  })
  scope.get('/', state)
  scope.post('/', (request, reply) => {
    const wanted = read(controlRequest, request.body, reply)
    if (!wanted) return reply
    const { mode, sessionLifeSeconds, indexedAfterMs } = operators.settings.mpesa
    const { indexed_after_seconds: indexedAfter = indexedAfterMs / 1_000 } = wanted
    operators.settings.mpesa = {
      mode: wanted.mode ?? mode,
      sessionLifeSeconds: wanted.session_life_seconds ?? sessionLifeSeconds,
      indexedAfterMs: indexedAfter * 1_000,
    }
    return state()
  })
}
