// The routes of batches of refunds for admins: one uploads a file of refunds of a merchant's payments, and another confirms it.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  adminOf,
  adminStepUpHeader,
  confirmationProblems,
  ownMerchantProblem,
  stepUpProblem,
} from '../../admin/access.ts'
import { approvalProblems } from '../../admin/approvals/problems.ts'
import type { Approvals } from '../../admin/approvals/request-approval.ts'
import { audit } from '../../admin/audit.ts'
import { approvalOf } from '../../admin/decisions/confirmed-acts.ts'
import { actAgainst, merchantOf } from '../../admin/decisions/merchants-decided.ts'
import { type BatchOf, confirmBatch, type RecordAct } from '../../batches/change-batch.ts'
import { correctRow, readFields } from '../../batches/correct-row.ts'
import { batchProblems as problems } from '../../batches/problems.ts'
import { fileOf, rowNumberOf, rowsPage } from '../../batches/routes/requests.ts'
import { resultFile } from '../../batches/routes/result-file.ts'
import {
  type ActName,
  actPart,
  acts,
  readPart,
  resultPart,
  rowsPart,
  uploadPart,
} from '../../batches/routes/route-parts.ts'
import {
  confirmBody,
  confirmSchema,
  correctionBody,
  correctionSchema,
  fieldsResponse,
} from '../../batches/routes/schemas.ts'
import { type BatchNeeds, uploadBatch } from '../../batches/upload.ts'
import { cellOfTransfer } from '../../kernel/cell.ts'
import { parseMoney } from '../../kernel/money.ts'
import { Problem, type ProblemSpec } from '../../kernel/problem.ts'
import { merchantByCode } from '../../merchants/directory/directory.ts'
import { merchantAdminProblems } from '../../merchants/problems.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { titledFileSchema } from '../../platform/documents/separated-file.ts'
import { admins, type ConflictOfInterest, type StepUp } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, endpointOfCells, respond, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { type Idempotency, replaying } from '../../platform/http/idempotency.ts'
import { byParam } from '../../platform/http/place.ts'
import { personOf } from './admin-person.ts'
import {
  adminRefundBatchesResponse,
  adminRefundBatchResponse,
  batchForAdmin,
  findAdminBatch,
  refundBatchSearch,
  searchRefundBatches,
} from './admin-queries.ts'
import { adminRefundBatches as kind } from './kind.ts'
import { adminRefundRowsResponse, renderAdminRefundRow } from './rows.ts'

const api = { tag: 'Refunds' } as const
const id = z.string().meta({ examples: ['BAT-7K2M9QXA4T3B'] })
const path = { id }
const rowPath = { id, row: z.string().meta({ examples: ['2'] }) }
// The codes of batches are made like the ids of transfers.
const place = byParam('id', cellOfTransfer)
const changing = {
  ...api,
  ...({ method: 'POST', priority: 'order' } as const),
  place,
  conflictOfInterest: actAgainst(merchantOf.refundBatch),
}
const responses = { 200: adminRefundBatchResponse }

type Needs = BatchNeeds & { idempotency: Idempotency; approvals: Approvals }

/** The audit entry of what an admin does with a batch of a merchant. */
function recordOf(
  { secrets, clock }: BatchNeeds,
  request: FastifyRequest,
  { action, subject, ...more }: { action: string; subject: string; row?: number },
): RecordAct {
  const admin = adminOf(request)
  return (sql, { batch_id, row_count }) => {
    const detail = { batch_id, rows: row_count, ...more }
    // guard: admin-batch-audit
    audit(sql, secrets, { admin, action, subject, detail, now: clock.now() })
  }
}

/** A batch with what its use cases find it by. @throws Problem 404 */
async function found({ db }: BatchNeeds, batchId: string) {
  const batch = await findAdminBatch(db, batchId)
  const { merchant_id: merchantId, environment, merchant_code: subject } = batch
  const of: BatchOf = { kind, owner: { merchantId, environment }, batchId }
  return { batch, of, subject }
}

