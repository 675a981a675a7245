// Routes of admins for batches of payouts to banks.

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { adminOf, adminStepUpHeader, confirmationProblems, ownMerchantProblem } from '../../admin/access.ts'
import { approvalOf } from '../../admin/decisions/confirmed-acts.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { admins } from '../../platform/http/access.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, endpointOfCells, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { placeOfUuid } from '../../platform/http/place.ts'
import { decisionBody, decisionSchema } from '../payouts/schemas.ts'
import { payoutProblems as problems } from '../problems.ts'
import { isPublicId } from '../record/queries.ts'
import { createBatch, decideBatch, removeFromBatch } from './change-batch.ts'
import { type BatchNeeds, batchDetail, downloadBatchFile, searchBatches, waitingForBatch } from './queries.ts'
import {
  batchDetailResponse,
  batchesResponse,
  batchResponse,
  batchSearch,
  newBatchBody,
  newBatchSchema,
  waitingResponse,
} from './schemas.ts'

const admin = { tag: 'Admin: payouts' } as const
const exampleBatch = { examples: ['019a0000-0000-7000-8000-0000000000ba'] }
const path = { id: z.string().meta(exampleBatch) }
const examplePayout = z.string().meta({ examples: ['019a0000-0000-7000-8000-000000000001'] })

export const payoutBatchRoutes = [
  endpointOfCells({
    ...admin,
    id: 'searchPayoutBatches',
    method: 'GET',
    path: '/api/v1/admin/payout-batches',
    priority: 'list',
    access: admins('money'),
    summary: 'List batches of payouts to banks',
    description: 'Newest first. `state=WAITING` lists those that wait for an admin.',
    query: batchSearch,
    responses: { 200: batchesResponse },
    handle: async ({ cells }: { cells: Cells }, { request }) =>
      succeeded(await searchBatches(cells, request.query, adminOf(request))),
  }),
  endpointOfCells({
    ...admin,
    id: 'listPayoutsWaitingForBatch',
    method: 'GET',
    path: '/api/v1/admin/payout-batches/waiting',
    priority: 'list',
    access: admins('money'),
    summary: 'Sum the payouts that wait for a batch',
    responses: { 200: waitingResponse },
    handle: async ({ cells }: { cells: Cells }) => succeeded(await waitingForBatch(cells)),
  }),
  endpoint({
    ...admin,
    id: 'createPayoutBatch',
    method: 'POST',
    path: '/api/v1/admin/payout-batches',
    priority: 'order',
    access: admins('move_money'),
    stepUp: 'second_admin',
    conflictOfInterest: 'batch',
    summary: 'Make a batch of payouts to banks',
    description:
      'Of the approved payouts in one currency that are in no batch: at most 500, oldest first. In a deployment with several cells, a batch is of the merchants of one cell, that where the oldest payout waits: repeat the request until none waits.',
    body: newBatchBody,
    responses: { 200: batchResponse },
    problems: [problems.nothing_for_batch, problems.bank_not_offered],
    handle: async (needs: BatchNeeds & { cells: Cells }, { request }) =>
      succeeded(await createBatch(needs, adminOf(request), check(newBatchSchema, jsonBody(request), 'body'))),
  }),
  endpoint({
    ...admin,
    id: 'readPayoutBatch',
    method: 'GET',
    path: '/api/v1/admin/payout-batches/:id',
    place: placeOfUuid,
    priority: 'list',
    access: admins('money'),
    summary: 'Retrieve a batch with its payouts',
    params: path,
    responses: { 200: batchDetailResponse },
    problems: [problems.batch_unknown],
    handle: async ({ db }: BatchNeeds, { request, params }) =>
      succeeded(await batchDetail(db, params.id, adminOf(request))),
  }),
  endpoint({
    ...admin,
    id: 'approvePayoutBatch',
    method: 'POST',
    path: '/api/v1/admin/payout-batches/:id/approve',
    place: placeOfUuid,
    priority: 'order',
    access: admins('move_money'),
    stepUp: 'required',
    conflictOfInterest: 'batch',
    approves: approvalOf.payoutBatch,
    summary: 'Approve a batch',
    description:
      'Its payouts are sent from then on. Another person must have made it. Payouts of merchants that you are a user of are left out: they wait for the next batch.',
    params: path,
    headers: adminStepUpHeader,
    body: decisionBody,
    responses: { 200: batchResponse },
    problems: [
      ownMerchantProblem,
      ...confirmationProblems,
      problems.batch_unknown,
      problems.batch_not_waiting,
      problems.own_batch,
      problems.nothing_for_batch,
    ],
    handle: async (needs: BatchNeeds, { request, params }) =>
      succeeded(await decide(needs, request, params.id, 'APPROVED')),
  }),
  endpoint({
    ...admin,
    id: 'rejectPayoutBatch',
    method: 'POST',
    path: '/api/v1/admin/payout-batches/:id/reject',
    place: placeOfUuid,
    priority: 'order',
    access: admins('move_money'),
    stepUp: 'refusal',
    conflictOfInterest: 'batch',
    summary: 'Reject a batch',
    description: 'Its payouts wait for the next one.',
    params: path,
    body: decisionBody,
    responses: { 200: batchResponse },
    problems: [problems.batch_unknown, problems.batch_not_waiting],
    handle: async (needs: BatchNeeds, { request, params }) =>
      succeeded(await decide(needs, request, params.id, 'REJECTED')),
  }),
  endpoint({
    ...admin,
    id: 'removePayoutFromBatch',
    method: 'POST',
    path: '/api/v1/admin/payout-batches/:id/payouts/:payout_id/remove',
    place: placeOfUuid,
    priority: 'order',
    access: admins('move_money'),
    stepUp: 'refusal',
    conflictOfInterest: 'batch',
    summary: 'Take a payout out of a batch',
    description: 'It waits for the next one. Not possible once the batch was approved.',
    params: { ...path, payout_id: examplePayout },
    responses: { 200: batchResponse },
    problems: [problems.batch_unknown, problems.batch_not_waiting, problems.payout_unknown],
    handle: async (needs: BatchNeeds, { request, params: { id, payout_id } }) => {
      if (!isPublicId(payout_id)) throw new Problem(problems.payout_unknown)
      return succeeded(await removeFromBatch(needs, id, payout_id, adminOf(request)))
    },
  }),
  endpoint({
    ...admin,
    id: 'downloadPayoutBatch',
    method: 'GET',
    path: '/api/v1/admin/payout-batches/:id/file',
    place: placeOfUuid,
    priority: 'list',
    access: admins('money'),
    summary: 'Download the file of a batch for the bank',
    description: 'A pain.001.001.09 of ISO 20022, always the same bytes. It exists from the approval on.',
    params: path,
    responses: { 200: { description: 'An XML file.', type: 'application/xml' } },
    problems: [problems.batch_unknown, problems.batch_without_file],
    exposeHeadRoute: false,
    handle: async (needs: BatchNeeds, { request, reply, params }) => {
      const { name, content } = await downloadBatchFile(needs, params.id, adminOf(request))
      return reply
        .header('content-type', 'application/xml; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(content)
    },
  }),
]

function decide(needs: BatchNeeds, request: FastifyRequest, id: string, state: 'APPROVED' | 'REJECTED') {
  const { reason } = check(decisionSchema, jsonBody(request), 'body')
  return decideBatch(needs, id, adminOf(request), { state, reason })
}
