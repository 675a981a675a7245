// Dispute routes for admins: the worklist of all merchants, the evidence as a file to submit at the gateway, exceptions, and
// what one merchant could do itself.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  type Admin,
  adminOf,
  adminStepUpHeader,
  ownMerchantProblem,
  stepUpProblem,
} from '../../admin/access.ts'
import { actAgainst, merchantOf } from '../../admin/conflict-of-interest/merchants-decided.ts'
import { Problem } from '../../kernel/problem.ts'
import { merchantByCode } from '../../merchants/directory/directory.ts'
import { merchantAdminProblems } from '../../merchants/problems.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import { maxUploadBody } from '../../platform/documents/uploaded-file.ts'
import { admins } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { sendFile, storedFile } from '../../platform/http/downloads/send-file.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import { type Idempotency, type IdempotentResponse, replaying } from '../../platform/http/idempotency.ts'
import { cardProblems as problems } from '../transaction/problems.ts'
import type { DisputeNeeds } from './accept.ts'
import { acceptOwnDispute, type DisputeRoutes, registerDisputeRoutes, sendOwnEvidence } from './api.ts'
import { acceptPart, evidencePart, listPart, readPart } from './descriptors.ts'
import { evidencePdf } from './evidence/evidence-pdf.ts'
import { markEvidenceSubmitted } from './evidence/mark-submitted.ts'
import { readStoredFile } from './evidence/save-evidence.ts'
import { anyDispute, listDisputes, readDispute, readDisputeAsAdmin, searchDisputes } from './list.ts'
import { closeDisputeException, openExceptions } from './report/exceptions.ts'
import {
  adminDisputeResponse,
  adminDisputesResponse,
  adminSearchSchema,
  byDispute,
  closeBody,
  closedResponse,
  closeSchema,
  exampleFileId,
  exceptionsResponse,
} from './schemas.ts'

const admin = { tag: 'Admin: disputes' } as const
const unknown = merchantAdminProblems.merchant_unknown
const ofMerchant = { merchant_code: z.string().meta({ examples: ['LKT-7K2M-9QXA'] }) }
const ofMerchantDispute = { ...ofMerchant, ...byDispute }
const pdf = { description: 'A PDF file.', type: 'application/pdf' }

