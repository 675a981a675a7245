// Vodacom M-Pesa OpenAPI, market vodacomDRC: sessions, the calls, and the results posted to the portal's URL.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { read } from '../../control-request.ts'
import type { Message } from '../books/book.ts'
import { readJson } from '../message.ts'
import type { CallbackMessage, CallbackReport, Operators, Protocol } from '../operators.ts'
import { portalUrl } from '../portal.ts'
import { portalKey, unwrapBearer } from './bearer.ts'
import { type Call, codeOf, conversationOf, payOut, replyName, replyStatus, reversePayment } from './calls.ts'
import { Refused } from './codes.ts'
import { type Conversation, type Reply, refused, result, session, sessionNotOpen } from './views.ts'

type Operation = (operators: Operators, call: Call) => Reply | Promise<Reply>

const operations: [method: 'GET' | 'POST' | 'PUT', path: string, operation: Operation][] = [
  ['POST', 'b2cPayment', payOut],
  ['POST', 'b2cPayment/singleStage', payOut],
  ['PUT', 'reversal', reversePayment],
  ['GET', 'queryTransactionStatus', replyStatus],
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
    return await operation(operators, { input, conversation })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return refused(error.code, conversation)
  }
}

function send(reply: FastifyReply, { status, body }: Reply): FastifyReply {
  return reply.code(status).type('application/json').send(JSON.stringify(body))
}

function writeCallback(operators: Operators, report: CallbackReport): CallbackMessage | null {
  const url = portalUrl(operators.book, 'mpesa')
  const { message, reference } = report.reversal ?? report.payout
  // A synchronous call already had its reply; but a reversal without a request is always reported to the portal.
  if (!url || !(message.isReported || report.said === 'reversed')) return null
  const conversation: Conversation = {
    // Results are not signed: only this id, known to caller and gateway, distinguishes a true result from a forged one.
    conversationId: report.isForged ? randomUUID().replaceAll('-', '') : String(message.conversationId),
    thirdPartyConversationId: reference,
  }
  const headers = { 'content-type': 'application/json' }
  return { method: 'POST', url, headers, body: JSON.stringify(resultOf(report, conversation)) }
}

function resultOf(
  { payout, reversal, said: reportedStatus }: CallbackReport,
  conversation: Conversation,
): Record<string, string> {
  if (reversal) return result('INS-0', conversation, { transactionId: reversal.upstreamId })
  const code = codeOf(payout)
  return result(code, conversation, {
    ...(code === 'INS-0' && { transactionId: payout.upstreamId }),
    ...(reportedStatus === 'reversed' && { transactionStatus: 'Reversed' as const }),
  })
}

const controlRequest = z.strictObject({
  mode: z.enum(['asynchronous', 'synchronous']).optional(),
  session_life_seconds: z.number().min(0).optional(),
})

function registerControls(scope: FastifyInstance, operators: Operators): void {
  const state = () => ({
    mode: operators.settings.mpesa.mode,
    session_life_seconds: operators.settings.mpesa.sessionLifeSeconds,
  })
  scope.get('/', state)
  scope.post('/', (request, reply) => {
    const wanted = read(controlRequest, request.body, reply)
    if (!wanted) return reply
    const { mode, sessionLifeSeconds } = operators.settings.mpesa
    operators.settings.mpesa = {
      mode: wanted.mode ?? mode,
      sessionLifeSeconds: wanted.session_life_seconds ?? sessionLifeSeconds,
    }
    return state()
  })
}
