// The routes of batches for a merchant's users: what its servers can do, and the confirmation.
import type { FastifyRequest } from 'fastify'
import { audit } from '../../admin/audit.ts'
import { formatMoney, parseMoney } from '../../kernel/money.ts'
import { merchantActor } from '../../merchants/identity/merchant.ts'
import { type Session, sessionOf } from '../../merchants/sign-in/bearer.ts'
import {
  callOf,
  confirmationProblems,
  requireStepUp,
  stepUpHeader,
  useStepUp,
} from '../../merchants/sign-in/step-up.ts'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import { users } from '../../platform/http/access.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { confirmBatch, type RecordAct } from './change-batch.ts'
import { correctRow, readFields } from './correct-row.ts'
import { batchesPage, fileOf, ownBatch, rendered, rowNumberOf, rowsPage } from './requests.ts'
import { resultFile } from './result-file.ts'
import {
  type ActName,
  actPart,
  acts,
  listPart,
  readPart,
  resultPart,
  rowsPart,
  uploadPart,
} from './route-parts.ts'
import {
  batchPath,
  batchResponse,
  confirmBody,
  confirmSchema,
  correctionBody,
  correctionSchema,
  fieldsResponse,
  rowPath,
} from './schemas.ts'
import { type BatchNeeds, uploadBatch } from './upload.ts'

const tag = 'Portal: batches'

/** The audit entry of what a user does: whoever takes over an account leaves a trace. */
function recordOf(
  { secrets, clock }: BatchNeeds,
  { session, request }: { session: Session; request: FastifyRequest },
  action: string,
  more: object = {},
): RecordAct {
  const admin = merchantActor(session, callOf(session, request).from)
  return (sql, { batch_id, row_count }) => {
    const detail = { batch_id, rows: row_count, ...more }
    // guard: batch-audit
    audit(sql, secrets, { admin, action, subject: session.merchantCode, detail, now: clock.now() })
  }
}

type UserCall = { session: Session; request: FastifyRequest; params: { batch_id: string } }

const actRoute = (id: string, name: ActName) =>
  userEndpoint({
    ...actPart(name),
    tag,
    id,
    path: `/api/v1/merchant/batches/:batch_id/${name}`,
    access: users('payout'),
    work: async (needs: BatchNeeds, call: UserCall) => {
      const record = recordOf(needs, call, `batch.${name.replace('-', '_')}`)
      return rendered(needs, await acts[name].work(needs, call.session, call.params.batch_id, record))
    },
  })

/** @throws InvalidBody, Problem 403, 404, 409 */
async function confirm(needs: BatchNeeds, { session, request, params }: UserCall) {
  const { count, total, skip_faulty } = check(confirmSchema, jsonBody(request), 'body')
  const { user } = session
  const typed = parseMoney(total, 'USD')
  const call = callOf(session, request)
  // As typed, so that a refusal tells nobody the figures.
  const facts = { subject: params.batch_id, ...(typed && { amount: formatMoney(typed), currency: 'USD' }) }
  // guard: batch-step-up
  const stepUp = user.hasSecondFactor
    ? await requireStepUp(needs, session, call.stepUpToken, { act: 'batch_confirmation', ...facts })
    : undefined
  const confirmation = {
    ...{ count, total: typed?.minor ?? -1n, skipFaulty: skip_faulty === true, user },
    prove: async (sql: Parameters<typeof useStepUp>[0]) => {
      if (stepUp) await useStepUp(sql, stepUp, call.stepUpToken)
    },
  }
  const record = recordOf(needs, { session, request }, 'batch.confirm')
  return rendered(needs, await confirmBatch(needs, session, params.batch_id, confirmation, record))
}

