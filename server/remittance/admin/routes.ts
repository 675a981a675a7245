// What people of the service do about transfers: holds, exceptions, money for wallets. Behind the admin guard.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { adminOf } from '../../admin/access.ts'
import { Problem } from '../../kernel/problem.ts'
import { check } from '../../platform/http/body/body.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { success } from '../acceptance/routes.ts'
import { closeException, listExceptions } from '../exceptions/exceptions.ts'
import { type HoldNeeds, rejectHold, releaseHold } from '../holds/hold.ts'
import { recordOpening } from '../holds/opened-papers.ts'
import { type HoldQueue, listHolds } from '../holds/queue.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import type { TransferRow } from '../transfer/queries.ts'
import { pageAnswer, readPage } from '../transfers/list-parameters.ts'
import * as endpoints from './endpoints.ts'

type Guard = (request: FastifyRequest) => Promise<void>
type Query = Readonly<Record<string, unknown>>

const base = '/api/v1/admin/remittance'

export function registerRemittanceAdminRoutes(
  app: FastifyInstance,
  needs: HoldNeeds & HoldQueue,
  guard: Guard,
): void {
  const options = { onRequest: guard }
  app.get(`${base}/holds`, { ...options, config: { api: endpoints.listHolds } }, async (request, reply) => {
    const page = readPage(request.query as Query)
    const held = await listHolds(needs, page)
    const opened = held.items.map(({ transaction_id }) => transaction_id)
    await recordOpening(needs, adminOf(request), opened)
    return success(reply, pageAnswer(page, held))
  })
  for (const [act, api, decide] of [
    ['release', endpoints.releaseHold, releaseHold],
    ['reject', endpoints.rejectHold, rejectHold],
  ] as const) {
    app.post<{ Params: { transaction_id: string } }>(
      `${base}/holds/:transaction_id/${act}`,
      { ...options, config: { api } },
      async (request, reply) => {
        const transfer = await decide(
          needs,
          request.params.transaction_id,
          jsonBody(request),
          adminOf(request),
        )
        return success(reply, decided(transfer))
      },
    )
  }
  app.get(
    `${base}/exceptions`,
    { ...options, config: { api: endpoints.listExceptions } },
    async (request, reply) => {
      const { state } = request.query as Query
      const page = readPage(request.query as Query)
      const wanted = { ...page, state: state === 'open' || state === 'closed' ? state : undefined }
      return success(reply, pageAnswer(page, await listExceptions(needs.db, wanted)))
    },
  )
  app.post<{ Params: { id: string } }>(
    `${base}/exceptions/:id/close`,
    { ...options, config: { api: endpoints.closeException } },
    async (request, reply) => {
      if (!/^\d{1,18}$/.test(request.params.id)) throw new Problem(remittanceProblems.exception_unknown)
      const { reason } = check(endpoints.reasonSchema, jsonBody(request), 'body')
      await closeException(needs, BigInt(request.params.id), reason, adminOf(request))
      return success(reply, { id: request.params.id, state: 'closed' })
    },
  )
}

function decided(transfer: TransferRow) {
  const { transaction_id, reference, status } = transfer
  return { transaction_id, reference, status }
}
