// Dispute routes for merchants' servers, with signed requests.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Admin } from '../../admin/access.ts'
import { merchantActor } from '../../merchants/identity/audit-actor.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import type { SignedRequests } from '../../merchants/identity/signed-request.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import { maxUploadBody } from '../../platform/documents/uploaded-file.ts'
import { keys } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import { type Idempotency, type IdempotentResponse, replaying } from '../../platform/http/idempotency.ts'
import { acceptDispute, type DisputeNeeds } from './accept.ts'
import { acceptPart, evidencePart, listPart, readPart, removeFilePart } from './descriptors.ts'
import { removeEvidenceFile, saveEvidence } from './evidence/save-evidence.ts'
import { listDisputes, ownDispute, readDispute } from './list.ts'

const signed = { tag: 'Disputes' } as const

const endpoints = {
  list: {
    ...signed,
    ...listPart,
    id: 'listDisputes',
    method: 'GET',
    path: '/api/v1/payment/disputes',
    priority: 'list',
    access: keys('read', 'disputes'),
  },
  read: {
    ...signed,
    ...readPart,
    id: 'readDispute',
    method: 'GET',
    path: '/api/v1/payment/disputes/:dispute_id',
    priority: 'list',
    access: keys('read', 'disputes'),
  },
  evidence: {
    ...signed,
    ...evidencePart,
    id: 'sendDisputeEvidence',
    method: 'POST',
    path: '/api/v1/payment/disputes/:dispute_id/evidence',
    priority: 'order',
    access: keys('disputes'),
    openToSuspended: true,
  },
  removeFile: {
    ...signed,
    ...removeFilePart,
    id: 'removeDisputeFile',
    method: 'POST',
    path: '/api/v1/payment/disputes/:dispute_id/evidence/files/:file_id/remove',
    priority: 'order',
    access: keys('disputes'),
    openToSuspended: true,
  },
  accept: {
    ...signed,
    ...acceptPart,
    id: 'acceptDispute',
    method: 'POST',
    path: '/api/v1/payment/disputes/:dispute_id/accept',
    priority: 'order',
    access: keys('disputes'),
    openToSuspended: true,
  },
} satisfies Record<string, Endpoint>

export type DisputeRoutes = DisputeNeeds & { signedRequests: SignedRequests; idempotency: Idempotency }

type ById = { Params: { dispute_id: string; file_id?: string } }

/** Saves evidence for one's own dispute and returns the dispute. @throws InvalidBody, Problem 404, 409 */
export async function sendOwnEvidence(
  needs: DisputeNeeds,
  owner: ListOwner,
  id: string,
  call: { body: unknown; actor: Admin },
) {
  await saveEvidence(needs, await ownDispute(needs.db, owner, id), call)
  return readDispute(needs, owner, id)
}

/** Removes a file from the evidence for one's own dispute and returns the dispute. @throws Problem 404, 409 */
export async function removeOwnFile(
  needs: DisputeNeeds,
  owner: ListOwner,
  id: string,
  call: { fileId: string; actor: Admin },
) {
  await removeEvidenceFile(needs, await ownDispute(needs.db, owner, id), call)
  return readDispute(needs, owner, id)
}

/** Accepts one's own dispute and returns it. @throws Problem 404, 409 */
export async function acceptOwnDispute(needs: DisputeNeeds, owner: ListOwner, id: string, actor: Admin) {
  await acceptDispute(needs, await ownDispute(needs.db, owner, id), actor)
  return readDispute(needs, owner, id)
}

export function registerDisputeRoutes(app: FastifyInstance, needs: DisputeRoutes): void {
  const { db, signedRequests, idempotency } = needs
  const onRequest = async (request: FastifyRequest) => signedRequests.checkHeaders(request)
  const base = '/api/v1/payment/disputes'
  const ownerOf = ({ id: merchantId, environment }: Merchant): ListOwner => ({ merchantId, environment })

  app.get(base, { onRequest, config: { api: endpoints.list } }, async (request, reply) => {
    const merchant = await signedRequests.authenticate(request)
    const data = await listDisputes(db, ownerOf(merchant), request.query)
    return sendJson(reply, { status: 'success', data })
  })
  app.get<ById>(
    `${base}/:dispute_id`,
    { onRequest, config: { api: endpoints.read } },
    async (request, reply) => {
      const merchant = await signedRequests.authenticate(request)
      const data = await readDispute(needs, ownerOf(merchant), request.params.dispute_id)
      return sendJson(reply, { status: 'success', data })
    },
  )

  type Change = (owner: ListOwner, request: FastifyRequest<ById>, actor: Admin) => Promise<object>
  const changed = (change: Change) => async (request: FastifyRequest<ById>, reply: FastifyReply) => {
    const merchant = await signedRequests.authenticate(request)
    const actor = merchantActor(
      { merchantCode: merchant.merchantCode },
      { address: request.ip, requestId: request.id },
    )
    const made = await replaying(idempotency, request, merchant, () =>
      change(ownerOf(merchant), request, actor),
    )
    const { body, headers } = made as IdempotentResponse
    return sendJson(reply.headers(headers), { status: 'success', data: body })
  }
  app.post<ById>(
    `${base}/:dispute_id/evidence`,
    { onRequest, bodyLimit: maxUploadBody, config: { api: endpoints.evidence } },
    changed((owner, request, actor) =>
      sendOwnEvidence(needs, owner, request.params.dispute_id, { body: jsonBody(request), actor }),
    ),
  )
  app.post<ById>(
    `${base}/:dispute_id/evidence/files/:file_id/remove`,
    { onRequest, config: { api: endpoints.removeFile } },
    changed((owner, request, actor) => {
      const { dispute_id: id, file_id: fileId = '' } = request.params
      return removeOwnFile(needs, owner, id, { fileId, actor })
    }),
  )
  app.post<ById>(
    `${base}/:dispute_id/accept`,
    { onRequest, config: { api: endpoints.accept } },
    changed((owner, request, actor) => acceptOwnDispute(needs, owner, request.params.dispute_id, actor)),
  )
}
