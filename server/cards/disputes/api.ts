// Dispute routes for merchants' servers, with signed requests, and what the APIs of disputes have in common.
import { z } from 'zod'
import type { Admin } from '../../admin/access.ts'
import { serverActor, signedEndpoint } from '../../merchants/identity/signed-endpoint.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import { maxUploadBody } from '../../platform/documents/uploaded-file.ts'
import { keys } from '../../platform/http/access.ts'
import { type Endpoint, named, twoPlaces, utcStamp } from '../../platform/http/api.ts'
import { succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { cardProblems as problems } from '../transaction/problems.ts'
import { currencyName } from '../transaction/schemas.ts'
import { listDisputes, ownDispute, readDispute } from './list.ts'
import { disputeStates } from './queries.ts'
import { acceptDispute, type DisputeNeeds } from './record-move.ts'
import { removeEvidenceFile, saveEvidence } from './save-evidence.ts'
import {
  byDispute,
  byEvidenceFile,
  disputeEventNames,
  disputeResponse,
  disputesResponse,
  evidenceBody,
  exampleSummary,
  searchSchema,
} from './schemas.ts'

/** What is the same for whoever calls. */
type Part = Pick<
  Endpoint,
  'summary' | 'description' | 'params' | 'query' | 'body' | 'repeatable' | 'responses' | 'problems'
>

export const listPart = {
  summary: 'List disputes',
  description: 'Newest first. `state=OPEN` lists those that wait for evidence.',
  query: searchSchema,
  responses: { 200: disputesResponse },
} satisfies Part

export const readPart = {
  summary: 'Retrieve a dispute',
  params: byDispute,
  responses: { 200: disputeResponse },
  problems: [problems.dispute_unknown],
} satisfies Part

export const evidencePart = {
  repeatable: true,
  summary: 'Send evidence for a dispute',
  description: `Each call adds texts and at most one file to what was sent before: five files at most, each a PDF, JPEG or PNG of at most
5 MiB. With \`submit\`, the evidence is sent, and the dispute is \`EVIDENCE_SENT\` until the bank decides.`,
  params: byDispute,
  body: evidenceBody,
  responses: { 200: disputeResponse },
  problems: [
    problems.dispute_unknown,
    problems.dispute_state,
    problems.dispute_deadline_passed,
    problems.dispute_files_too_many,
    problems.dispute_evidence_missing,
    requestProblems.upload_too_large,
  ],
} satisfies Part

export const removeFilePart = {
  repeatable: true,
  summary: 'Remove a file from the evidence for a dispute',
  description: 'Until the evidence is sent. Another file can be added in its place.',
  params: byEvidenceFile,
  responses: { 200: disputeResponse },
  problems: [
    problems.dispute_unknown,
    problems.dispute_file_unknown,
    problems.dispute_state,
    problems.dispute_deadline_passed,
  ],
} satisfies Part

export const acceptPart = {
  repeatable: true,
  summary: 'Accept a dispute',
  description: 'Gives up what has left the balance for it. This cannot be undone.',
  params: byDispute,
  responses: { 200: disputeResponse },
  problems: [problems.dispute_unknown, problems.dispute_state],
} satisfies Part

const {
  dispute_id,
  state,
  transaction_uuid,
  merchant_reference,
  amount,
  fee,
  deducted,
  returned,
  currency,
  reason_code,
  reason,
  respond_by,
} = exampleSummary

const disputeEvent = named(
  'DisputeEvent',
  z.object({
    event_type: z.literal('DISPUTE'),
    event: z.enum(disputeEventNames).meta({
      description:
        'What happened. `state` is what the dispute is now. `submitted`: we filed your evidence with the bank.',
    }),
    dispute_id: z.string(),
    state: z.enum(disputeStates),
    transaction_uuid: z.string(),
    reference: z.string(),
    amount: twoPlaces,
    fee: twoPlaces,
    deducted: twoPlaces,
    returned: twoPlaces,
    currency: currencyName,
    reason_code: z.string(),
    reason: z.string(),
    respond_by: utcStamp.nullable(),
    timestamp: utcStamp,
  }),
  {
    event_type: 'DISPUTE',
    event: 'opened',
    dispute_id,
    state,
    transaction_uuid,
    reference: merchant_reference,
    amount,
    fee,
    deducted,
    returned,
    currency,
    reason_code,
    reason,
    respond_by,
    timestamp: '2026-11-23T09:30:00Z',
  },
)

export const disputeEvents = [
  {
    name: 'Dispute',
    summary: 'Payment disputed',
    description:
      'Something happened to a dispute, or its deadline is near. Sent to the callback of your profile, if it asked for `DISPUTE` events.',
    signed: true,
    body: disputeEvent,
  },
] as const

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
