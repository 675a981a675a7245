// The portal's routes for disputes: list, read, send evidence and remove its files, accept.
import type { FastifyRequest } from 'fastify'
import {
  acceptOwnDispute,
  acceptPart,
  evidencePart,
  listPart,
  readPart,
  removeFilePart,
  removeOwnFile,
  sendOwnEvidence,
} from '../cards/disputes/api.ts'
import { listDisputes, readDispute } from '../cards/disputes/list.ts'
import type { DisputeNeeds } from '../cards/disputes/record-move.ts'
import { merchantActor } from '../merchants/identity/merchant.ts'
import type { Session } from '../merchants/sign-in/bearer.ts'
import { userEndpoint } from '../merchants/sign-in/user-endpoint.ts'
import { maxUploadBody } from '../platform/documents/uploaded-file.ts'
import { users } from '../platform/http/access.ts'
import { jsonBody } from '../platform/http/http.ts'

const portal = { tag: 'Portal: payments' } as const

type Needs = { refunds: DisputeNeeds }

const reading = { ...portal, method: 'GET', priority: 'list', access: users('payments') } as const

const answering = { ...portal, method: 'POST', priority: 'order', access: users('dispute') } as const

export const disputeRoutes = [
  userEndpoint({
    ...reading,
    ...listPart,
    id: 'listDisputesInPortal',
    path: '/api/v1/merchant/disputes',
    work: async ({ refunds }: Needs, { session, request }) =>
      listDisputes(refunds.db, session, request.query),
  }),
  userEndpoint({
    ...reading,
    ...readPart,
    id: 'readDisputeInPortal',
    path: '/api/v1/merchant/disputes/:dispute_id',
    work: async ({ refunds }: Needs, { session, params }) => readDispute(refunds, session, params.dispute_id),
  }),
  userEndpoint({
    ...answering,
    ...evidencePart,
    id: 'sendDisputeEvidenceInPortal',
    path: '/api/v1/merchant/disputes/:dispute_id/evidence',
    bodyLimit: maxUploadBody,
    work: async ({ refunds }: Needs, { session, request, params }) =>
      sendOwnEvidence(refunds, session, params.dispute_id, {
        body: jsonBody(request),
        actor: actorOf(session, request),
      }),
  }),
  userEndpoint({
    ...answering,
    ...removeFilePart,
    id: 'removeDisputeFileInPortal',
    path: '/api/v1/merchant/disputes/:dispute_id/evidence/files/:file_id/remove',
    work: async ({ refunds }: Needs, { session, request, params }) =>
      removeOwnFile(refunds, session, params.dispute_id, {
        fileId: params.file_id,
        actor: actorOf(session, request),
      }),
  }),
  userEndpoint({
    ...answering,
    ...acceptPart,
    id: 'acceptDisputeInPortal',
    path: '/api/v1/merchant/disputes/:dispute_id/accept',
    work: async ({ refunds }: Needs, { session, request, params }) =>
      acceptOwnDispute(refunds, session, params.dispute_id, actorOf(session, request)),
  }),
]

const actorOf = (session: Session, request: FastifyRequest) =>
  merchantActor(session, { address: request.ip, requestId: request.id })
