// The admin's side of merchants: find, let go live, suspend, price.
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { adminOf } from '../../admin/access.ts'
import { check } from '../../platform/http/body/body.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import { approveGoLive, type GoLiveNeeds, rejectGoLive } from '../go-live/decision.ts'
import { changeRates } from '../pricing/pricing.ts'
import { createResetLink } from '../sign-in/password-reset.ts'
import * as endpoints from './admin-endpoints.ts'
import { decisionSchema, decisions, reasonSchema } from './admin-endpoints.ts'
import {
  type MerchantAdminNeeds,
  merchantDetails,
  merchantsPage,
  resumeMerchant,
  suspendMerchant,
} from './administer.ts'

export type MerchantAdminRoutes = MerchantAdminNeeds & GoLiveNeeds & { baseUrl: string }

const path = '/api/v1/admin/merchants'
/** @param guard lets admins pass and refuses the rest. */
export function registerMerchantAdminRoutes(
  app: FastifyInstance,
  needs: MerchantAdminRoutes,
  guard: onRequestAsyncHookHandler,
): void {
  /** Answers what `work` finds for the merchant of the path. */
  const answer =
    (work: (code: string, request: FastifyRequest) => Promise<object>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { merchant_code } = request.params as { merchant_code: string }
      return sendJson(reply, { status: 'success', data: await work(merchant_code, request) })
    }
  const act = (request: FastifyRequest) => ({
    admin: adminOf(request),
    ...check(reasonSchema, jsonBody(request), 'body'),
  })
  const onRequest = guard

  app.get(path, { onRequest, config: { api: endpoints.listMerchants } }, async (request, reply) =>
    sendJson(reply, { status: 'success', data: await merchantsPage(needs, request.query) }),
  )
  app.get(
    `${path}/:merchant_code`,
    { onRequest, config: { api: endpoints.readMerchant } },
    answer((code) => merchantDetails(needs, code)),
  )
  app.post(
    `${path}/:merchant_code/go-live`,
    { onRequest, config: { api: endpoints.decideGoLive } },
    answer((code, request) => {
      const wanted = check(decisionSchema, jsonBody(request), 'body')
      const decision = { admin: adminOf(request), reason: wanted.reason }
      const decide = decisions[wanted.decision] === 'approve' ? approveGoLive : rejectGoLive
      return decide(needs, code, decision)
    }),
  )
  app.post(
    `${path}/:merchant_code/suspend`,
    { onRequest, config: { api: endpoints.suspendMerchant } },
    answer((code, request) => suspendMerchant(needs, code, act(request))),
  )
  app.post(
    `${path}/:merchant_code/resume`,
    { onRequest, config: { api: endpoints.resumeMerchant } },
    answer((code, request) => resumeMerchant(needs, code, act(request))),
  )
  app.post(
    `${path}/:merchant_code/password-reset`,
    { onRequest, config: { api: endpoints.createPasswordResetLink } },
    answer((code, request) => createResetLink(needs, code, act(request))),
  )
  app.put(
    `${path}/:merchant_code/rates`,
    { onRequest, config: { api: endpoints.setRates } },
    answer((code, request) => changeRates(needs, code, { admin: adminOf(request), body: jsonBody(request) })),
  )
}
