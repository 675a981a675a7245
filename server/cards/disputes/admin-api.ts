// Dispute routes for admins: the worklist of all merchants, the evidence as a file to submit at the gateway, exceptions, and
// what one merchant could do itself.

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  type Admin,
  adminOf,
  adminStepUpHeader,
  ownMerchantProblem,
  stepUpProblem,
} from '../../admin/access.ts'
import { actAgainst, merchantOf } from '../../admin/decisions/merchants-decided.ts'
import { Problem } from '../../kernel/problem.ts'
import { merchantByCode } from '../../merchants/directory/directory.ts'
import { merchantAdminProblems } from '../../merchants/problems.ts'
import type { Cells } from '../../platform/database/cells.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import { maxUploadBody } from '../../platform/documents/uploaded-file.ts'
import { admins } from '../../platform/http/access.ts'
import { check } from '../../platform/http/body/body.ts'
import { sendFile, storedFile } from '../../platform/http/downloads.ts'
import { endpoint, endpointOfCells, respond, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { type Idempotency, replaying } from '../../platform/http/idempotency.ts'
import { placeOfNumber } from '../../platform/http/place.ts'
import { cardProblems as problems } from '../transaction/problems.ts'
import { acceptOwnDispute, acceptPart, evidencePart, listPart, readPart, sendOwnEvidence } from './api.ts'
import { evidencePdf } from './evidence-pdf.ts'
import { anyDispute, listDisputes, readDispute, readDisputeAsAdmin, searchDisputes } from './list.ts'
import type { DisputeNeeds } from './record-move.ts'
import { closeDisputeException, openExceptions } from './report/exceptions.ts'
import { markEvidenceSubmitted, readStoredFile } from './save-evidence.ts'
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

export const adminDisputeRoutes = [
  endpointOfCells({
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
    handle: async ({ cells }: { cells: Cells }, { request }) =>
      succeeded(await searchDisputes(cells, request.query)),
  }),
  endpointOfCells({
    ...admin,
    id: 'listDisputeExceptions',
    method: 'GET',
    path: '/api/v1/admin/disputes/exceptions',
    priority: 'list',
    access: admins('read'),
    summary: 'List dispute exceptions',
    description: 'Lines of the gateway report that contradict our books. The newest 200 that are open.',
    responses: { 200: exceptionsResponse },
    handle: async ({ cells }: { cells: Cells }) => succeeded({ items: await openExceptions(cells) }),
  }),
  endpoint({
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
    handle: async (needs: DisputeNeeds, { params }) =>
      succeeded(await readDisputeAsAdmin(needs, params.dispute_id)),
  }),
  endpoint({
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
    handle: async (needs: DisputeNeeds, { reply, params }) => {
      const dispute = await anyDispute(needs.db, params.dispute_id)
      const content = await evidencePdf(needs, dispute)
      return sendFile(reply, { name: `dispute-${dispute.case_number}.pdf`, type: 'application/pdf', content })
    },
  }),
  endpoint({
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
    handle: async ({ db }: DisputeNeeds, { reply, params }) =>
      sendFile(reply, await readStoredFile(db, await anyDispute(db, params.dispute_id), params.file_id)),
  }),
  endpoint({
    ...admin,
    id: 'closeDisputeException',
    method: 'POST',
    path: '/api/v1/admin/disputes/exceptions/:id/close',
    place: placeOfNumber,
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
    handle: async (needs: DisputeNeeds, { request, params: { id } }) => {
      if (!/^\d{1,18}$/.test(id)) throw new Problem(problems.dispute_exception_unknown)
      const { reason } = check(closeSchema, jsonBody(request), 'body')
      await closeDisputeException(needs, BigInt(id), { admin: adminOf(request), reason })
      return succeeded({ id: Number(id), state: 'closed' })
    },
  }),
  endpoint({
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
    handle: async (needs: DisputeNeeds, { request, params: { dispute_id } }) => {
      await markEvidenceSubmitted(needs, await anyDispute(needs.db, dispute_id), adminOf(request))
      return succeeded(await readDisputeAsAdmin(needs, dispute_id))
    },
  }),
  endpoint({
    ...admin,
    ...listPart,
    id: 'listMerchantDisputes',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code/disputes',
    priority: 'list',
    access: admins('read'),
    params: ofMerchant,
    problems: [unknown],
    handle: async ({ db }: DisputeNeeds, { request, params }) =>
      succeeded(await listDisputes(db, await ownerOf(db, params.merchant_code), request.query)),
  }),
  endpoint({
    ...admin,
    ...readPart,
    id: 'readMerchantDispute',
    method: 'GET',
    path: '/api/v1/admin/merchants/:merchant_code/disputes/:dispute_id',
    priority: 'list',
    access: admins('read'),
    params: ofMerchantDispute,
    problems: [unknown, ...readPart.problems],
    handle: async (needs: DisputeNeeds, { params }) =>
      succeeded(await readDispute(needs, await ownerOf(needs.db, params.merchant_code), params.dispute_id)),
  }),
  endpoint({
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
    bodyLimit: maxUploadBody,
    handle: async (needs: ChangeNeeds, { request, params }) =>
      changed(needs, request, params.merchant_code, (owner, actor) =>
        sendOwnEvidence(needs, owner, params.dispute_id, { body: jsonBody(request), actor }),
      ),
  }),
  endpoint({
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
    handle: async (needs: ChangeNeeds, { request, params }) =>
      changed(needs, request, params.merchant_code, (owner, actor) =>
        acceptOwnDispute(needs, owner, params.dispute_id, actor),
      ),
  }),
]

type ChangeNeeds = DisputeNeeds & { idempotency: Idempotency }

/** Changes a dispute of a merchant, once per `Idempotency-Key` of the admin. @throws Problem 404 */
async function changed<Dispute extends object>(
  { db, idempotency }: ChangeNeeds,
  request: FastifyRequest,
  code: string,
  change: (owner: ListOwner, actor: Admin) => Promise<Dispute>,
) {
  const admin = adminOf(request)
  const { body, headers } = await replaying(idempotency, request, admin, async () =>
    succeeded(await change(await ownerOf(db, code), admin)),
  )
  return respond(200, body, headers)
}

/** @throws Problem 404. */
async function ownerOf(db: Sql, code: string): Promise<ListOwner> {
  const merchant = await merchantByCode(db, code)
  if (!merchant) throw new Problem(unknown)
  return { merchantId: BigInt(merchant.id), environment: merchant.environment }
}
