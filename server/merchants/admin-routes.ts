// The admin's side of merchants: find, let go live, suspend, price.
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { z } from 'zod'
import { adminOf } from '../admin/access.ts'
import { check, optional, refused, text } from '../platform/body.ts'
import { jsonBody, sendJson } from '../platform/http.ts'
import { approveGoLive, type GoLiveNeeds, rejectGoLive } from './go-live-decision.ts'
import {
  type MerchantAdminNeeds,
  merchantDetails,
  merchantsPage,
  resumeMerchant,
  suspendMerchant,
} from './merchant-admin.ts'
import { changeRates } from './rates.ts'

export type MerchantAdminRoutes = MerchantAdminNeeds & GoLiveNeeds

const path = '/api/v1/admin/merchants'
const reason = text({ min: 1, max: 500 })
const reasonSchema = z.object({ reason })

/** The act, or the state that it leads to. */
const decisions = {
  approve: 'approve',
  APPROVED: 'approve',
  reject: 'reject',
  REJECTED: 'reject',
} as const
const decisionSchema = z
  .object({
    decision: z.enum(Object.keys(decisions) as (keyof typeof decisions)[]),
    reason: optional(reason),
  })
  .superRefine((sent, context) => {
    if (decisions[sent.decision] === 'approve' || sent.reason !== undefined) return
    context.addIssue({ code: 'custom', path: ['reason'], ...refused('missing', 'Field required') })
  })

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

  app.get(path, { onRequest }, async (request, reply) =>
    sendJson(reply, { status: 'success', data: await merchantsPage(needs, request.query) }),
  )
  app.get(
    `${path}/:merchant_code`,
    { onRequest },
    answer((code) => merchantDetails(needs, code)),
  )
  app.post(
    `${path}/:merchant_code/go-live`,
    { onRequest },
    answer((code, request) => {
      const wanted = check(decisionSchema, jsonBody(request), 'body')
      const decision = { admin: adminOf(request), reason: wanted.reason ?? null }
      const decide = decisions[wanted.decision] === 'approve' ? approveGoLive : rejectGoLive
      return decide(needs, code, decision)
    }),
  )
  app.post(
    `${path}/:merchant_code/suspend`,
    { onRequest },
    answer((code, request) => suspendMerchant(needs, code, act(request))),
  )
  app.post(
    `${path}/:merchant_code/resume`,
    { onRequest },
    answer((code, request) => resumeMerchant(needs, code, act(request))),
  )
  app.put(
    `${path}/:merchant_code/rates`,
    { onRequest },
    answer((code, request) => changeRates(needs, code, { admin: adminOf(request), body: jsonBody(request) })),
  )
}
