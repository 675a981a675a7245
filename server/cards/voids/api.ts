// Void routes for admins: void a payment, list its voids.

import { z } from 'zod'
import { adminOf, adminStepUpHeader, ownerOf, stepUpProblem } from '../../admin/access.ts'
import { approvalProblems } from '../../admin/approvals/problems.ts'
import { approvalWaits } from '../../admin/approvals/schemas.ts'
import { actAgainst, merchantOf } from '../../admin/decisions/merchants-decided.ts'
import type { Database } from '../../platform/database/database.ts'
import { admins } from '../../platform/http/access.ts'
import { named, twoPlaces, utcStamp } from '../../platform/http/api.ts'
import { check, freeText, optional } from '../../platform/http/body/body.ts'
import { endpoint, respond } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { type Idempotency, replaying, storedKeyOf } from '../../platform/http/idempotency.ts'
import { cardProblems as problems } from '../transaction/problems.ts'
import { placeOfGatewayPayment, placeOfPayment, transactionByUuid } from '../transaction/queries.ts'
import {
  byPayment,
  byTransaction,
  currencyName,
  exampleUuid,
  followUpStatus,
} from '../transaction/schemas.ts'
import { type VoidNeeds, voidHistory, voidPayment } from './void.ts'

const voidSchema = z.object({ reason: freeText({ min: 3 }), notify_merchant: optional(z.boolean()) })

const voidExample = {
  void_id: 3,
  cs_void_id: '7321098456123456789088',
  status: 'SUCCESS',
  amount: '25.50',
  currency: 'USD',
  reason: 'Ordered twice',
  reason_code: '',
} as const

const voidResponse = named(
  'VoidResponse',
  z.object({
    void_id: z.int(),
    cs_void_id: z.string(),
    status: followUpStatus,
    amount: twoPlaces,
    currency: currencyName,
    reason: z.string(),
    reason_code: z.string(),
    transaction_status: z.literal('VOIDED'),
  }),
  { ...voidExample, transaction_status: 'VOIDED' },
)

const voidHistoryResponse = named(
  'VoidHistory',
  z.object({
    transaction_uuid: z.string(),
    voids: z.array(
      z.object({
        id: z.int(),
        void_id: z.int(),
        cs_void_id: z.string(),
        amount: twoPlaces,
        currency: currencyName,
        status: followUpStatus,
        reason: z.string(),
        reason_code: z.string(),
        voided_by: z.string(),
        created_at: utcStamp,
        completed_at: utcStamp.nullable(),
        callback_delivered: z.boolean(),
      }),
    ),
  }),
  {
    transaction_uuid: exampleUuid,
    voids: [
      {
        ...voidExample,
        id: 3,
        voided_by: 'amina',
        created_at: '2026-11-21T12:00:00Z',
        completed_at: '2026-11-21T12:00:01Z',
        callback_delivered: true,
      },
    ],
  },
)

const api = { tag: 'Refunds' } as const

export const voidRoute = endpoint({
  ...api,
  id: 'voidPayment',
  method: 'POST',
  path: '/api/v1/admin/payment/voids/:cs_payment_id',
  place: placeOfGatewayPayment,
  priority: 'order',
  access: admins('request_refunds'),
  stepUp: 'required',
  conflictOfInterest: actAgainst(merchantOf.payment),
  repeatable: true,
  summary: 'Void a payment',
  description: `Voids the whole payment, within 24 hours and only if nothing has been refunded. If the deployment asks for
approvals of refunds, voids from its sum on wait for a second admin: the response is 202.`,
  params: byPayment,
  headers: adminStepUpHeader,
  body: named('VoidRequest', voidSchema, { reason: 'Ordered twice', notify_merchant: true }),
  responses: { 200: voidResponse, 202: approvalWaits },
  problems: [
    stepUpProblem,
    problems.payment_unknown,
    problems.void_status,
    problems.void_by_phone,
    problems.payment_disputed,
    problems.void_too_late,
    problems.void_failed,
    problems.operation_running,
    approvalProblems.second_admin_missing,
  ],
  handle: async (needs: VoidNeeds & { idempotency: Idempotency }, { request, params }) => {
    const admin = adminOf(request)
    const key = storedKeyOf(request, needs.secrets, ownerOf(admin))
    const sent = jsonBody(request)
    const { body, headers } = await replaying(
      needs.idempotency,
      request,
      admin,
      () => voidPayment(needs, params.cs_payment_id, check(voidSchema, sent, 'body'), admin, key),
      // A void that waits is not stored: a repeat with the key reads what has become of its approval.
      (result) => !('approval_id' in result),
    )
    return 'approval_id' in body ? respond(202, body, headers) : respond(200, body, headers)
  },
})

/** In the API reference it comes after the routes that change payments. */
export const voidHistoryRoute = endpoint({
  ...api,
  id: 'listVoids',
  method: 'GET',
  path: '/api/v1/admin/payment/voids/:cs_payment_id',
  place: placeOfPayment,
  priority: 'list',
  access: admins('read'),
  summary: 'List the voids of a payment',
  description: 'Oldest first.',
  params: byTransaction,
  responses: { 200: voidHistoryResponse },
  problems: [problems.transaction_not_found],
  handle: async ({ db }: { db: Database }, { params }) =>
    voidHistory(db, await transactionByUuid(db, params.cs_payment_id)),
})
