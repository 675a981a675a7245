// Refund request routes for admins: list, approve, reject.

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { adminOf, adminStepUpHeader, confirmationProblems, ownMerchantProblem } from '../../admin/access.ts'
import { approvalOf } from '../../admin/decisions/confirmed-acts.ts'
import { actAgainst, merchantOf } from '../../admin/decisions/merchants-decided.ts'
import type { Environment } from '../../kernel/environment.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { newestFirst } from '../../platform/database/over-cells.ts'
import { admins } from '../../platform/http/access.ts'
import { type ListingOfCells, newestOfStates, readListingOfCells } from '../../platform/http/admin-search.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, endpointOfCells, respond, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { type Idempotency, replaying, storedKeyOf } from '../../platform/http/idempotency.ts'
import { cappedCount, maxCounted, readQuery } from '../../platform/http/list-query.ts'
import { placeOfUuid } from '../../platform/http/place.ts'
import { type Clock, zonelessMicrosecond } from '../../platform/time/clock.ts'
import { remainingOf } from '../refunds/refund-rules.ts'
import { amountText } from '../transaction/amount.ts'
import { cardProblems, cardProblems as problems } from '../transaction/problems.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import { approveRequest, type DecisionNeeds, rejectRequest } from './decide-request.ts'
import {
  hasEnded,
  type RefundRequestRow,
  type RefundRequestState,
  requestColumns,
  requestIdOf,
  requestTables,
  stateInSql,
} from './queries.ts'
import { alreadyDecided, refundableUntil, renderRequest, whyNotRefundable } from './responses.ts'
import {
  adminRequestResponse,
  adminRequestsResponse,
  decisionBody,
  decisionSchema,
  exampleRequestId,
  requestSearchSchema,
} from './schemas.ts'

const api = { tag: 'Refunds' } as const
const path = { id: z.string().meta({ examples: [exampleRequestId] }) }

export const adminRefundRequestRoutes = [
  endpointOfCells({
    ...api,
    id: 'searchRefundRequests',
    method: 'GET',
    path: '/api/v1/admin/refund-requests',
    priority: 'list',
    access: admins('read'),
    summary: 'List refund requests of all merchants',
    description: 'Newest first. `state=WAITING` lists those that wait for an admin.',
    query: requestSearchSchema,
    responses: { 200: adminRequestsResponse },
    handle: async (needs: { cells: Cells; clock: Clock }, { request }) =>
      succeeded(await searchRequests(needs, request.query)),
  }),
  endpoint({
    ...api,
    id: 'approveRefundRequest',
    method: 'POST',
    path: '/api/v1/admin/refund-requests/:id/approve',
    place: placeOfUuid,
    priority: 'order',
    access: admins('refunds'),
    stepUp: 'required',
    conflictOfInterest: merchantOf.refundRequest,
    approves: approvalOf.refundRequest,
    repeatable: true,
    summary: 'Approve a refund request',
    description: `Refunds the payment. The request stays \`APPROVED\` while the outcome of the refund is not known, then becomes
\`REFUNDED\` or \`FAILED\`. A repeat with the same \`Idempotency-Key\` shows what became of it. The reason is for the audit log.`,
    params: path,
    headers: adminStepUpHeader,
    body: decisionBody,
    responses: { 200: adminRequestResponse },
    problems: [
      ownMerchantProblem,
      ...confirmationProblems,
      problems.refund_request_unknown,
      problems.refund_request_decided,
      problems.refund_request_waits_for_user,
      problems.refund_complete,
      problems.refund_status,
      problems.payment_disputed,
      problems.refund_too_late,
      problems.refund_too_much,
      problems.operation_running,
    ],
    handle: async (needs: DecideNeeds, { request, params }) =>
      decided(needs, request, params.id, approveRequest),
  }),
  endpoint({
    ...api,
    id: 'rejectRefundRequest',
    method: 'POST',
    path: '/api/v1/admin/refund-requests/:id/reject',
    place: placeOfUuid,
    priority: 'order',
    access: admins('refunds'),
    stepUp: 'refusal',
    conflictOfInterest: actAgainst(merchantOf.refundRequest),
    repeatable: true,
    summary: 'Reject a refund request',
    description: 'The merchant can read the reason.',
    params: path,
    body: decisionBody,
    responses: { 200: adminRequestResponse },
    problems: [problems.refund_request_unknown, problems.refund_request_decided],
    handle: async (needs: DecideNeeds, { request, params }) =>
      decided(needs, request, params.id, rejectRequest),
  }),
]

type DecideNeeds = DecisionNeeds & { idempotency: Idempotency }

/** Decides once per `Idempotency-Key`, and responds with the request as it is then. */
async function decided(
  needs: DecideNeeds,
  request: FastifyRequest,
  requestId: string,
  decide: typeof approveRequest | typeof rejectRequest,
) {
  const { reason } = check(decisionSchema, jsonBody(request), 'body')
  const key = storedKeyOf(request, needs.secrets)
  const admin = adminOf(request)
  const decideAndRead = async () => {
    const id = await requestIdOf(needs.db, requestId)
    await decide(needs, id, { admin, reason, key })
    return succeeded(await requestForAdmin(needs, id))
  }
  const { body, headers } = await replaying(needs.idempotency, request, admin, decideAndRead, ({ data }) =>
    hasEnded(data),
  )
  return respond(200, body, headers)
}

type Payment = Pick<
  PricedTransaction,
  | 'status'
  | 'finalised_at'
  | 'running_operation'
  | 'refunded_minor'
  | 'refund_reserved_minor'
  | 'disputed_minor'
  | 'open_disputes'
  | 'merchant_reference'
  | 'card_type'
  | 'card_last4'
  | 'bill_to_forename'
  | 'bill_to_surname'
