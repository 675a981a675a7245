// What admins read of exceptions, and how they close one.

import { z } from 'zod'
import { type Admin, adminOf, adminStepUpHeader, stepUpProblem } from '../../admin/access.ts'
import { type AuditNeeds, audit } from '../../admin/audit.ts'
import { Problem } from '../../kernel/problem.ts'
import {
  type CollectionExceptionKind,
  closeOpenException,
  type ExceptionKind,
  type WalletExceptionKind,
} from '../../operator-calls/exceptions.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import {
  cellsListed,
  type Listed,
  mergedPage,
  type Range,
  sumsOfCells,
} from '../../platform/database/over-cells.ts'
import { admins } from '../../platform/http/access.ts'
import { dataResponse, pageResponse, zonelessStamp } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, endpointOfCells, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { paged } from '../../platform/http/list-query.ts'
import { placeOfNumber } from '../../platform/http/place.ts'
import {
  adminTransferEndpoint,
  byId,
  exampleTime,
  pageQuery,
  reasonBody,
  reasonSchema,
} from '../http/endpoint-parts.ts'
import { type Query, readPage } from '../http/list-parameters.ts'
import { stamp } from '../transfer/formats.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { exampleTransactionId } from '../transfer/schemas.ts'

type ExceptionRow = {
  id: bigint
  kind: ExceptionKind | WalletExceptionKind | CollectionExceptionKind
  detail: string
  state: 'open' | 'closed'
  opened_at: Temporal.Instant
  closed_at: Temporal.Instant | null
  closed_by: string | null
  close_reason: string | null
  transaction_id: string | null
  transaction_uuid: string | null
  merchant_code: string | null
  merchant_name: string | null
  total: bigint
}
const listRows = statement<ExceptionRow>(
  'list_transfer_exceptions',
  `select e.id, e.kind, e.detail, e.state, e.opened_at, e.closed_at, e.closed_by, e.close_reason, t.transaction_id,
          c.transaction_uuid, m.merchant_code, m.name as merchant_name, count(*) over () as total
     from transfer_exception e left join transfer t on t.id = e.transfer_id left join wallet w on w.id = e.wallet_id
     left join merchant_payout p on p.id = e.merchant_payout_id
     left join collection k on k.operation = e.collection left join card_transaction c on c.id = k.card_transaction_id
     left join merchant m on m.id = coalesce(t.merchant_id, w.merchant_id, p.merchant_id, c.merchant_id)
    where $1::text is null or e.state = $1
    order by e.id desc limit $2 offset $3`,
)
const latestFirst = (a: ExceptionRow, b: ExceptionRow) => Temporal.Instant.compare(b.opened_at, a.opened_at)

async function listExceptions(listed: Listed, page: { state: string | undefined } & Range) {
  const totals = new Map<Sql, bigint>()
  const rows = await mergedPage(await cellsListed(listed), page, {
    read: async (sql, { limit, offset }) => {
      const found = await sql.rows(listRows, [page.state ?? null, limit, offset])
      if (found[0]) totals.set(sql, found[0].total)
      return found
    },
    order: latestFirst,
  })
  return {
    total: Number(totals.values().reduce((sum, total) => sum + total, 0n)),
    items: rows.map(({ total: _, id, opened_at, closed_at, ...row }) => ({
      id: String(id),
      ...row,
      opened_at: stamp(opened_at),
      closed_at: closed_at && stamp(closed_at),
    })),
  }
}

/** Closes an exception with a reason. @throws Problem 404 if it is not open. */
export async function closeException(
  { db, clock, secrets }: AuditNeeds,
  id: bigint,
  reason: string,
  admin: Admin,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (sql) => {
    const closed = await closeOpenException(sql, id, { now, by: admin.name, reason })
    if (!closed) throw new Problem(problems.exception_unknown)
    const subject = closed.transaction_id ?? `exception:${id}`
    audit(sql, secrets, {
      admin,
      action: 'exception.closed',
      subject,
      detail: { id: String(id), reason },
      now,
    })
  })
}

