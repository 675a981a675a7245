// The admin routes to search the transfers of all merchants, read one in full, inquire about it and reverse it.

import { z } from 'zod'
import {
  adminOf,
  adminStepUpHeader,
  hasRight,
  ownMerchantProblem,
  stepUpProblem,
} from '../../admin/access.ts'
import type { AuditNeeds } from '../../admin/audit.ts'
import { merchantOf } from '../../admin/decisions/merchants-decided.ts'
import { operatorCodes } from '../../kernel/operators.ts'
import { allOwnersList } from '../../platform/database/all-owners-list.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { statement } from '../../platform/database/database.ts'
import type { Key, Listed } from '../../platform/database/over-cells.ts'
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
import { jsonBody } from '../../platform/http/http.ts'
import { dayFields, pageFields, readQuery } from '../../platform/http/list-query.ts'
import { recordOpening } from '../holds/opened-papers.ts'
import { adminTransferEndpoint, byTransaction, reasonBody } from '../http/endpoint-parts.ts'
import { type InquiryNeeds, inquireTransfer } from '../payouts/admin-inquiry.ts'
import { type ReversalNeeds, requestReversal } from '../payouts/request-reversal.ts'
import { stamp } from '../transfer/formats.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import type { TransferRow } from '../transfer/queries.ts'
import { transferStatuses } from '../transfer/transfer.ts'
import { type AdminTransferDetailNeeds, readAdminTransferDetail, withoutCompliance } from './admin-detail.ts'
import {
  adminTransferDetailResponse,
  adminTransfersResponse,
  inquiryResponse,
  reversalResponse,
} from './admin-schemas.ts'
import {
  type ListedTransfer,
  listedColumns,
  transferListDefinition,
  transferSummaryWithFee,
} from './search.ts'

const searchSchema = z.object({
  ...pageFields,
  ...dayFields,
  q: text({ max: 200 }).optional(),
  status: z.enum(transferStatuses).optional(),
  operator: z.enum(operatorCodes).optional(),
  environment: z.enum(['sandbox', 'production']).optional(),
  merchant_code: text({ max: 40 }).optional(),
})

type ListedRow = ListedTransfer &
  Key &
  Pick<TransferRow, 'environment' | 'telco_reference' | 'completed_at'> & {
    merchant_code: string
    merchant_name: string
  }

const columns = `${listedColumns}, t.environment, t.telco_reference, t.completed_at, o.merchant_code,
  o.name as merchant_name`

/** The transfers of all merchants. */
export const transfersOfAll = allOwnersList<ListedRow>(transferListDefinition, {
  columns,
  joins: 'join merchant o on o.id = t.merchant_id',
})

/** Open and ended transfers have partial indexes, whose conditions are repeated exactly so that the planner uses them. */
const open = `t.status in ('Submitted', 'Hold')`
const hasEnded = `t.status not in ('Submitted', 'Hold')`

/** Matches the last eight digits of the phone number by index, then the possible full endings. */
const phoneFits = `right(t.customer_number, 8) = $4
          and exists (select from unnest($5::text[]) e where t.customer_number like '%' || e)`
const by = (condition: string) =>
  `select t.id from owner o cross join lateral (
     select t.id from transfer t
      where t.merchant_id = o.id and t.environment = o.environment and ${hasEnded} and ${condition}
      order by t.created_at desc limit ${maxFound}) t`

const findByWords = statement<{ id: bigint }>(
  'find_transfers_by_words',
  `${namedRows('transfer', { hasEnded, names: `concat_ws(' ', t.reference, t.subscriber_name)`, parts: '$7' })}
   select id from (
     select t.id from transfer t where t.transaction_id = upper($3)
     union
     select t.id from transfer t where t.telco_reference = $3
     union
     select p.transfer_id from operation p where p.upstream_ref = lower($3) and p.transfer_id is not null
     union
     select t.id from owner o cross join lateral (
       select t.id from transfer t
        where t.merchant_id = o.id and t.environment = o.environment and t.reference = $3) t
     union ${by(phoneFits)}
     union ${by('t.amount_hundredths = $6')}
     -- Those that are still open are few, and looked through.
     union
     select t.id from owner o join transfer t on t.merchant_id = o.id and t.environment = o.environment
      where ${open} and (t.amount_hundredths = $6 or (${phoneFits}))
     union
     select t.id from named t join owner o on o.id = t.merchant_id and o.environment = t.environment
   ) found order by id desc limit ${maxFound}`,
)
/** Builds the FROM and WHERE clauses for transfers found by a search. @param ids the SQL parameter that holds their ids. */
const foundTransfers = (ids: string) =>
  `transfer t join ${owners} on o.id = t.merchant_id and o.environment = t.environment
    where t.id = any(${ids}) and ${inDays} and ($5::text is null or t.status = $5)
      and ($6::text is null or t.operator = $6)`
const listFound = statement<ListedRow>(
  'list_found_transfers',
  `select t.id, t.created_at, ${columns} from ${foundTransfers('$9')}
    order by t.created_at desc, t.id desc limit $7 offset $8`,
)
const countFound = statement<{ counted: bigint }>(
  'count_found_transfers',
  `select count(*) as counted from ${foundTransfers('$7')}`,
)

/** Searches transfers, newest first. @throws InvalidBody */
export async function searchAllTransfers(listed: Listed, query: unknown) {
  const wanted = readQuery(searchSchema, query)
  return searchAsAdmin(listed, wanted, {
    kind: wanted.operator,
    listing: transfersOfAll,
    found: { rows: listFound, count: countFound },
    find: findByWords,
    valuesOf,
    render: transferSummary,
  })
}

function valuesOf(q: string) {
  const { text, phone, amount, parts } = searchWords(q)
  return [text, phone?.lastEight ?? null, phone?.ends ?? [], amount, parts]
}

function transferSummary(row: ListedRow) {
  return {
    ...transferSummaryWithFee(row),
    merchant_code: row.merchant_code,
    merchant_name: row.merchant_name,
    environment: row.environment,
    telco_reference: row.telco_reference,
    completed_at: row.completed_at && stamp(row.completed_at),
  }
}

export const transferAdminRoutes = [
  endpointOfCells({
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
    handle: async ({ cells }: { cells: Cells }, { request }) =>
      succeeded(await searchAllTransfers(cells, request.query)),
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
      'Roles without the right `read_compliance` see neither screening nor review, and of the numbers of identity documents the last three characters only.',
    params: byTransaction,
    responses: { 200: adminTransferDetailResponse },
    problems: [problems.transfer_unknown],
    handle: async (needs: AdminTransferDetailNeeds & AuditNeeds, { request, params }) => {
      const detail = await readAdminTransferDetail(needs, params.transaction_id)
      const admin = adminOf(request)
      await recordOpening(needs, admin, detail.transaction_id)
      return succeeded(hasRight(admin, 'read_compliance') ? detail : withoutCompliance(detail))
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
