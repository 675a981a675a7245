// The portal's routes for refund requests: ask for the refund of a payment, read and withdraw one's own requests.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { askForRefund, ofPayment, requestRefundPart } from '../cards/refund-requests/api.ts'
import { ownPaymentId } from '../cards/refund-requests/create-request.ts'
import { type DecisionNeeds, withdrawRequest } from '../cards/refund-requests/decide-request.ts'
import { hasEnded, requestIdOf } from '../cards/refund-requests/queries.ts'
import { readRequest, renderRequest, requestsOfPayment } from '../cards/refund-requests/responses.ts'
import {
  exampleRequestId,
  refundRequestResponse,
  refundRequestsResponse,
} from '../cards/refund-requests/schemas.ts'
import { cardProblems } from '../cards/transaction/problems.ts'
import { Problem } from '../kernel/problem.ts'
import { merchantActor } from '../merchants/identity/merchant.ts'
import type { Session } from '../merchants/sign-in/bearer.ts'
import { userEndpoint } from '../merchants/sign-in/user-endpoint.ts'
import { users } from '../platform/http/access.ts'

const portal = { tag: 'Portal: payments' } as const
const ofRequest = { ...ofPayment, id: z.string().meta({ examples: [exampleRequestId] }) }
const one = { 200: refundRequestResponse }

type Needs = { refunds: DecisionNeeds }

const reading = { ...portal, method: 'GET', priority: 'list', access: users('payments') } as const

export const refundRequestRoutes = [
  userEndpoint({
    ...portal,
    id: 'requestRefund',
    method: 'POST',
    path: '/api/v1/merchant/payments/:transaction_uuid/refund-requests',
    priority: 'order',
    access: users('refund'),
    ...requestRefundPart,
    isFinal: hasEnded,
    work: async ({ refunds }: Needs, { session, request, params }) => {
      const sent = { transactionUuid: params.transaction_uuid, request }
      return askForRefund(refunds, requesterOf(session, request), sent)
    },
  }),
  userEndpoint({
    ...reading,
    id: 'listRefundRequests',
    path: '/api/v1/merchant/payments/:transaction_uuid/refund-requests',
    summary: 'List the refund requests of a payment',
    description: 'Oldest first.',
    params: ofPayment,
    responses: { 200: refundRequestsResponse },
    problems: [cardProblems.transaction_not_found],
    work: async ({ refunds }: Needs, { session, params }) => {
      const paymentId = await ownPaymentId(refunds.db, session, params.transaction_uuid)
      return { items: await requestsOfPayment(refunds.db, paymentId) }
    },
  }),
  userEndpoint({
    ...reading,
    id: 'readRefundRequest',
    path: '/api/v1/merchant/payments/:transaction_uuid/refund-requests/:id',
    summary: 'Retrieve a refund request',
    params: ofRequest,
    responses: one,
    problems: [cardProblems.transaction_not_found, cardProblems.refund_request_unknown],
    work: async ({ refunds }: Needs, { session, params }) => {
      const paymentId = await ownPaymentId(refunds.db, session, params.transaction_uuid)
      const found = await readRequest(refunds.db, await requestIdOf(refunds.db, params.id))
      // guard: refund-request-of-payment
      if (found.transaction_id !== paymentId) throw new Problem(cardProblems.refund_request_unknown)
      return renderRequest(found)
    },
  }),
  userEndpoint({
    ...portal,
    id: 'withdrawRefundRequest',
    method: 'POST',
    path: '/api/v1/merchant/payments/:transaction_uuid/refund-requests/:id/withdraw',
    priority: 'order',
    access: users('refund'),
    repeatable: true,
    summary: 'Withdraw a refund request',
    description: 'Only while it waits.',
    params: ofRequest,
    responses: one,
    problems: [
      cardProblems.transaction_not_found,
      cardProblems.refund_request_unknown,
      cardProblems.refund_request_decided,
    ],
    work: async ({ refunds }: Needs, { session, request, params }) => {
      const transactionId = await ownPaymentId(refunds.db, session, params.transaction_uuid)
      const { actor } = requesterOf(session, request)
      const requestId = await requestIdOf(refunds.db, params.id)
      return renderRequest(await withdrawRequest(refunds, requestId, { actor, transactionId }))
    },
  }),
]

/** The merchant as the requester of a refund, and as the audit log names it. */
function requesterOf(session: Session, request: FastifyRequest) {
  const { merchantId, environment } = session
  const actor = merchantActor(session, { address: request.ip, requestId: request.id })
  return { merchantId, environment, actor }
}
