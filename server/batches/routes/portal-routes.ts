// The routes of a kind of batch for a merchant's users: what its servers can do, and the confirmation.
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
import { titledFileSchema } from '../../platform/documents/separated-file.ts'
import { users } from '../../platform/http/access.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { confirmBatch, type RecordAct } from '../change-batch.ts'
import { correctRow, readFields } from '../correct-row.ts'
import type { BatchKind } from '../kind.ts'
import { batchProblems as problems } from '../problems.ts'
import { type BatchNeeds, uploadBatch } from '../upload.ts'
import { batchesPage, fileOf, ownBatch, rendered, rowNumberOf } from './requests.ts'
import { resultFile } from './result-file.ts'
import { type ActName, actPart, acts, listPart, readPart, resultPart, uploadPart } from './route-parts.ts'
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

const personOf = ({ user: { id, email, role } }: Session) => ({ id: String(id), name: email, role })

type UserCall = { session: Session; request: FastifyRequest; params: { batch_id: string } }

/** What the routes of a kind differ in. */
type PortalKind = {
  kind: BatchKind
  tag: string
  /** Of the collection. */
  path: string
  /** As in `uploadBatchInPortal`. */
  noun: string
  /** The right to upload, change and confirm. */
  access: ReturnType<typeof users>
  upload: { summary: string; description: string }
}

export const portalRoutesOf = (of: PortalKind) => [
  ...readingRoutes(of),
  ...changingRoutes(of),
  confirmRoute(of),
  ...(Object.keys(acts) as ActName[]).map((name) => actRoute(of, name)),
]

const readingRoutes = ({ kind, tag, path, noun }: PortalKind) => [
  userEndpoint({
    ...listPart,
    tag,
    id: `list${noun}esInPortal`,
    path,
    access: users('payments'),
    work: async (needs: BatchNeeds, { session, request }) => batchesPage(needs, kind, session, request.query),
  }),
  userEndpoint({
    ...readPart,
    tag,
    id: `read${noun}InPortal`,
    path: `${path}/:batch_id`,
    access: users('payments'),
    work: async (needs: BatchNeeds, { session, params }) =>
      rendered(needs, kind, await ownBatch(needs, { kind, owner: session, batchId: params.batch_id })),
  }),
  endpoint({
    ...resultPart,
    query: titledFileSchema,
    tag,
    id: `download${noun}ResultInPortal`,
    path: `${path}/:batch_id/result.csv`,
    access: users('export'),
    handle: async (needs: BatchNeeds, { request, reply, params }) => {
      const file = check(titledFileSchema, request.query, 'query')
      const of = { kind, owner: sessionOf(request), batchId: params.batch_id }
      return resultFile(needs, reply, { kind, batch: await ownBatch(needs, of), file })
    },
  }),
]

const changingRoutes = ({ kind, tag, path, noun, access, upload }: PortalKind) => [
  userEndpoint({
    ...uploadPart,
    ...upload,
    tag,
    id: `upload${noun}InPortal`,
    path,
    access,
    work: async (needs: BatchNeeds, { session, request }) => {
      const { merchantId, environment } = session
      const record = recordOf(needs, { session, request }, 'batch.upload')
      const uploader = { merchantId, environment, person: personOf(session) }
      return rendered(needs, kind, await uploadBatch(needs, kind, uploader, fileOf(request, needs), record))
    },
  }),
  userEndpoint({
    tag,
    id: `read${noun}RowInPortal`,
    method: 'GET',
    path: `${path}/:batch_id/rows/:row`,
    priority: 'list',
    access,
    summary: 'Retrieve the fields of a row',
    description: 'As they were uploaded, for whoever corrects them.',
    params: rowPath,
    responses: { 200: fieldsResponse },
    problems: [problems.batch_unknown, problems.batch_row_unknown],
    work: async (needs: BatchNeeds, { session, params }) => {
      const batch = await ownBatch(needs, { kind, owner: session, batchId: params.batch_id })
      const row = rowNumberOf(params.row)
      return { row, fields: await readFields(needs, batch, row) }
    },
  }),
  userEndpoint({
    tag,
    id: `correct${noun}RowInPortal`,
    method: 'PUT',
    path: `${path}/:batch_id/rows/:row`,
    priority: 'order',
    access,
    ...correctPart,
    work: async (needs: BatchNeeds, { session, request, params }) => {
      // A malformed body is refused alike for any batch.
      const sent = jsonBody(request)
      const found = await ownBatch(needs, { kind, owner: session, batchId: params.batch_id })
      const number = rowNumberOf(params.row)
      const { fields } = check(correctionSchema, sent, 'body')
      const record = recordOf(needs, { session, request }, 'batch.correct_row', { row: number })
      const correction = { number, fields, person: personOf(session) }
      return rendered(needs, kind, await correctRow(needs, { kind, found }, correction, record))
    },
  }),
]