const readingRoutes = [
  endpointOfCells({
    ...api,
    id: 'searchRefundBatches',
    method: 'GET',
    path: '/api/v1/admin/refund-batches',
    priority: 'list',
    access: admins('read'),
    summary: 'List batches of refunds that admins uploaded',
    description: 'Of all merchants, newest first. `state=CHECKED` lists those that wait for a confirmation.',
    query: refundBatchSearch,
    responses: { 200: adminRefundBatchesResponse },
    handle: async ({ cells }: { cells: Cells }, { request }) =>
      succeeded(await searchRefundBatches(cells, request.query)),
  }),
  endpoint({
    ...readPart,
    ...api,
    id: 'readRefundBatchAsAdmin',
    path: '/api/v1/admin/refund-batches/:id',
    place,
    access: admins('read'),
    params: path,
    responses: { 200: adminRefundBatchResponse },
    handle: async (needs: BatchNeeds, { request, params }) =>
      succeeded(await batchForAdmin(needs, params.id, adminOf(request))),
  }),
  endpoint({
    ...rowsPart,
    ...api,
    id: 'listRefundBatchRowsAsAdmin',
    path: '/api/v1/admin/refund-batches/:id/rows',
    place,
    access: admins('read'),
    params: path,
    responses: { 200: adminRefundRowsResponse },
    handle: async (needs: BatchNeeds, { request, params }) => {
      const { of } = await found(needs, params.id)
      return succeeded(await rowsPage(needs, of, request.query, renderAdminRefundRow))
    },
  }),
  endpoint({
    ...resultPart,
    ...api,
    id: 'downloadRefundBatchResultAsAdmin',
    path: '/api/v1/admin/refund-batches/:id/result.csv',
    place,
    access: admins('read'),
    params: path,
    query: titledFileSchema,
    handle: async (needs: BatchNeeds, { request, reply, params }) => {
      const file = check(titledFileSchema, request.query, 'query')
      return resultFile(needs, reply, { kind, batch: (await found(needs, params.id)).batch, file })
    },
  }),
  endpoint({
    ...api,
    id: 'readRefundBatchRowAsAdmin',
    method: 'GET',
    path: '/api/v1/admin/refund-batches/:id/rows/:row',
    place,
    priority: 'list',
    access: admins('read'),
    summary: 'Retrieve the fields of a row',
    description: 'As they were uploaded, for whoever corrects them.',
    params: rowPath,
    responses: { 200: fieldsResponse },
    problems: [problems.batch_unknown, problems.batch_row_unknown],
    handle: async (needs: BatchNeeds, { params }) => {
      const { batch } = await found(needs, params.id)
      const row = rowNumberOf(params.row)
      return succeeded({ row, fields: await readFields(needs, batch, row) })
    },
  }),
]

const uploadRoute = endpoint({
  ...uploadPart,
  ...api,
  id: 'uploadRefundBatchAsAdmin',
  path: '/api/v1/admin/merchants/:merchant_code/refund-batches',
  access: admins('request_refunds'),
  stepUp: 'second_admin',
  conflictOfInterest: actAgainst(merchantOf.code),
  summary: 'Upload a batch of refunds of a merchant',
  description: `Rows as in the file of a merchant: a payment by \`transaction_uuid\`, \`cs_payment_id\` or \`merchant_reference\`, a \`reason\`, and
an \`amount\` unless all that remains is refunded. The rows are checked in the background. Nothing is refunded before another admin, who may
decide about refunds, has confirmed the batch; that confirmation is the approval of its refunds. Also of a suspended merchant. The merchant
gets the webhook of each refund, and no event of the batch.`,
  params: { merchant_code: z.string().meta({ examples: ['LKT-7K2M-9QXA'] }) },
  responses: { 200: adminRefundBatchResponse },
  problems: [
    ...uploadPart.problems,
    merchantAdminProblems.merchant_unknown,
    approvalProblems.second_admin_missing,
  ],
  handle: async (needs: Needs, { request, params }) => {
    const admin = adminOf(request)
    const merchant = await merchantByCode(needs.db, params.merchant_code)
    if (!merchant) throw new Problem(merchantAdminProblems.merchant_unknown)
    // guard: admin-batch-second-admin
    if (!(await needs.approvals.secondAdmin(needs.db, admin, 'refunds')))
      throw new Problem(approvalProblems.second_admin_missing)
    const record = recordOf(needs, request, { action: 'batch.upload', subject: params.merchant_code })
    const { id, environment } = merchant
    const uploader = { merchantId: BigInt(id), environment, person: personOf(admin) }
    const { body, headers } = await replaying(needs.idempotency, request, admin, async () => {
      const { batch_id } = await uploadBatch(needs, kind, uploader, fileOf(request, needs), record)
      return succeeded(await batchForAdmin(needs, batch_id, admin))
    })
    return respond(200, body, headers)
  },
})

