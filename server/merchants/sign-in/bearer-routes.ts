// Helper for self-service routes behind a bearer token: runs the work and returns its result as `data`. A `repeatable` endpoint
// runs once per `Idempotency-Key`; endpoints that return secrets are not repeatable, because stored responses would hold them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../platform/database/database.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { sendJson } from '../../platform/http/http.ts'
import {
  type Idempotency,
  type IdempotentResponse,
  replaying,
  replayingAtomically,
} from '../../platform/http/idempotency.ts'
import { bearerGuard, type GuardNeeds, type Session, sessionOf } from './bearer.ts'

/** @param sql the transaction, for work offered with `isAtomic`. */
export type BearerWork<Result extends object | undefined = object | undefined> = (
  session: Session,
  request: FastifyRequest,
  sql?: Tx,
) => Promise<Result>

/**
 * Registers a route under `/api/v1/merchant/`. @param options.status of a success, 200 by default.
 * @param options.bodyLimit in bytes, where a body may be larger than elsewhere.
 * @param options.isAtomic runs the work and stores its response in one transaction.
 * @param options.isFinal whether a response can no longer change; one that can is not stored for repeats (see `replaying`).
 */
export type Offer = <Result extends object | undefined>(
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  name: string,
  api: Endpoint,
  work: BearerWork<Result>,
  options?: {
    status?: number
    isAtomic?: boolean
    isFinal?: (result: Result) => boolean
    bodyLimit?: number
  },
) => void

export const selfServicePath = '/api/v1/merchant'

export type BearerNeeds = GuardNeeds & { idempotency: Idempotency }

export function bearerRoutes(app: FastifyInstance, needs: BearerNeeds): Offer {
  const onRequest = bearerGuard(needs)
  return (method, name, api, work, { status = 200, isAtomic = false, isFinal, ...limits } = {}) =>
    app.route({
      ...limits,
      method,
      url: `${selfServicePath}/${name}`,
      onRequest,
      config: { api },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const session = sessionOf(request)
        if (!api.repeatable) return sendJson(reply.code(status), succeeded(await work(session, request)))
        const owner = { id: session.merchantId, environment: session.environment }
        const run = (sql?: Tx) => work(session, request, sql)
        const made = isAtomic
          ? await replayingAtomically(needs.idempotency, request, owner, run)
          : await replaying(needs.idempotency, request, owner, run, isFinal)
        const { body, headers } = made as IdempotentResponse
        return sendJson(reply.code(status).headers(headers), succeeded(body as object))
      },
    })
}

export function succeeded(data: object = {}) {
  return { status: 'success', data }
}

/** Returns the `:id` in the request's path. */
export function pathId(request: FastifyRequest): string {
  return (request.params as { id: string }).id
}
