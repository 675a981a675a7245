// Payment routes for admins: search the payments of all merchants, read one in detail.

import { z } from 'zod'
import { adminOf } from '../../admin/access.ts'
import { admins } from '../../platform/http/access.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { cardProblems as problems } from '../transaction/problems.ts'
import { exampleUuid } from '../transaction/schemas.ts'
import { type AdminPaymentNeeds, adminPaymentDetail } from './admin-detail.ts'
import { searchAllPayments, searchSchema } from './admin-search.ts'
import { adminPaymentResponse, paymentsResponse } from './schemas.ts'

const api = { tag: 'Admin: payments' } as const

export const adminPaymentRoutes = [
  endpoint({
    ...api,
    id: 'searchPayments',
    method: 'GET',
    path: '/api/v1/admin/payments',
    priority: 'list',
    access: admins('read'),
    summary: 'Search payments of all merchants',
    description:
      'Newest first. `q` searches references, ids, emails, phone numbers, amounts and the last four digits of cards.',
    query: searchSchema,
    responses: { 200: paymentsResponse },
    handle: async ({ db, clock }: AdminPaymentNeeds, { request }) =>
      succeeded(await searchAllPayments(db, request.query, clock.now())),
  }),
  endpoint({
    ...api,
    id: 'readAdminPayment',
    method: 'GET',
    path: '/api/v1/admin/payments/:transaction_uuid',
    priority: 'list',
    access: admins('read'),
    summary: 'Read a payment in full detail',
    params: { transaction_uuid: z.string().meta({ examples: [exampleUuid] }) },
    responses: { 200: adminPaymentResponse },
    problems: [problems.transaction_not_found],
    handle: async (needs: AdminPaymentNeeds, { request, params }) =>
      succeeded(await adminPaymentDetail(needs, params.transaction_uuid, adminOf(request))),
  }),
]