export const portalBatchRoutes = [
  userEndpoint({
    ...uploadPart,
    tag,
    id: 'uploadBatchInPortal',
    path: '/api/v1/merchant/batches',
    access: users('payout'),
    work: async (needs: BatchNeeds, { session, request }) => {
      const { merchantId, environment, user } = session
      const record = recordOf(needs, { session, request }, 'batch.upload')
      const uploader = { merchantId, environment, user }
      return rendered(needs, await uploadBatch(needs, uploader, fileOf(request, needs), record))
    },
  }),
  userEndpoint({
    ...listPart,
    tag,
    id: 'listBatchesInPortal',
    path: '/api/v1/merchant/batches',
    access: users('payments'),
    work: async (needs: BatchNeeds, { session, request }) => batchesPage(needs, session, request.query),
  }),
  userEndpoint({
    ...readPart,
    tag,
    id: 'readBatchInPortal',
    path: '/api/v1/merchant/batches/:batch_id',
    access: users('payments'),
    work: async (needs: BatchNeeds, { session, params }) =>
      rendered(needs, await ownBatch(needs, session, params.batch_id)),
  }),
  userEndpoint({
    ...rowsPart,
    tag,
    id: 'listBatchRowsInPortal',
    path: '/api/v1/merchant/batches/:batch_id/rows',
    access: users('payments'),
    work: async (needs: BatchNeeds, { session, request, params }) =>
      rowsPage(needs, session, params.batch_id, request.query),
  }),
  userEndpoint({
    tag,
    id: 'readBatchRowInPortal',
    method: 'GET',
    path: '/api/v1/merchant/batches/:batch_id/rows/:row',
    priority: 'list',
    access: users('payout'),
    summary: 'Retrieve the fields of a row',
    description: 'As they were uploaded, for whoever corrects them.',
    params: rowPath,
    responses: { 200: fieldsResponse },
    problems: [problems.batch_unknown, problems.batch_row_unknown],
    work: async (needs: BatchNeeds, { session, params }) => {
      const batch = await ownBatch(needs, session, params.batch_id)
      const row = rowNumberOf(params.row)
      return { row, fields: await readFields(needs, batch, row) }
    },
  }),
  userEndpoint({
    tag,
    id: 'correctBatchRowInPortal',
    method: 'PUT',
    path: '/api/v1/merchant/batches/:batch_id/rows/:row',
    priority: 'order',
    access: users('payout'),
    summary: 'Correct a faulty row',
    description: `Replaces all fields of the row before the batch is confirmed; only this row is checked again. Whoever corrects a row cannot confirm
the batch.`,
    params: rowPath,
    body: correctionBody,
    responses: { 200: batchResponse },
    problems: [
      problems.batch_unknown,
      problems.batch_row_unknown,
      problems.batch_file,
      problems.batch_state,
      problems.batch_row_state,
      problems.batch_repeated,
    ],
    work: async (needs: BatchNeeds, { session, request, params }) => {
      // A malformed body is refused alike for any batch.
      const sent = jsonBody(request)
      const batch = await ownBatch(needs, session, params.batch_id)
      const number = rowNumberOf(params.row)
      const { fields } = check(correctionSchema, sent, 'body')
      const record = recordOf(needs, { session, request }, 'batch.correct_row', { row: number })
      const correction = { number, fields, user: session.user }
      return rendered(needs, await correctRow(needs, batch, correction, record))
    },
  }),
  endpoint({
    ...resultPart,
    tag,
    id: 'downloadBatchResultInPortal',
    path: '/api/v1/merchant/batches/:batch_id/result.csv',
    access: users('export'),
    handle: async (needs: BatchNeeds, { request, reply, params }) =>
      resultFile(needs, reply, await ownBatch(needs, sessionOf(request), params.batch_id)),
  }),
  userEndpoint({
    tag,
    id: 'confirmBatchInPortal',
    method: 'POST',
    path: '/api/v1/merchant/batches/:batch_id/confirm',
    priority: 'order',
    access: users('payout'),
    summary: 'Confirm a batch',
    description: `By a user other than the one who uploaded it, with the number of rows that will be paid and their total cost. A refusal of wrong
figures does not contain the right ones. A user with a second factor needs a step-up for this act.`,
    headers: stepUpHeader,
    params: batchPath,
    body: confirmBody,
    responses: { 200: batchResponse },
    problems: [
      ...confirmationProblems,
      problems.batch_unknown,
      problems.batch_state,
      problems.batch_uploader,
      problems.batch_empty,
      problems.batch_faulty,
      problems.batch_figures,
    ],
    work: confirm,
  }),
  actRoute('pauseBatchInPortal', 'pause'),
  actRoute('resumeBatchInPortal', 'resume'),
  actRoute('cancelBatchInPortal', 'cancel'),
  actRoute('retryFailedRowsInPortal', 'retry-failed'),
]
