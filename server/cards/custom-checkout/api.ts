// The four calls of a shop's server during a custom checkout. Credentials are read at every one of them.
import type { FastifyInstance } from 'fastify'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import type { SignedRequests } from '../../merchants/identity/signed-request.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { jsonBody, requestFacts, sendJson } from '../../platform/http/http.ts'
import { type Answer, type Idempotency, replaying } from '../../platform/http/idempotency.ts'
import type { RequestFacts } from '../checkout/checkout.ts'
import * as endpoints from '../orders/endpoints.ts'
import { enrolMicroform, type MicroformNeeds, openCaptureContext, setUpMicroform } from './capture-context.ts'
import { chargeMicroform } from './charge-token.ts'

export type MicroformRoutes = MicroformNeeds & { signedRequests: SignedRequests; idempotency: Idempotency }

type Work = (
  needs: MicroformNeeds,
  merchant: Merchant,
  body: unknown,
  facts: RequestFacts,
) => Promise<unknown>

export function registerMicroformRoutes(app: FastifyInstance, needs: MicroformRoutes): void {
  const { signedRequests, idempotency } = needs
  const onRequest = async (request: Parameters<SignedRequests['checkHeaders']>[0]) =>
    signedRequests.checkHeaders(request)

  function offer(name: string, api: Endpoint, work: Work) {
    app.post(`/api/v1/microform/${name}`, { onRequest, config: { api } }, async (request, reply) => {
      const merchant = await signedRequests.authenticate(request)
      const answer = (await replaying(idempotency, request, merchant, () =>
        work(needs, merchant, jsonBody(request), requestFacts(request)),
      )) as Answer
      return sendJson(reply.headers(answer.headers), answer.body)
    })
  }
  offer('capture-context', endpoints.openCaptureContext, openCaptureContext)
  offer('pa-setup', endpoints.setUpAuthentication, setUpMicroform)
  offer('pa-enroll', endpoints.enrolPayer, enrolMicroform)
  offer('charge', endpoints.chargeToken, chargeMicroform)
}