const endpoints = {
  search: {
    ...admin,
    id: 'searchDisputes',
    method: 'GET',
    path: '/api/v1/admin/disputes',
    priority: 'list',
    access: admins('read'),
    summary: 'List disputes of all merchants',
    description:
      'Newest first. `state=TO_FILE` lists those whose evidence is to be filed at the gateway, the nearest deadline first.',
    query: adminSearchSchema,
    responses: { 200: adminDisputesResponse },
  },
  exceptions: {
    ...admin,
    id: 'listDisputeExceptions',
    method: 'GET',
    path: '/api/v1/admin/disputes/exceptions',
    priority: 'list',
    access: admins('read'),
    summary: 'List dispute exceptions',
    description: 'Lines of the gateway report that contradict our books. The newest 200 that are open.',
    responses: { 200: exceptionsResponse },
  },
  close: {
    ...admin,
    id: 'closeDisputeException',
    method: 'POST',
    path: '/api/v1/admin/disputes/exceptions/:id/close',
    priority: 'list',
    access: admins('disputes'),
    stepUp: 'required',
    conflictOfInterest: 'record',
    summary: 'Close a dispute exception',
    params: { id: z.string().meta({ examples: ['3'] }) },
    headers: adminStepUpHeader,
    body: closeBody,
    responses: { 200: closedResponse },
    problems: [stepUpProblem, problems.dispute_exception_unknown],
  },
  read: {
    ...admin,
    id: 'readAdminDispute',
    method: 'GET',
    path: '/api/v1/admin/disputes/:dispute_id',
    priority: 'list',
    access: admins('read'),
    summary: 'Retrieve any dispute',
    params: byDispute,
    responses: { 200: adminDisputeResponse },
    problems: [problems.dispute_unknown],
  },
  pdf: {
    ...admin,
    id: 'downloadDisputeEvidence',
    method: 'GET',
    path: '/api/v1/admin/disputes/:dispute_id/evidence.pdf',
    priority: 'list',
    access: admins('read'),
    summary: 'Download the evidence of a dispute as a PDF',
    description:
      'As it is now. The gateway has no call to which evidence could be sent: submit the file in its own portal.',
    params: byDispute,
    responses: { 200: pdf },
    problems: [problems.dispute_unknown],
  },
  file: {
    ...admin,
    id: 'downloadDisputeFile',
    method: 'GET',
    path: '/api/v1/admin/disputes/:dispute_id/files/:file_id',
    priority: 'list',
    access: admins('read'),
    summary: 'Download a file of a dispute',
    params: { ...byDispute, file_id: z.string().meta({ examples: [exampleFileId] }) },
    responses: { 200: storedFile },
    problems: [problems.dispute_unknown, problems.dispute_file_unknown],
  },
  submitted: {
    ...admin,
    id: 'markDisputeEvidenceSubmitted',
    method: 'POST',
    path: '/api/v1/admin/disputes/:dispute_id/evidence/submitted',
    priority: 'list',
    access: admins('disputes'),
    stepUp: 'required',
    conflictOfInterest: 'record',
    summary: 'Mark the evidence of a dispute as submitted',
    description:
      "After it was submitted in the gateway's own portal. The merchant sees it in the history. Can be repeated.",
    params: byDispute,
    headers: adminStepUpHeader,
    responses: { 200: adminDisputeResponse },
    problems: [stepUpProblem, problems.dispute_unknown, problems.dispute_state],
  },
  listOfMerchant: {
    ...admin,
    ...listPart,
    id: 'listMerchantDisputes',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code/disputes',
    priority: 'list',
    access: admins('read'),
    params: ofMerchant,
    problems: [unknown],
  },
  readOfMerchant: {
    ...admin,
    ...readPart,
    id: 'readMerchantDispute',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code/disputes/:dispute_id',
    priority: 'list',
    access: admins('read'),
    params: ofMerchantDispute,
    problems: [unknown, ...readPart.problems],
  },
  evidence: {
    ...admin,
    ...evidencePart,
    id: 'sendMerchantDisputeEvidence',
    method: 'POST',
    path: '/api/v1/admin/merchants/:merchant_code/disputes/:dispute_id/evidence',
    priority: 'order',
    access: admins('disputes'),
    stepUp: 'contribution',
    conflictOfInterest: merchantOf.code,
    summary: 'Send evidence for a dispute of a merchant',
    params: ofMerchantDispute,
    problems: [ownMerchantProblem, unknown, ...evidencePart.problems],
  },
  accept: {
    ...admin,
    ...acceptPart,
    id: 'acceptMerchantDispute',
    method: 'POST',
    path: '/api/v1/admin/merchants/:merchant_code/disputes/:dispute_id/accept',
    priority: 'order',
    access: admins('disputes'),
    stepUp: 'required',
    conflictOfInterest: actAgainst(merchantOf.code),
    summary: 'Accept a dispute of a merchant',
    params: ofMerchantDispute,
    headers: adminStepUpHeader,
    problems: [stepUpProblem, unknown, ...acceptPart.problems],
  },
} satisfies Record<string, Endpoint>

type DisputeAdminRoutes = DisputeNeeds & { idempotency: Idempotency }
type Guard = (request: FastifyRequest) => Promise<void>
type Named = { Params: { dispute_id: string; file_id: string; merchant_code: string; id: string } }
type Handle = (request: FastifyRequest<Named>) => Promise<object>

const base = '/api/v1/admin/disputes'
const baseOfMerchant = '/api/v1/admin/merchants/:merchant_code/disputes'

/**
 * Registers the dispute routes of merchants' servers and of admins.
 * @param guard lets only admins pass.
 */
export function registerDisputes(app: FastifyInstance, needs: DisputeRoutes, guard: Guard): void {
  registerDisputeRoutes(app, needs)
  registerAdminRoutes(app, needs, guard)
}

