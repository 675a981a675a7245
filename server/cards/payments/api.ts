// Payment routes for admins: search the payments of all merchants, read one in detail.
import { z } from 'zod'
import { adminOf } from '../../admin/access.ts'
import type { Environment } from '../../kernel/environment.ts'
import { allOwnersList } from '../../platform/database/all-owners-list.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { statement } from '../../platform/database/database.ts'
import type { Listed } from '../../platform/database/over-cells.ts'
import { admins } from '../../platform/http/access.ts'
import {
  inDays,
  maxFound,
  namedRows,
  owners,
  searchAsAdmin,
  searchWords,
} from '../../platform/http/admin-search.ts'
import { text } from '../../platform/http/body/body.ts'
import { endpoint, endpointOfCells, succeeded } from '../../platform/http/endpoint.ts'
import { dayFields, pageFields, readQuery } from '../../platform/http/list-query.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { cardCurrencies } from '../transaction/amount.ts'
import { cardProblems as problems } from '../transaction/problems.ts'
import { exampleUuid } from '../transaction/schemas.ts'
import { type AdminPaymentNeeds, adminPaymentDetail } from './admin-detail.ts'
import {
  type ListedPayment,
  listedColumns,
  namesOf,
  paymentListDefinition,
  paymentStatuses,
  renderPaymentSummary,
} from './list.ts'
import { adminPaymentResponse, paymentsResponse } from './schemas.ts'

export const searchSchema = z.object({
  ...pageFields,
  ...dayFields,
  q: text({ max: 200 }).optional(),
  status: z.enum(paymentStatuses).optional(),
  currency: z.enum(cardCurrencies).optional(),
  environment: z.enum(['sandbox', 'production']).optional(),
  merchant_code: text({ max: 40 }).optional(),
})

type Row = ListedPayment & {
  cs_payment_id: string | null
  environment: Environment
  merchant_code: string
  merchant_name: string
}

const columns = `${listedColumns}, t.cs_payment_id, t.environment`

/** The payments of all merchants. */
export const paymentsOfAll = allOwnersList<Row>(paymentListDefinition, {
  columns: `${columns}, m.merchant_code, m.name as merchant_name`,
  joins: 'join merchant m on m.id = t.merchant_id',
})

/** Ended payments have partial indexes, whose condition is repeated exactly so that the planner uses them. */
const hasEnded = `t.status <> 'PENDING'`
const open = `t.status = 'PENDING'`

const by = (condition: string) =>
  `select t.id from owner o cross join lateral (
     select t.id from card_transaction t
      where t.merchant_id = o.id and t.environment = o.environment and ${hasEnded} and ${condition}
      order by t.created_at desc limit ${maxFound}) t`
const phoneFits = `right(t.bill_to_phone, 8) = $7
                 and exists (select from unnest($8::text[]) e where t.bill_to_phone like '%' || e)`

/** Finds payments by any value that a merchant or payer may quote, the newest first for each kind of value. */
const findByWords = statement<{ id: bigint }>(
  'find_payments_by_words',
  `${namedRows('card_transaction', { hasEnded, names: namesOf('t'), parts: '$9' })}
   select id from (
     select t.id from card_transaction t where t.transaction_uuid = upper($3)
     union select t.id from card_transaction t where t.cs_payment_id = $3
     union select r.transaction_id from card_refund r where r.cs_refund_id = $3
     union select k.card_transaction_id from collection k where k.collection_id = upper($3)
     union select p.card_transaction_id from operation p where p.upstream_ref = lower($3) and p.card_transaction_id is not null
     union ${by('left(t.merchant_reference, 64) = left($3, 64) and t.merchant_reference = $3')}
     union ${by('t.bill_to_email = $4')}
     union ${by('t.amount_minor = $5')}
     union ${by(`t.card_last4 = $6 and t.card_last4 <> ''`)}
     union ${by(phoneFits)}
     -- Those that are still open are few, and looked through.
     union select t.id from owner o join card_transaction t on t.merchant_id = o.id and t.environment = o.environment
      where ${open} and (t.merchant_reference = $3 or t.bill_to_email = $4 or t.amount_minor = $5 or (${phoneFits}))
     union select t.id from named t join owner o on o.id = t.merchant_id and o.environment = t.environment
   ) found order by id desc limit ${maxFound}`,
)
/**
 * Builds the FROM and WHERE clauses for payments found by a search.
 * @param ids the SQL parameter that holds their ids.
 */
const foundPayments = (
  ids: string,
) => `card_transaction t join ${owners} on o.id = t.merchant_id and o.environment = t.environment
    where t.id = any(${ids}) and ${inDays} and ($5::text is null or t.status = $5) and ($6::text is null or t.currency = $6)`
const listFound = statement<Row>(
  'list_found_payments',
  `select t.id, t.created_at, ${columns}, o.merchant_code, o.name as merchant_name from ${foundPayments('$9')}
    order by t.created_at desc, t.id desc limit $7 offset $8`,
)
const countFound = statement<{ counted: bigint }>(
  'count_found_payments',
  `select count(*) as counted from ${foundPayments('$7')}`,
)

/**
 * Searches payments of all merchants, newest first.
 * @throws InvalidBody
 */
export async function searchAllPayments(listed: Listed, query: unknown, now: Temporal.Instant) {
  const search = readQuery(searchSchema, query)
  return searchAsAdmin(listed, search, {
    kind: search.currency,
    listing: paymentsOfAll,
    found: { rows: listFound, count: countFound },
    find: findByWords,
    valuesOf,
    render: (row) => adminSummary(row, now),
  })
}

function valuesOf(q: string) {
  const { text, email, amount, last4, phone, parts } = searchWords(q)
  return [text, email, amount, last4, phone?.lastEight ?? null, phone?.ends ?? [], parts]
}

function adminSummary(row: Row, now: Temporal.Instant) {
  const { allowed_actions: _, ...item } = renderPaymentSummary(row, now)
  return {
    ...item,
    cs_payment_id: row.cs_payment_id ?? '',
    merchant_code: row.merchant_code,
    merchant_name: row.merchant_name,
    environment: row.environment,
  }
}

const api = { tag: 'Admin: payments' } as const

export const adminPaymentRoutes = [
  endpointOfCells({
    ...api,
    id: 'searchPayments',
    method: 'GET',
    path: '/api/v1/admin/payments',
    priority: 'list',
    access: admins('read'),
    summary: 'Search payments of all merchants',
    description:
      'Newest first. `q` searches references, ids, emails, phone numbers, amounts, the last four digits of cards and names of wallets.',
    query: searchSchema,
    responses: { 200: paymentsResponse },
    handle: async ({ cells, clock }: { cells: Cells; clock: Clock }, { request }) =>
      succeeded(await searchAllPayments(cells, request.query, clock.now())),
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
