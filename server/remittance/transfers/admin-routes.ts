// Transfers of all merchants and their settlements, for people of the service: look, ask the operator, take back.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { adminOf } from '../../admin/access.ts'
import type { Database } from '../../platform/database/database.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { success } from '../acceptance/routes.ts'
import * as endpoints from '../admin/endpoints.ts'
import { recordOpening } from '../holds/opened-papers.ts'
import { type InquiryNeeds, inquireTransfer } from '../payouts/admin-inquiry.ts'
import { type ReversalNeeds, requestReversal } from '../payouts/request-reversal.ts'
import { searchAllSettlements } from '../settlements/admin-search.ts'
import { type DossierNeeds, transferDossier } from './admin-detail.ts'
import { searchAllTransfers } from './admin-search.ts'

export type TransferAdminNeeds = ReversalNeeds & InquiryNeeds & DossierNeeds & { db: Database }

type Guard = (request: FastifyRequest) => Promise<void>
type One = { Params: { transaction_id: string } }

const path = '/api/v1/admin/transfers'

/** @param guard lets admins pass and refuses the rest. */
export function registerTransferAdminRoutes(
  app: FastifyInstance,
  needs: TransferAdminNeeds,
  guard: Guard,
): void {
  const options = { onRequest: guard }
  app.get(path, { ...options, config: { api: endpoints.searchTransfers } }, async (request, reply) =>
    success(reply, await searchAllTransfers(needs.db, request.query)),
  )
  app.get<One>(
    `${path}/:transaction_id`,
    { ...options, config: { api: endpoints.readDossier } },
    async (request, reply) => {
      const dossier = await transferDossier(needs, request.params.transaction_id)
      await recordOpening(needs, adminOf(request), [dossier.transaction_id])
      return success(reply, dossier)
    },
  )
  app.post<One>(
    `${path}/:transaction_id/inquire`,
    { ...options, config: { api: endpoints.inquireTransfer } },
    async (request, reply) => {
      const { transaction_id } = request.params
      const found = await inquireTransfer(needs, transaction_id, jsonBody(request), adminOf(request))
      return success(reply, { transaction_id, ...found })
    },
  )
  app.post<One>(
    `${path}/:transaction_id/reverse`,
    { ...options, config: { api: endpoints.reverseTransfer } },
    async (request, reply) => {
      const { transaction_id } = request.params
      const { reference } = await requestReversal(needs, transaction_id, jsonBody(request), adminOf(request))
      return success(reply.code(202), { transaction_id, reversal: { reference, state: 'PENDING' } })
    },
  )
  app.get(
    '/api/v1/admin/settlements',
    { ...options, config: { api: endpoints.searchSettlements } },
    async (request, reply) => success(reply, await searchAllSettlements(needs.db, request.query)),
  )
}
