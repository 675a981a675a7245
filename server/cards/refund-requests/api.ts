// The route by which a merchant's server requests a refund; it shares its declaration with the portal's.

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { serverActor, signedEndpoint } from '../../merchants/identity/signed-endpoint.ts'
import { keys } from '../../platform/http/access.ts'
import { succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { storedKeyOf } from '../../platform/http/idempotency.ts'
import { cardProblems } from '../transaction/problems.ts'
import { exampleUuid } from '../transaction/schemas.ts'
import { type Requester, requestRefund } from './create-request.ts'
import type { DecisionNeeds } from './decide-request.ts'
import { hasEnded } from './queries.ts'
import { dailyRequests, renderRequest } from './responses.ts'
import { newRequestBody, refundRequestResponse } from './schemas.ts'

export const ofPayment = { transaction_uuid: z.string().meta({ examples: [exampleUuid] }) }

/** What the declarations of both routes share. */
export const requestRefundPart = {
  repeatable: true,
  summary: 'Request the refund of a payment',
  description: `Without \`amount\`, what remains of the payment. The request waits for our approval (\`WAITING\`), unless the
merchant may refund by itself: then the payment is refunded at once, and the request is \`REFUNDED\`, \`FAILED\`, or
\`APPROVED\` while the outcome of the refund is not known. One request of a payment can be open at a time, and
a payment can have ${dailyRequests} requests within 24 hours.`,
  params: ofPayment,
  body: newRequestBody,
  responses: { 200: refundRequestResponse },
  problems: [
    cardProblems.transaction_not_found,
    cardProblems.refund_complete,
    cardProblems.refund_status,
    cardProblems.payment_disputed,
    cardProblems.refund_too_late,
    cardProblems.refund_request_waiting,
    cardProblems.refund_request_limit,
    cardProblems.operation_running,
    cardProblems.refund_too_much,
    cardProblems.amount_too_precise,
  ],
} as const

/** Requests the refund that the body of a call asks for. @throws InvalidBody, Problem 400, 404, 409, 422 */
export async function askForRefund(
  needs: DecisionNeeds,
  requester: Requester,
  { transactionUuid, request }: { transactionUuid: string; request: FastifyRequest },
) {
  const call = { transactionUuid, body: jsonBody(request), key: storedKeyOf(request, needs.secrets) }
  return renderRequest(await requestRefund(needs, requester, call))
}

export const refundRequestRoute = signedEndpoint({
  ...requestRefundPart,
  tag: 'Orders',
  id: 'requestPaymentRefund',
  method: 'POST',
  path: '/api/v1/payment/:transaction_uuid/refund-requests',
  priority: 'order',
  access: keys('refund'),
  work: async (needs: DecisionNeeds, call) => {
    const sent = { transactionUuid: call.params.transaction_uuid, request: call.request }
    return succeeded(await askForRefund(needs, { ...call.owner, actor: serverActor(call) }, sent))
  },
  isFinal: ({ data }) => hasEnded(data),
})
