// Dispute routes for merchants' servers, with signed requests.

import type { Admin } from '../../admin/access.ts'
import { serverActor, signedEndpoint } from '../../merchants/identity/signed-endpoint.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import { maxUploadBody } from '../../platform/documents/uploaded-file.ts'
import { keys } from '../../platform/http/access.ts'
import { succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { acceptDispute, type DisputeNeeds } from './accept.ts'
import { acceptPart, evidencePart, listPart, readPart, removeFilePart } from './descriptors.ts'
import { removeEvidenceFile, saveEvidence } from './evidence/save-evidence.ts'
import { listDisputes, ownDispute, readDispute } from './list.ts'

const signed = { tag: 'Disputes' } as const

export const disputeRoutes = [
  signedEndpoint({
    ...signed,
    ...listPart,
    id: 'listDisputes',
    method: 'GET',
    path: '/api/v1/payment/disputes',
    priority: 'list',
    access: keys('read', 'disputes'),
    work: async ({ db }: DisputeNeeds, { owner, request }) =>
      succeeded(await listDisputes(db, owner, request.query)),
  }),
  signedEndpoint({
    ...signed,
    ...readPart,
    id: 'readDispute',
    method: 'GET',
    path: '/api/v1/payment/disputes/:dispute_id',
    priority: 'list',
    access: keys('read', 'disputes'),
    work: async (needs: DisputeNeeds, { owner, params }) =>
      succeeded(await readDispute(needs, owner, params.dispute_id)),
  }),
  signedEndpoint({
    ...signed,
    ...evidencePart,
    id: 'sendDisputeEvidence',
    method: 'POST',
    path: '/api/v1/payment/disputes/:dispute_id/evidence',
    priority: 'order',
    access: keys('disputes'),
    openToSuspended: true,
    bodyLimit: maxUploadBody,
    work: async (needs: DisputeNeeds, call) =>
      succeeded(
        await sendOwnEvidence(needs, call.owner, call.params.dispute_id, {
          body: jsonBody(call.request),
          actor: serverActor(call),
        }),
      ),
  }),
  signedEndpoint({
    ...signed,
    ...removeFilePart,
    id: 'removeDisputeFile',
    method: 'POST',
    path: '/api/v1/payment/disputes/:dispute_id/evidence/files/:file_id/remove',
    priority: 'order',
    access: keys('disputes'),
    openToSuspended: true,
    work: async (needs: DisputeNeeds, call) =>
      succeeded(
        await removeOwnFile(needs, call.owner, call.params.dispute_id, {
          fileId: call.params.file_id,
          actor: serverActor(call),
        }),
      ),
  }),
  signedEndpoint({
    ...signed,
    ...acceptPart,
    id: 'acceptDispute',
    method: 'POST',
    path: '/api/v1/payment/disputes/:dispute_id/accept',
    priority: 'order',
    access: keys('disputes'),
    openToSuspended: true,
    work: async (needs: DisputeNeeds, call) =>
      succeeded(await acceptOwnDispute(needs, call.owner, call.params.dispute_id, serverActor(call))),
  }),
]

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
