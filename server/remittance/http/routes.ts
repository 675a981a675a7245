// Shared helpers of the remittance routes: the response envelope, and the registration of merchant GET routes.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BasicAuthentication } from '../../merchants/identity/basic-auth.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { sendJson } from '../../platform/http/http.ts'

/** Rejects requests that do not come from an admin. */
export type Guard = (request: FastifyRequest) => Promise<void>

/** The raw query parameters, before validation. */
export type Query = Readonly<Record<string, unknown>>

type MerchantRead = { merchant: Merchant; request: FastifyRequest; query: Query }

/**
 * Returns a function that registers merchant GET routes. Each is authenticated, and the result of `read` is sent as
 * `data`.
 */
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