>
type AdminRow = RefundRequestRow &
  Payment & {
    paid_minor: bigint
    merchant_code: string
    merchant_name: string
    time_zone: string
    environment: Environment
  }

const columns = `${requestColumns}, t.amount_minor as paid_minor, t.status, t.finalised_at, t.running_operation,
  t.refunded_minor, t.refund_reserved_minor, t.disputed_minor, t.open_disputes, t.merchant_reference, t.card_type, t.card_last4, t.bill_to_forename,
  t.bill_to_surname, t.environment, m.merchant_code, m.name as merchant_name, m.time_zone`
const tables = `${requestTables} join merchant m on m.id = t.merchant_id`
/** A code that does not exist reads nothing. */
const ofMerchant = 'q.merchant_id = (select id from merchant where merchant_code = $1)'
/** States that are stored with the request, and those of an approved one, which depend on its refund. */
const byState = { any: 'true', stored: 'q.state = $2', refund: `q.state = 'APPROVED' and ${stateInSql} = $2` }
type StateFilter = keyof typeof byState

const storedStates = ['WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED']

/**
 * Each filter has its own statement, so that the planner can tell which index covers it. Only the requests of the page are
 * joined with their payments, as an array, because the planner would take a page of unknown length for a tenth of the table.
 */
function listing(state: StateFilter, isOfMerchant: boolean): ListingOfCells<AdminRow> {
  const refund = state === 'refund' ? 'left join card_refund r on r.operation = q.operation' : ''
  // The values of filters that a statement does not use still have types.
  const filtered = `refund_request q ${refund} where ${isOfMerchant ? ofMerchant : '$1::text is null'}
    and ${byState[state]} and ($2::text is null) = ${state === 'any'}`
  const selection = (max: string) =>
    isOfMerchant && state === 'any'
      ? `${newestOfStates('refund_request', storedStates, ofMerchant, max)} where $2::text is null`
      : filtered
  const name = `${state}${isOfMerchant ? '_of_merchant' : ''}`
  return {
    rows: statement<AdminRow>(
      `list_refund_requests_${name}`,
      `select ${columns} from ${tables}
        where q.id = any (array(
          select q.id from ${selection('$3::bigint + $4::bigint')} order by q.id desc limit $3 offset $4))
        order by q.id desc`,
    ),
    count: cappedCount(
      `count_refund_requests_${name}`,
      `from ${selection(String(maxCounted + 1))}`,
      statement,
    ),
    order: newestFirst,
  }
}
const listings = {
  any: [listing('any', false), listing('any', true)],
  stored: [listing('stored', false), listing('stored', true)],
  refund: [listing('refund', false), listing('refund', true)],
} as const
const refundStates = new Set<RefundRequestState>(['APPROVED', 'REFUNDED', 'FAILED'])
const filterOf = (state: RefundRequestState | undefined): StateFilter =>
  state === undefined ? 'any' : refundStates.has(state) ? 'refund' : 'stored'

const findForAdmin = statement<AdminRow>(
  'find_refund_request_for_admin',
  `select ${columns} from ${tables} where q.id = $1`,
)

type SearchNeeds = { db: Sql; clock: { now(): Temporal.Instant } }

/** Refund requests, newest first. @throws InvalidBody */
async function searchRequests({ cells, clock }: { cells: Cells; clock: Clock }, query: unknown) {
  const { merchant_code, state, ...page } = readQuery(requestSearchSchema, query)
  const now = clock.now()
  const chosen = listings[filterOf(state)][merchant_code === undefined ? 0 : 1]
  const list = { page, filter: [merchant_code ?? null, state ?? null], merchantCode: merchant_code }
  return readListingOfCells(cells, chosen, list, (row) => renderForAdmin(row, now))
}

/** @throws Problem 404 */
async function requestForAdmin({ db, clock }: SearchNeeds, id: bigint) {
  const [row] = await db.rows(findForAdmin, [id])
  if (!row) throw new Problem(cardProblems.refund_request_unknown)
  return renderForAdmin(row, clock.now())
}

function renderForAdmin(row: AdminRow, now: Temporal.Instant) {
  const { currency, paid_minor: amount_minor } = row
  const transaction = { ...row, amount_minor }
  const decided = row.state === 'WAITING' ? undefined : alreadyDecided(row.state)
  const byUser =
    row.user_approval === null ? undefined : new Problem(cardProblems.refund_request_waits_for_user)
  const why = decided ?? byUser ?? whyNotRefundable(transaction, row.amount_minor, now)
  return {
    ...renderRequest(row),
    decided_by: row.decided_by,
    merchant_code: row.merchant_code,
    merchant_name: row.merchant_name,
    time_zone: row.time_zone,
    environment: row.environment,
    payment: {
      merchant_reference: row.merchant_reference,
      customer_name: `${row.bill_to_forename} ${row.bill_to_surname}`.trim() || null,
      status: row.status,
      amount: amountText(transaction),
      refunded: amountText({ amount_minor: row.refunded_minor, currency }),
      remaining: amountText({ amount_minor: remainingOf(transaction), currency }),
      card_type: row.card_type,
      card_last4: row.card_last4,
      finalised_at: row.finalised_at && zonelessMicrosecond(row.finalised_at),
      until: refundableUntil(row),
    },
    allowed_actions: {
      approve: { allowed: why === undefined, reason: why?.message ?? null },
      reject: { allowed: decided === undefined, reason: decided?.message ?? null },
    },
  }
}