const confirmRoute = ({ kind, tag, path, noun, access }: PortalKind) =>
  userEndpoint({
    tag,
    id: `confirm${noun}InPortal`,
    method: 'POST',
    path: `${path}/:batch_id/confirm`,
    priority: 'order',
    access,
    ...confirmPart,
    work: async (needs: BatchNeeds, call: UserCall) => confirm(needs, kind, call),
  })

const correctPart = {
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
} as const

const confirmPart = {
  summary: 'Confirm a batch',
  description: `By a user other than those who uploaded it, corrected a row, or changed a profile of a row that nobody else has confirmed since,
with the number of rows that will be paid and their total cost. A refusal of wrong figures does not contain the right ones. A user with a second factor needs a step-up for this act.`,
  headers: stepUpHeader,
  params: batchPath,
  body: confirmBody,
  responses: { 200: batchResponse },
  problems: [
    ...confirmationProblems,
    problems.batch_unknown,
    problems.batch_state,
    problems.batch_uploader,
    problems.batch_profile,
    problems.batch_empty,
    problems.batch_faulty,
    problems.batch_figures,
  ],
} as const

/** @throws InvalidBody, Problem 403, 404, 409 */
async function confirm(needs: BatchNeeds, kind: BatchKind, { session, request, params }: UserCall) {
  const { count, total, skip_faulty } = check(confirmSchema, jsonBody(request), 'body')
  const { user } = session
  const of = { kind, owner: session, batchId: params.batch_id }
  const { currency, name } = await ownBatch(needs, of)
  const typed = parseMoney(total, currency)
  const call = callOf(session, request)
  // As typed, so that a refusal tells nobody the figures.
  const facts = {
    subject: params.batch_id,
    payee: name,
    ...(typed && { amount: formatMoney(typed), currency }),
  }
  // guard: batch-step-up
  const stepUp = user.hasSecondFactor
    ? await requireStepUp(needs, session, call.stepUpToken, { act: 'batch_confirmation', ...facts })
    : undefined
  const confirmation = {
    ...{ count, total: typed?.minor ?? -1n, skipFaulty: skip_faulty === true, person: personOf(session) },
    prove: async (sql: Parameters<typeof useStepUp>[0]) => {
      if (stepUp) await useStepUp(sql, stepUp, call.stepUpToken)
    },
  }
  const record = recordOf(needs, { session, request }, 'batch.confirm')
  return rendered(needs, kind, await confirmBatch(needs, of, confirmation, record))
}

const actRoute = ({ kind, tag, path, noun, access }: PortalKind, name: ActName) =>
  userEndpoint({
    ...actPart(name),
    tag,
    id: `${acts[name].verb}${noun}InPortal`,
    path: `${path}/:batch_id/${name}`,
    access,
    work: async (needs: BatchNeeds, call: UserCall) => {
      const record = recordOf(needs, call, `batch.${name.replace('-', '_')}`)
      const of = { kind, owner: call.session, batchId: call.params.batch_id }
      return rendered(needs, kind, await acts[name].work(needs, of, record))
    },
  })
