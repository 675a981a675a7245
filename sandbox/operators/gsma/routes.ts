// The calls of the GSMA Mobile Money API 1.2 that a payer needs. Every payout is asynchronous: first a 202, then the outcome
// by callback or inquiry.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formatAmount } from '../../amount.ts'
import type { Operators } from '../operators.ts'
import { inquire, lookUp } from '../payouts/name-lookup.ts'
import { floatOf, pay } from '../payouts/payout.ts'
import { requestReversal } from '../payouts/reversal.ts'
import type { Subscriber } from '../payouts/subscribers.ts'
import { authenticate, issueToken } from './authentication.ts'
import {
  collectionRequestState,
  collectionResponse,
  collectionTransaction,
  createMerchantPayment,
  createRefund,
} from './collections.ts'
import {
  duplicateRequest,
  errorObject,
  GsmaError,
  invalid,
  refusalFacts,
  unexpected,
  unknownIdentifier,
} from './errors.ts'
import { amountOf, callbackUrl, checkHash, correlationId, jsonBody, subscriberAt } from './request.ts'
import { payoutTypes, readReversal, readTransaction } from './transaction-request.ts'
import { payoutState, reversalState, reversalView, stamp, transactionView } from './views.ts'

type Named = { Params: Record<string, string> }

/** All paths are under `/v1.2/mm`, except that of the token. */
export function registerRoutes(scope: FastifyInstance, operators: Operators): void {
  scope.setErrorHandler((error, _request, reply) => {
    const facts = error instanceof GsmaError ? error.facts : unexpected
    if (facts === unexpected) scope.log.error(error)
    const status = error instanceof GsmaError ? error.status : 500
    return reply.code(status).send(errorObject(facts, operators.clock.now()))
  })
  scope.post('/token', (request, reply) => issueToken(operators, request, reply))
  scope.register(
    async (resources) => {
      resources.addHook('preHandler', async (request, reply) => {
        reply.header('x-date', stamp(operators.clock.now()))
        authenticate(operators, request)
        checkHash(request)
      })
      registerTransactions(resources, operators)
      registerRecovery(resources, operators)
      registerAccounts(resources, operators)
    },
    { prefix: '/v1.2/mm' },
  )
}

function registerTransactions(scope: FastifyInstance, operators: Operators): void {
  scope.post<Named>('/transactions/type/:type', (request, reply) =>
    createTransaction(operators, request, reply),
  )
  scope.get<Named>('/transactions/:reference', (request) => {
    const { reference = '' } = request.params
    const reversal = operators.book.reversalByUpstreamId('gsma', reference)
    const original = reversal && operators.book.payoutById(reversal.payoutId)
    if (original) return reversalView(reversal, original)
    const collection = collectionTransaction(operators, reference)
    if (collection) return collection
    const payout = operators.book.payoutByUpstreamId('gsma', reference)
    if (!inquire(operators, 'gsma', reference, payout) || !payout) {
      throw new GsmaError(unknownIdentifier('transactionReference', reference))
    }
    return transactionView(payout)
  })
  scope.post<Named>('/transactions/:reference/reversals', (request, reply) =>
    createReversal(operators, request, reply),
  )
}

async function createTransaction(
  operators: Operators,
  request: FastifyRequest<Named>,
  reply: FastifyReply,
): Promise<object> {
  const { type = '' } = request.params
  if (type === 'merchantpay') return createMerchantPayment(operators, request, reply)
  if (!payoutTypes.some((known) => known === type)) {
    throw new GsmaError({
      category: 'businessRule',
      code: 'transactionTypeError',
      description: 'Transactions of this type are not supported.',
    })
  }
  const reference = correlationId(operators.book, request, 'payout')
  const message = jsonBody(request)
  const wanted = readTransaction(type, message)
  const subscriber = subscriberAt(wanted.creditParty.find(({ key }) => key === 'msisdn')?.value)
  const response = await pay(operators, {
    protocol: 'gsma',
    reference,
    clientReference: wanted.requestingOrganisationTransactionReference ?? null,
    subscriber,
    amount: amountOf(wanted.amount, wanted.currency),
    callbackUrl: callbackUrl(request),
    message: { ...message, type },
    missingWallet: 'refused',
  })
  if (response.kind === 'duplicate') throw new GsmaError(duplicateRequest)
  if (response.kind === 'refused') {
    throw new GsmaError(refusalFacts(response.refusal, subscriber.msisdn, wanted.currency))
  }
  return reply.code(202).send(payoutState(response.payout))
}