const correctRoute = endpoint({
  ...changing,
  id: 'correctRefundBatchRowAsAdmin',
  method: 'PUT',
  path: '/api/v1/admin/refund-batches/:id/rows/:row',
  access: admins('request_refunds'),
  stepUp: 'second_admin',
  summary: 'Correct a faulty row',
  description: `Replaces all fields of the row before the batch is confirmed; only this row is checked again. Whoever corrects a row cannot confirm
the batch.`,
  params: rowPath,
  body: correctionBody,
  responses,
  problems: [
    problems.batch_unknown,
    problems.batch_row_unknown,
    problems.batch_file,
    problems.batch_state,
    problems.batch_row_state,
    problems.batch_repeated,
  ],
  handle: async (needs: BatchNeeds, { request, params }) => {
    const sent = jsonBody(request)
    const { batch, subject } = await found(needs, params.id)
    const number = rowNumberOf(params.row)
    const { fields } = check(correctionSchema, sent, 'body')
    const admin = adminOf(request)
    const record = recordOf(needs, request, { action: 'batch.correct_row', subject, row: number })
    await correctRow(needs, { kind, found: batch }, { number, fields, person: personOf(admin) }, record)
    return succeeded(await batchForAdmin(needs, params.id, admin))
  },
})

const confirmRoute = endpoint({
  ...changing,
  id: 'confirmRefundBatchAsAdmin',
  path: '/api/v1/admin/refund-batches/:id/confirm',
  access: admins('refunds'),
  // guard: admin-batch-step-up
  stepUp: 'required',
  approves: approvalOf.refundBatch,
  summary: 'Confirm a batch of refunds',
  description: `By an admin who neither uploaded it nor corrected a row, with the number of rows that will be refunded and their sum. It approves the
refunds, whatever the rules of the deployment ask for.`,
  params: path,
  headers: adminStepUpHeader,
  body: confirmBody,
  responses,
  problems: [
    ...confirmationProblems,
    problems.batch_unknown,
    problems.batch_state,
    problems.batch_uploader,
    problems.batch_empty,
    problems.batch_faulty,
    problems.batch_figures,
  ],
  handle: async (needs: BatchNeeds, { request, params }) => {
    const { count, total, skip_faulty } = check(confirmSchema, jsonBody(request), 'body')
    const { batch, of, subject } = await found(needs, params.id)
    const admin = adminOf(request)
    const confirmation = {
      ...{ count, total: parseMoney(total, batch.currency)?.minor ?? -1n },
      ...{ skipFaulty: skip_faulty === true, person: personOf(admin) },
      // The guard of admins has proved who it is, for this act.
      prove: async () => {},
    }
    await confirmBatch(
      needs,
      of,
      confirmation,
      recordOf(needs, request, { action: 'batch.confirm', subject }),
    )
    return succeeded(await batchForAdmin(needs, params.id, admin))
  },
})

type ActRules = Pick<Endpoint, 'access' | 'headers'> & {
  access: ReturnType<typeof admins>
  stepUp: StepUp
  conflictOfInterest: ConflictOfInterest
  problems: readonly ProblemSpec[]
}
/** Going on takes money from the merchant, and needs who may decide about refunds, with a step-up. Stopping spares it. */
const goingOn: ActRules = {
  access: admins('refunds'),
  stepUp: 'required',
  conflictOfInterest: actAgainst(merchantOf.refundBatch),
  headers: adminStepUpHeader,
  problems: [stepUpProblem],
}
const stopping: ActRules = {
  access: admins('request_refunds'),
  stepUp: 'refusal',
  // guard: admin-batch-stopped-by-own
  conflictOfInterest: merchantOf.refundBatch,
  problems: [ownMerchantProblem],
}

const actRoute = (name: ActName, { problems, ...rules }: ActRules) =>
  endpoint({
    ...changing,
    ...actPart(name),
    ...api,
    ...rules,
    id: `${acts[name].verb}RefundBatchAsAdmin`,
    path: `/api/v1/admin/refund-batches/:id/${name}`,
    params: path,
    responses,
    problems: [...acts[name].problems, ...problems],
    handle: async (needs: BatchNeeds, { request, params }) => {
      const { of, subject } = await found(needs, params.id)
      const action = `batch.${name.replace('-', '_')}`
      await acts[name].work(needs, of, recordOf(needs, request, { action, subject }))
      return succeeded(await batchForAdmin(needs, params.id, adminOf(request)))
    },
  })

export const adminRefundBatchRoutes = [
  uploadRoute,
  ...readingRoutes,
  correctRoute,
  confirmRoute,
  actRoute('pause', stopping),
  actRoute('resume', goingOn),
  actRoute('cancel', stopping),
  actRoute('retry-failed', goingOn),
]