function registerAdminRoutes(app: FastifyInstance, needs: DisputeAdminRoutes, onRequest: Guard): void {
  const { db } = needs
  const offer = (url: string, api: Endpoint, handle: Handle) =>
    app.get<Named>(url, { onRequest, config: { api } }, async (request, reply) =>
      sendJson(reply, { status: 'success', data: await handle(request) }),
    )
  offer(base, endpoints.search, ({ query }) => searchDisputes(db, query))
  offer(`${base}/exceptions`, endpoints.exceptions, async () => ({ items: await openExceptions(db) }))
  offer(`${base}/:dispute_id`, endpoints.read, ({ params }) => readDisputeAsAdmin(needs, params.dispute_id))
  registerDownloads(app, needs, onRequest)
  app.post<Named>(
    `${base}/exceptions/:id/close`,
    { onRequest, config: { api: endpoints.close } },
    async (request, reply) => {
      const { id } = request.params
      if (!/^\d{1,18}$/.test(id)) throw new Problem(problems.dispute_exception_unknown)
      const { reason } = check(closeSchema, jsonBody(request), 'body')
      await closeDisputeException(needs, BigInt(id), { admin: adminOf(request), reason })
      return sendJson(reply, { status: 'success', data: { id: Number(id), state: 'closed' } })
    },
  )
  app.post<Named>(
    `${base}/:dispute_id/evidence/submitted`,
    { onRequest, config: { api: endpoints.submitted } },
    async (request, reply) => {
      const { dispute_id: id } = request.params
      await markEvidenceSubmitted(needs, await anyDispute(db, id), adminOf(request))
      return sendJson(reply, { status: 'success', data: await readDisputeAsAdmin(needs, id) })
    },
  )
  registerOfMerchant(app, needs, onRequest, offer)
}

/** Files that browsers save instead of showing them. */
function registerDownloads(app: FastifyInstance, needs: DisputeAdminRoutes, onRequest: Guard): void {
  const { db } = needs
  app.get<Named>(
    `${base}/:dispute_id/evidence.pdf`,
    { onRequest, config: { api: endpoints.pdf } },
    async ({ params }, reply) => {
      const dispute = await anyDispute(db, params.dispute_id)
      const content = await evidencePdf(needs, dispute)
      return sendFile(reply, { name: `dispute-${dispute.case_number}.pdf`, type: 'application/pdf', content })
    },
  )
  app.get<Named>(
    `${base}/:dispute_id/files/:file_id`,
    { onRequest, config: { api: endpoints.file } },
    async ({ params }, reply) =>
      sendFile(reply, await readStoredFile(db, await anyDispute(db, params.dispute_id), params.file_id)),
  )
}

function registerOfMerchant(
  app: FastifyInstance,
  needs: DisputeAdminRoutes,
  onRequest: Guard,
  offer: (url: string, api: Endpoint, handle: Handle) => void,
): void {
  const { db, idempotency } = needs
  offer(baseOfMerchant, endpoints.listOfMerchant, async ({ params, query }) =>
    listDisputes(db, await ownerOf(db, params.merchant_code), query),
  )
  offer(`${baseOfMerchant}/:dispute_id`, endpoints.readOfMerchant, async ({ params }) =>
    readDispute(needs, await ownerOf(db, params.merchant_code), params.dispute_id),
  )
  type Change = (owner: ListOwner, request: FastifyRequest<Named>, actor: Admin) => Promise<object>
  const changed = (change: Change) => async (request: FastifyRequest<Named>, reply: FastifyReply) => {
    const made = await replaying(idempotency, request, adminOf(request), async () =>
      change(await ownerOf(db, request.params.merchant_code), request, adminOf(request)),
    )
    const { body, headers } = made as IdempotentResponse
    return sendJson(reply.headers(headers), { status: 'success', data: body })
  }
  app.post<Named>(
    `${baseOfMerchant}/:dispute_id/evidence`,
    { onRequest, bodyLimit: maxUploadBody, config: { api: endpoints.evidence } },
    changed((owner, request, actor) =>
      sendOwnEvidence(needs, owner, request.params.dispute_id, { body: jsonBody(request), actor }),
    ),
  )
  app.post<Named>(
    `${baseOfMerchant}/:dispute_id/accept`,
    { onRequest, config: { api: endpoints.accept } },
    changed((owner, request, actor) => acceptOwnDispute(needs, owner, request.params.dispute_id, actor)),
  )
}

/** @throws Problem 404. */
async function ownerOf(db: Sql, code: string): Promise<ListOwner> {
  const merchant = await merchantByCode(db, code)
  if (!merchant) throw new Problem(unknown)
  return { merchantId: BigInt(merchant.id), environment: merchant.environment }
}