async function createReversal(
  operators: Operators,
  request: FastifyRequest<Named>,
  reply: FastifyReply,
): Promise<object> {
  const { reference: original = '' } = request.params
  const collection = operators.book.collectionByUpstreamId('gsma', original)
  if (collection) return createRefund(operators, request, reply, collection)
  const reference = correlationId(operators.book, request, 'reversal')
  const message = jsonBody(request)
  const wanted = readReversal(message)
  const payout = operators.book.payoutByUpstreamId('gsma', original)
  if (!payout) throw new GsmaError(unknownIdentifier('transactionReference', original))
  const response = requestReversal(operators, {
    reference,
    payout,
    amount: wanted.amount ? amountOf(wanted.amount, wanted.currency ?? payout.amount.currency) : null,
    callbackUrl: callbackUrl(request),
    message,
    completes: 'later',
  })
  if (response.kind === 'taken') return reply.code(202).send(reversalState(response.reversal))
  if (response.kind === 'duplicate') throw new GsmaError(duplicateRequest)
  const code = response.refusal === 'amount' ? 'greaterThanTransactionMaxValue' : 'incorrectState'
  throw new GsmaError({
    category: 'businessRule',
    code,
    description: 'The transaction cannot be reversed with this amount or in this state.',
  })
}

function registerRecovery(scope: FastifyInstance, operators: Operators): void {
  scope.get<Named>('/requeststates/:id', (request) => {
    const { id = '' } = request.params
    const reversal = operators.book.reversalById(id)
    if (reversal?.protocol === 'gsma') return reversalState(reversal)
    const collected = collectionRequestState(operators, id)
    if (collected) return collected
    const payout = operators.book.payoutById(id)
    if (payout?.protocol !== 'gsma') throw new GsmaError(unknownIdentifier('serverCorrelationId', id))
    inquire(operators, 'gsma', payout.reference, payout)
    return payoutState(payout)
  })
  scope.get<Named>('/responses/:reference', (request) => {
    const reference = (request.params.reference ?? '').toLowerCase()
    const reversal = operators.book.reversalByReference('gsma', reference)
    if (reversal) return { link: `/transactions/${reversal.upstreamId}` }
    const collected = collectionResponse(operators, reference)
    if (collected) return collected
    const payout = operators.book.payoutByReference('gsma', reference)
    inquire(operators, 'gsma', reference, payout)
    if (!payout) throw new GsmaError(unknownIdentifier('clientCorrelationId', reference))
    return { link: `/transactions/${payout.upstreamId}` }
  })
}

function registerAccounts(scope: FastifyInstance, operators: Operators): void {
  scope.get<Named>('/accounts/:type/:identifier/accountname', (request) => {
    const subscriber = accountAt(request)
    const found = lookUp(operators, 'gsma', subscriber)
    if (!found) throw new GsmaError(unknownIdentifier('msisdn', subscriber.msisdn))
    const { first, last, full } = found.name
    return { name: { firstName: first, lastName: last, fullName: full } }
  })
  scope.get<Named>('/accounts/:type/:identifier/status', (request) => {
    const found = lookUp(operators, 'gsma', accountAt(request))
    return { accountStatus: found ? 'available' : 'unregistered' }
  })
  // The response contains one currency only, so it is the one that payouts are made in.
  scope.get('/accounts/balance', () => {
    const balance = formatAmount({ minor: floatOf(operators, 'gsma', 'USD'), currency: 'USD' })
    return {
      accountStatus: 'available',
      currentBalance: balance,
      availableBalance: balance,
      reservedBalance: '0.00',
      unclearedBalance: '0.00',
      currency: 'USD',
    }
  })
  scope.get('/heartbeat', () => ({ serviceStatus: 'available', delay: 0 }))
}

function accountAt(request: FastifyRequest<Named>): Subscriber {
  const { type = '', identifier } = request.params
  if (type !== 'msisdn') throw new GsmaError(invalid('formatError', 'identifierType', type))
  return subscriberAt(identifier)
}
