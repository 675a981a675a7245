// The part of Airtel Africa's Open API for DR Congo that a payer needs. Disbursements are first in process (TIP); the outcome
// comes by callback or enquiry.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { formatAmount } from '../../amount.ts'
import type { Message, Payout } from '../books/book.ts'
import { collectedOf } from '../collections/statement.ts'
import { asObject, asText, headerOf, readJson } from '../message.ts'
import type { Operators } from '../operators.ts'
import { inquire, lookUp } from '../payouts/name-lookup.ts'
import { floatOf, pay } from '../payouts/payout.ts'
import { requestReversal } from '../payouts/reversal.ts'
import { publicKeyText } from '../rsa.ts'
import { refundCollection, registerCollections } from './collections.ts'
import { airtelSubscriber, readDisbursement, type Version } from './disbursement-request.ts'
import { AirtelRefusal, badParameters, codes, payoutRefusal, refusal, statusOf, success } from './replies.ts'
import { airtelKey, checkHeaders, checkPin, checkSignature, issueToken } from './security.ts'

type Named = { Params: Record<string, string> }

export function registerRoutes(scope: FastifyInstance, operators: Operators): void {
  scope.setErrorHandler((error, _request, reply) => {
    if (error instanceof AirtelRefusal) return reply.code(error.reply.status).send(error.reply.body)
    scope.log.error(error)
    return reply.code(500).send({ status_message: 'Internal Server Error', status_code: 'ROUTER500' })
  })
  scope.addHook('preHandler', async (request, reply) => {
    const isJson = /^application\/json\b/.test(headerOf(request, 'Content-Type') ?? '')
    if (request.method === 'POST' && !isJson) return reply.code(415).send({ error: 'Unsupported Media Type' })
  })
  scope.post('/auth/oauth2/token', (request, reply) => issueToken(operators, request, reply))
  scope.register(async (calls) => {
    calls.addHook('preHandler', async (request) => checkHeaders(operators, request))
    registerDisbursements(calls, operators)
    registerCollections(calls, operators)
    registerRefunds(calls, operators)
    registerQuestions(calls, operators)
  })
}

function registerDisbursements(scope: FastifyInstance, operators: Operators): void {
  for (const version of ['v1', 'v2', 'v3'] as const) {
    const path = `/standard/${version}/disbursements`
    const disburseHere = (request: FastifyRequest) => disburse(operators, version, request)
    scope.post(path, disburseHere)
    scope.post(`${path}/`, disburseHere)
    scope.get<Named>(`${path}/:id`, (request) => enquire(operators, request.params.id ?? ''))
  }
}

async function disburse(operators: Operators, version: Version, request: FastifyRequest): Promise<object> {
  const currency = headerOf(request, 'X-Currency') ?? ''
  const message = readJson(request)
  await checkSignature(operators, request, version === 'v3')
  const wanted = readDisbursement(version, message, currency)
  await checkPin(operators, wanted.pin)
  const response = await pay(operators, {
    protocol: 'airtel',
    reference: wanted.transactionId,
    clientReference: wanted.reference,
    subscriber: wanted.subscriber,
    amount: wanted.amount,
    callbackUrl: null,
    message: {},
    missingWallet: 'refused',
  })
  if (response.kind === 'refused') throw payoutRefusal(response.refusal)
  if (response.kind === 'duplicate') throw duplicate(response.payout)
  const { upstreamId, reference } = response.payout
  const transaction = { id: reference, reference_id: upstreamId, airtel_money_id: upstreamId, status: 'TIP' }
  return success({ transaction }, codes.inProcess, 'Transaction in process')
}

/** Two codes are known for a duplicate. The one that asks for an enquiry is used while the first is in process. */
function duplicate({ status }: Payout): AirtelRefusal {
  return status === 'pending'
    ? refusal(codes.duplicateInProcess, 'Duplicate transaction id, in process')
    : refusal(codes.duplicateReference, 'Duplicate transaction id')
}

function enquire(operators: Operators, id: string): object {
  const payout = inquire(operators, 'airtel', id, operators.book.payoutByReference('airtel', id))
  if (!payout) throw refusal(codes.notFound, 'Transaction not found')
  const { status, code, message } = statusOf(payout)
  const transaction = { id, airtel_money_id: payout.upstreamId, message, status }
  return success({ transaction }, code, message)
}

function registerRefunds(scope: FastifyInstance, operators: Operators): void {
  for (const path of ['v1/disbursements', 'v1/payments', 'v2/payments']) {
    scope.post(`/standard/${path}/refund`, (request) => refund(operators, readJson(request)))
  }
}

function refund(operators: Operators, message: Message | null): object {
  const id = asText(asObject(message?.transaction)?.airtel_money_id)
  if (!id) throw badParameters('transaction.airtel_money_id is missing')
  const collection = operators.book.collectionByUpstreamId('airtel', id)
  if (collection) return refundCollection(operators, collection)
  const payout = operators.book.payoutByUpstreamId('airtel', id)
  if (!payout) throw refusal(codes.notFound, 'Transaction not found')
  const response = requestReversal(operators, {
    // A refund has no reference of the payer: each payout has at most one refund.
    reference: `refund of ${id}`,
    payout,
    amount: null,
    callbackUrl: null,
    message: {},
    completes: 'now',
  })
  if (response.kind === 'duplicate') throw refusal(codes.duplicateReference, 'Already refunded')
  if (response.kind === 'refused') throw refusal(codes.failed, 'The transaction cannot be refunded')
  return success(
    { transaction: { airtel_money_id: response.reversal.upstreamId, status: 'TS' } },
    codes.success,
  )
}

function registerQuestions(scope: FastifyInstance, operators: Operators): void {
  scope.get('/v1/rsa/encryption-keys', async () => {
    const key = publicKeyText(await airtelKey(operators))
    const data = { key_id: 'sandbox-1', key, valid_upto: '2099-12-31 23:59:59' }
    return success(data, codes.keyFound)
  })
  for (const version of ['v1', 'v2']) {
    scope.get(`/standard/${version}/users/balance`, (request) => balance(operators, request))
  }
  scope.get<Named>('/standard/v1/users/:msisdn', (request) => {
    const { msisdn = '' } = request.params
    if (!/^[0-9]{9}$/.test(msisdn))
      throw refusal(codes.nameNotFound, 'msisdn must have the 9 national digits')
    const subscriber = airtelSubscriber(msisdn)
    const found = subscriber && lookUp(operators, 'airtel', subscriber)
    if (!found) throw refusal(codes.nameNotFound, 'The subscriber is unknown')
    const data = {
      first_name: found.name.first,
      last_name: found.name.last,
      msisdn,
      grade: 'SUBS',
      is_barred: false,
      is_pin_set: true,
      registration: { id: '', status: 'SUBS' },
    }
    return success(data, codes.nameFound)
  })
}

function balance(operators: Operators, request: FastifyRequest): object {
  const currency = headerOf(request, 'X-Currency') ?? ''
  const { type } = request.query as { type?: string }
  const minor =
    type === 'COLL' ? collectedOf(operators, 'airtel', currency) : floatOf(operators, 'airtel', currency)
  const data = { balance: formatAmount({ minor, currency }), currency, account_status: 'Active' }
  return success(data, codes.balanceFound)
}
