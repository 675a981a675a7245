// The portal's routes for disputes: list, read, send evidence and remove its files, accept.
import type { FastifyRequest } from 'fastify'
import type { DisputeNeeds } from '../../cards/disputes/accept.ts'
import { acceptOwnDispute, removeOwnFile, sendOwnEvidence } from '../../cards/disputes/api.ts'
import {
  acceptPart,
  evidencePart,
  listPart,
  readPart,
  removeFilePart,
} from '../../cards/disputes/descriptors.ts'
import { listDisputes, readDispute } from '../../cards/disputes/list.ts'
import { merchantActor } from '../../merchants/identity/audit-actor.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import type { Offer } from '../../merchants/sign-in/bearer-routes.ts'
import { maxUploadBody } from '../../platform/documents/uploaded-file.ts'
import { users } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { jsonBody } from '../../platform/http/http.ts'

const portal = { tag: 'Portal: payments' } as const

const endpoints = {
  list: {
    ...portal,
    ...listPart,
    id: 'listDisputesInPortal',
    method: 'GET',
    path: '/api/v1/merchant/disputes',
    priority: 'list',
    access: users('payments'),
  },
  read: {
    ...portal,
    ...readPart,
    id: 'readDisputeInPortal',
    method: 'GET',
    path: '/api/v1/merchant/disputes/:dispute_id',
    priority: 'list',
    access: users('payments'),
  },
  evidence: {
    ...portal,
    ...evidencePart,
    id: 'sendDisputeEvidenceInPortal',
    method: 'POST',
    path: '/api/v1/merchant/disputes/:dispute_id/evidence',
    priority: 'order',
    access: users('dispute'),
  },
  removeFile: {
    ...portal,
    ...removeFilePart,
    id: 'removeDisputeFileInPortal',
    method: 'POST',
    path: '/api/v1/merchant/disputes/:dispute_id/evidence/files/:file_id/remove',
    priority: 'order',
    access: users('dispute'),
  },
  accept: {
    ...portal,
    ...acceptPart,
    id: 'acceptDisputeInPortal',
    method: 'POST',
    path: '/api/v1/merchant/disputes/:dispute_id/accept',
    priority: 'order',
    access: users('dispute'),
  },
} satisfies Record<string, Endpoint>

const idOf = (request: FastifyRequest) => (request.params as { dispute_id: string }).dispute_id
const actorOf = (session: Session, request: FastifyRequest) =>
  merchantActor(session, { address: request.ip, requestId: request.id })

export function offerDisputes(offer: Offer, needs: { refunds: DisputeNeeds }): void {
  const disputes = needs.refunds
  offer('GET', 'disputes', endpoints.list, (session, { query }) => listDisputes(disputes.db, session, query))
  offer('GET', 'disputes/:dispute_id', endpoints.read, (session, request) =>
    readDispute(disputes, session, idOf(request)),
  )
  offer(
    'POST',
    'disputes/:dispute_id/evidence',
    endpoints.evidence,
    (session, request) =>
      sendOwnEvidence(disputes, session, idOf(request), {
        body: jsonBody(request),
        actor: actorOf(session, request),
      }),
    { bodyLimit: maxUploadBody },
  )
  offer(
    'POST',
    'disputes/:dispute_id/evidence/files/:file_id/remove',
    endpoints.removeFile,
    (session, request) =>
      removeOwnFile(disputes, session, idOf(request), {
        fileId: (request.params as { file_id: string }).file_id,
        actor: actorOf(session, request),
      }),
  )
  offer('POST', 'disputes/:dispute_id/accept', endpoints.accept, (session, request) =>
    acceptOwnDispute(disputes, session, idOf(request), actorOf(session, request)),
  )
}
