// What routes of the remittance service have in common: how they respond, and how a merchant's reads are registered.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BasicAuthentication } from '../../merchants/identity/basic-auth.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { sendJson } from '../../platform/http/http.ts'

/** Lets admins pass and refuses everybody else. */
export type Guard = (request: FastifyRequest) => Promise<void>

/** The parameters of a query, before any of them is checked. */
export type Query = Readonly<Record<string, unknown>>

type MerchantRead = { merchant: Merchant; request: FastifyRequest; query: Query }

/** The registration of GETs of merchants: each is authenticated, and what `read` returns is sent as `data`. */
export function merchantReads(app: FastifyInstance, basic: BasicAuthentication) {
  return (path: string, api: Endpoint, read: (requested: MerchantRead) => Promise<object>): void => {
    app.get(`/api/v1/remittance${path}`, { config: { api } }, async (request, reply) => {
      const merchant = await basic.authenticate(request)
      return sendData(reply, await read({ merchant, request, query: request.query as Query }))
    })
  }
}

/** Sends `{status: success, data}`. */
export function sendData(reply: FastifyReply, data: object): FastifyReply {
  return sendJson(reply, { status: 'success', data })
}
