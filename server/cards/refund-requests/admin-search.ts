// Refund requests of all merchants as admins see them, with the facts of their payments.

import { Problem } from '../../kernel/problem.ts'
import type { Environment } from '../../merchants/identity/merchant.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { readListing } from '../../platform/http/lists/admin-search.ts'
import { mostCounted, readQuery } from '../../platform/http/lists/list-query.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { remainingOf } from '../refunds/refund-rules.ts'
import { amountText } from '../transaction/amount.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import { stateInSql } from './moves.ts'
import { type RefundRequestRow, requestColumns, requestTables } from './queries.ts'
import { refundableUntil, renderRequest, whyNotRefundable } from './responses.ts'
import { requestSearchSchema } from './schemas.ts'

type Payment = Pick<
  PricedTransaction,
  | 'status'
  | 'finalised_at'
  | 'running_operation'
  | 'refunded_minor'
  | 'refund_reserved_minor'
  | 'merchant_reference'
  | 'card_type'
  | 'card_last4'
  | 'bill_to_forename'
  | 'bill_to_surname'
>
type AdminRow = RefundRequestRow &
  Payment & { paid_minor: bigint; merchant_code: string; merchant_name: string; environment: Environment }

const columns = `${requestColumns}, t.amount_minor as paid_minor, t.status, t.finalised_at, t.running_operation,
  t.refunded_minor, t.refund_reserved_minor, t.merchant_reference, t.card_type, t.card_last4, t.bill_to_forename,
  t.bill_to_surname, t.environment, m.merchant_code, m.name as merchant_name`
const tables = `${requestTables} join merchant m on m.id = t.merchant_id`
const wanted = `($1::text is null or m.merchant_code = $1) and ($2::text is null or ${stateInSql} = $2)`

const listRequests = statement<AdminRow>(
  'list_refund_requests',
  `select ${columns} from ${tables} where ${wanted} order by q.id desc limit $3 offset $4`,
)
const countRequests = statement<{ counted: bigint }>(
  'count_refund_requests',
  `select count(*) as counted from (select from ${tables} where ${wanted} limit ${mostCounted + 1}) found`,
)
const findForAdmin = statement<AdminRow>(
  'find_refund_request_for_admin',
  `select ${columns} from ${tables} where q.id = $1`,
)

type SearchNeeds = { db: Sql; clock: { now(): Temporal.Instant } }

/** Refund requests, newest first. @throws InvalidBody */
export async function searchRequests({ db, clock }: SearchNeeds, query: unknown) {
  const { merchant_code, state, ...page } = readQuery(requestSearchSchema, query)
  const now = clock.now()
  const listing = { rows: listRequests, count: countRequests }
  return readListing(db, listing, { page, filter: [merchant_code ?? null, state ?? null] }, (row) =>
    renderForAdmin(row, now),
  )
}

/** @throws Problem 404 */
export async function requestForAdmin({ db, clock }: SearchNeeds, id: bigint) {
  const [row] = await db.rows(findForAdmin, [id])
  if (!row) throw new Problem(cardProblems.refund_request_unknown)
  return renderForAdmin(row, clock.now())
}

function renderForAdmin(row: AdminRow, now: Temporal.Instant) {
  const { currency, paid_minor: amount_minor } = row
  const transaction = { ...row, amount_minor }
  const decided =
    row.state === 'WAITING'
      ? undefined
      : new Problem(cardProblems.refund_request_decided, { state: row.state })
  const why = decided ?? whyNotRefundable(transaction, row.amount_minor, now)
  return {
    ...renderRequest(row),
    decided_by: row.decided_by,
    merchant_code: row.merchant_code,
    merchant_name: row.merchant_name,
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
