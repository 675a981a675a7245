// The admin routes to search the transfers of all merchants, read one in full, inquire about it and reverse it.

import {
  adminOf,
  adminStepUpHeader,
  hasRight,
  ownMerchantProblem,
  stepUpProblem,
} from '../../admin/access.ts'
import { merchantOf } from '../../admin/decisions/merchants-decided.ts'
import type { Database } from '../../platform/database/database.ts'
import { admins } from '../../platform/http/access.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { type AuditNeeds, recordOpening } from '../holds/opened-papers.ts'
import { adminTransferEndpoint, byTransaction, reasonBody } from '../http/endpoint-parts.ts'
import { type InquiryNeeds, inquireTransfer } from '../payouts/admin-inquiry.ts'
import { type ReversalNeeds, requestReversal } from '../payouts/request-reversal.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { type AdminTransferDetailNeeds, readAdminTransferDetail, withoutCompliance } from './admin-detail.ts'
import {
  adminTransferDetailResponse,
  adminTransfersResponse,
  inquiryResponse,
  reversalResponse,
} from './admin-schemas.ts'
import { searchAllTransfers, searchSchema } from './admin-search.ts'

export const transferAdminRoutes = [
  endpoint({
    ...adminTransferEndpoint,
    id: 'searchTransfers',
    method: 'GET',
    path: '/api/v1/admin/transfers',
    priority: 'list',
    access: admins('read'),
    summary: 'Search transfers of all merchants',
    description: 'Newest first. `q` may be a reference, an id, a phone number or an amount.',
    query: searchSchema,
    responses: { 200: adminTransfersResponse },
    handle: async ({ db }: { db: Database }, { request }) =>
      succeeded(await searchAllTransfers(db, request.query)),
  }),
  endpoint({
    ...adminTransferEndpoint,
    id: 'readAdminTransfer',
    method: 'GET',
    path: '/api/v1/admin/transfers/:transaction_id',
    priority: 'list',
    access: admins('read'),
    summary: 'Read the full detail of a transfer',
    description:
      'Roles without the right `compliance` see neither screening nor review, and of the numbers of identity documents the last three characters only.',
    params: byTransaction,
    responses: { 200: adminTransferDetailResponse },
    problems: [problems.transfer_unknown],
    handle: async (needs: AdminTransferDetailNeeds & AuditNeeds, { request, params }) => {
      const detail = await readAdminTransferDetail(needs, params.transaction_id)
      const admin = adminOf(request)
      await recordOpening(needs, admin, detail.transaction_id)
      return succeeded(hasRight(admin, 'compliance') ? detail : withoutCompliance(detail))
    },
  }),
  endpoint({
    ...adminTransferEndpoint,
    id: 'inquireTransfer',
    method: 'POST',
    path: '/api/v1/admin/transfers/:transaction_id/inquire',
    priority: 'order',
    access: admins('operations'),
    stepUp: 'harmless',
    conflictOfInterest: 'record',
    summary: 'Inquire about a transfer at the operator',
    description: '`outcome` is null if the reply of the operator is not final.',
    params: byTransaction,
    body: reasonBody,
    responses: { 200: inquiryResponse },
    problems: [problems.transfer_unknown, problems.not_inquirable, problems.operator_unreachable],
    handle: async (needs: InquiryNeeds, { request, params: { transaction_id } }) => {
      const found = await inquireTransfer(needs, transaction_id, jsonBody(request), adminOf(request))
      return succeeded({ transaction_id, ...found })
    },
  }),
  endpoint({
    ...adminTransferEndpoint,
    id: 'reverseTransfer',
    method: 'POST',
    path: '/api/v1/admin/transfers/:transaction_id/reverse',
    priority: 'order',
    access: admins('refunds'),
    stepUp: 'required',
    conflictOfInterest: merchantOf.transfer,
    summary: 'Reverse a payout',
    params: byTransaction,
    headers: adminStepUpHeader,
    body: reasonBody,
    responses: { 202: reversalResponse },
    problems: [ownMerchantProblem, stepUpProblem, problems.transfer_unknown, problems.not_reversible],
    handle: async (needs: ReversalNeeds, { request, params: { transaction_id } }) => {
      const { reference } = await requestReversal(needs, transaction_id, jsonBody(request), adminOf(request))
      return succeeded({ transaction_id, reversal: { reference, state: 'PENDING' } })
    },
  }),
]