const countQueues = statement<{ holds: bigint; exceptions: bigint; adjustments: bigint }>(
  'count_remittance_queues',
  `select (select count(*) from transfer where status = 'Hold') as holds,
          (select count(*) from transfer_exception where state = 'open') as exceptions,
          (select count(*) from wallet_adjustment where state = 'PENDING') as adjustments`,
)
export async function remittanceQueues(listed: Listed) {
  const [counts] = await sumsOfCells(listed, countQueues)
  return {
    holds: Number(counts?.holds ?? 0),
    exceptions_open: Number(counts?.exceptions ?? 0),
    adjustments_pending: Number(counts?.adjustments ?? 0),
  }
}

export const exceptionFields = {
  id: z.string(),
  kind: z.string(),
  detail: z.string(),
  state: z.enum(['open', 'closed']),
  opened_at: zonelessStamp,
  closed_at: zonelessStamp.nullable(),
  closed_by: z.string().nullable(),
  close_reason: z.string().nullable(),
}

const exampleException = {
  id: '5',
  kind: 'telco_conflict',
  detail: 'Declined, then paid',
  state: 'open',
  opened_at: exampleTime,
  closed_at: null,
  closed_by: null,
  close_reason: null,
} as const

const listedException = z
  .object({
    ...exceptionFields,
    transaction_id: z.string().nullable(),
    transaction_uuid: z
      .string()
      .nullable()
      .meta({ description: 'The payment, if it is about a mobile-money payment.' }),
    merchant_code: z.string().nullable(),
    merchant_name: z.string().nullable(),
  })
  .meta({ id: 'TransferException' })

const exceptionsResponse = pageResponse('TransferExceptions', listedException, {
  ...exampleException,
  transaction_id: exampleTransactionId,
  transaction_uuid: null,
  merchant_code: 'LKT-7K2M-9QXA',
  merchant_name: 'Boutique Kivu',
})

const exceptionClosedResponse = dataResponse(
  'ExceptionClosed',
  z.object({ id: z.string(), state: z.literal('closed') }),
  { id: '5', state: 'closed' },
)

export const exceptionRoutes = [
  endpointOfCells({
    ...adminTransferEndpoint,
    id: 'listExceptions',
    method: 'GET',
    path: '/api/v1/admin/remittance/exceptions',
    priority: 'list',
    access: admins('operations'),
    summary: 'List exceptions that need a decision',
    query: z.object({ state: z.enum(['open', 'closed']).optional(), ...pageQuery.shape }),
    responses: { 200: exceptionsResponse },
    problems: [problems.field_missing],
    handle: async ({ cells }: { cells: Cells }, { request }) => {
      // Fastify reads every query into an object.
      const query = request.query as Query
      const { state } = query
      const page = readPage(query)
      const wanted = { ...page, state: state === 'open' || state === 'closed' ? state : undefined }
      return succeeded(paged(page, await listExceptions(cells, wanted)))
    },
  }),
  endpoint({
    ...adminTransferEndpoint,
    id: 'closeException',
    method: 'POST',
    path: '/api/v1/admin/remittance/exceptions/:id/close',
    place: placeOfNumber,
    priority: 'order',
    access: admins('operations'),
    stepUp: 'required',
    conflictOfInterest: 'record',
    summary: 'Close an exception',
    params: byId,
    headers: adminStepUpHeader,
    body: reasonBody,
    responses: { 200: exceptionClosedResponse },
    problems: [stepUpProblem, problems.exception_unknown],
    handle: async (needs: AuditNeeds, { request, params: { id } }) => {
      if (!/^\d{1,18}$/.test(id)) throw new Problem(problems.exception_unknown)
      const { reason } = check(reasonSchema, jsonBody(request), 'body')
      await closeException(needs, BigInt(id), reason, adminOf(request))
      return succeeded({ id, state: 'closed' })
    },
  }),
]
