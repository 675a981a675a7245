// Controls with which tests and the phone page answer prompts, decide how collections end, and read the operators' statement.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { read } from '../../control-request.ts'
import type { Collection } from '../books/collections.ts'
import type { Operators } from '../operators.ts'
import { type End, end, respondToPrompt, reverseCollection, setEnding } from './collection.ts'
import { endings } from './endings.ts'
import { openPrompts, promptView } from './prompts.ts'
import { statement } from './statement.ts'

const behaviourRequest = z.strictObject({
  msisdn: z.string().regex(/^243\d{9}$/),
  ending: z.enum(endings),
})

const responses = {
  approve: 'approved',
  'wrong-pin': 'wrong_pin',
  decline: 'cancelled',
  ignore: 'ignore',
} as const satisfies Record<string, End | 'ignore'>
const promptResponse = z.strictObject({
  answer: z.enum(['approve', 'wrong-pin', 'decline', 'ignore']),
})

const releaseRequest = z.strictObject({
  outcome: z.enum(['approved', 'cancelled', 'lapsed', 'insufficient_funds', 'reversed']),
})

type Named = { Params: { id: string }; Querystring: Record<string, string> }

export function registerCollectionControls(scope: FastifyInstance, operators: Operators): void {
  scope.post('/behaviours', (request, reply) => {
    const wanted = read(behaviourRequest, request.body, reply)
    if (!wanted) return reply
    setEnding(operators, wanted.msisdn, wanted.ending)
    return wanted
  })
  scope.get<Named>('/prompts', ({ query }) => ({
    prompts: openPrompts(operators, query.msisdn ?? null).map(promptView),
  }))
  scope.post<Named>('/prompts/:id', (request, reply) => {
    const wanted = read(promptResponse, request.body, reply)
    if (!wanted) return reply
    const collection = operators.book.collectionById(request.params.id)
    const isEnded = collection && respondToPrompt(operators, collection, responses[wanted.answer])
    return isEnded ? current(operators, collection) : reply.code(404).send(noPrompt)
  })
  // As the operator's staff would, when the operator itself does not know the outcome.
  scope.post<Named>('/collections/:id/release', (request, reply) => {
    const wanted = read(releaseRequest, request.body, reply)
    if (!wanted) return reply
    const collection = operators.book.collectionById(request.params.id)
    const isReleased = collection && release(operators, collection.id, wanted.outcome)
    return isReleased ? current(operators, collection) : reply.code(404).send(noPrompt)
  })
  scope.get<Named>('/statement', ({ query }) => ({
    lines: statement(operators, {
      protocol: query.protocol ?? null,
      date: query.date ?? null,
      currency: query.currency ?? null,
    }),
  }))
}

/** Ends a collection, or returns an approved one to its payer. */
const release = (operators: Operators, id: string, outcome: End | 'reversed'): boolean =>
  outcome === 'reversed' ? reverseCollection(operators, id) : end(operators, id, outcome)

const noPrompt = { reason: 'NOT_FOUND', message: 'No collection is open under this id' }

function current({ book }: Operators, { id }: Collection): object {
  const { status = null, declineReason = null } = book.collectionById(id) ?? {}
  return { id, status, decline_reason: declineReason }
}
