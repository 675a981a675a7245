// Admin API for the audit log: reads it, newest first, and verifies its chain.

import { z } from 'zod'
import type { Cells } from '../platform/database/cells.ts'
import { commonStatement } from '../platform/database/database.ts'
import { type Listed, mergedPage, placesListed } from '../platform/database/over-cells.ts'
import { admins } from '../platform/http/access.ts'
import { cappedPageResponse, dataResponse, zonelessStamp } from '../platform/http/api.ts'
import { text } from '../platform/http/body/body.ts'
import { endpoint, endpointOfCells, succeeded } from '../platform/http/endpoint.ts'
import { cappedCount, pagedUpTo, pageFields, rangeOf, readQuery } from '../platform/http/list-query.ts'
import type { Secrets } from '../platform/secrets.ts'
import { type Clock, zonelessMicrosecond } from '../platform/time/clock.ts'
import { type AuditRow, type AuditVerdict, verifyAudit } from './audit.ts'

const system = { tag: 'Admin: system', method: 'GET', priority: 'list', access: admins('audit') } as const
const at = '2026-11-21T09:30:00.118204'

const auditSchema = z.object({
  ...pageFields,
  actor: text({ max: 100 }).optional(),
  action: text({ max: 100 }).optional(),
  subject: text({ max: 200 }).optional(),
})

const cellField = z.int().optional().meta({
  description: 'The cell whose log has the entry, 0 for control. Absent in a deployment with one cell.',
})

const auditRow = z
  .object({
    seq: z.int(),
    cell: cellField,
    at: zonelessStamp,
    actor: z.string(),
    merchant_name: z
      .string()
      .nullable()
      .meta({ description: 'The merchant that acted or was acted on; null if neither was one.' }),
    address: z.string(),
    action: z.string(),
    subject: z.string(),
    request_id: z.string(),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditRow' })

type ListedRow = Omit<AuditRow, 'previous_hash' | 'hash'> & { merchant_name: string | null }
const filters = ['actor', 'action', 'subject'] as const
type Filter = (typeof filters)[number]

/**
 * The statements of each combination of filters: one for all of them would have one plan, which reads the entries newest first until
 * the page is full. Entries before the page are skipped in the index, and names are read for the rows of the page only. A merchant acts
 * as `merchant:<code>`.
 */
function statementsOf(given: readonly Filter[]) {
  const name = given.length === 0 ? 'all' : given.join('_')
  const found = `from audit_log where ${given.map((filter, i) => `${filter} = $${i + 1}`).join(' and ') || 'true'}`
  const [limit, offset] = [`$${given.length + 1}`, `$${given.length + 2}`]
  return {
    list: commonStatement<ListedRow>(
      `list_audit_rows_${name}`,
      `select a.*, (select name from merchant
                     where merchant_code = case when actor like 'merchant:%' then substr(actor, 10) else subject end) as merchant_name
         from (select seq, at, actor, address, action, subject, detail, request_id from audit_log
                where seq = any (array(select seq ${found} order by seq desc limit ${limit} offset ${offset}))) a
        order by seq desc`,
    ),
    count: cappedCount(`count_audit_rows_${name}`, found, commonStatement),
  }
}
const combinations = new Map(
  Array.from({ length: 2 ** filters.length }, (_, bits) =>
    filters.filter((_filter, i) => bits & (1 << i)),
  ).map((given) => [given.join(), statementsOf(given)]),
)

type AuditNeeds = { cells: Cells; clock: Clock; verifyOnce: () => Promise<AuditVerdict> }

/** A verification takes long, so concurrent requests share the one in progress. */
export function openVerification({
  cells,
  secrets,
}: {
  cells: Cells
  secrets: Secrets
}): AuditNeeds['verifyOnce'] {
  let underWay: Promise<AuditVerdict> | undefined
  return () => {
    underWay ??= verifyAudit(cells, secrets).finally(() => {
      underWay = undefined
    })
    return underWay
  }
}

export const auditRoutes = [
  endpointOfCells({
    ...system,
    id: 'listAudit',
    path: '/api/v1/admin/audit',
    summary: 'List audit log entries',
    description: 'Newest first.',
    query: auditSchema,
    responses: {
      200: cappedPageResponse('AuditLog', auditRow, {
        seq: 41,
        at,
        actor: 'amina',
        merchant_name: null,
        address: '203.0.113.9',
        action: 'refund.requested',
        subject: 'LKT-20261121-093000-7K2M9QXA-CD',
        request_id: '019f3c2e-8a41-7bb2-9d0e-5a6f3c1b2d4e',
        detail: { refund_id: '12', amount: '10.00', currency: 'USD' },
      }),
    },
    handle: async ({ cells }: AuditNeeds, { request }) => succeeded(await auditPage(cells, request.query)),
  }),
  endpoint({
    ...system,
    id: 'verifyAudit',
    path: '/api/v1/admin/audit/verify',
    summary: 'Verify the audit log',
    description:
      'Checks the whole chain and compares it with the books; `broken` names the first row that fails.',
    responses: {
      200: dataResponse(
        'AuditVerdict',
        z.object({
          intact: z.boolean(),
          rows: z.int(),
          broken: z.object({ cell: cellField, seq: z.string(), reason: z.string() }).nullable(),
          checked_at: zonelessStamp,
        }),
        { intact: true, rows: 41, broken: null, checked_at: at },
      ),
    },
    handle: async ({ verifyOnce, clock }: AuditNeeds) => {
      const { rows, broken } = await verifyOnce()
      const checked_at = zonelessMicrosecond(clock.now())
      return succeeded({ intact: broken === undefined, rows, broken: broken ?? null, checked_at })
    },
  }),
]

const latestFirst = (a: ListedRow, b: ListedRow) => Temporal.Instant.compare(b.at, a.at)

/** Lists audit rows, newest first. @throws InvalidBody */
export async function auditPage(listed: Listed, query: unknown) {
  const requested = readQuery(auditSchema, query)
  const given = filters.filter((filter) => requested[filter] !== undefined)
  const values = given.map((filter) => requested[filter])
  const statements = combinations.get(given.join()) as ReturnType<typeof statementsOf>
  const { all } = placesListed(listed)
  const rows = await mergedPage(all, rangeOf(requested), {
    read: async (sql, { limit, offset }) =>
      (await sql.rows(statements.list, [...values, limit, offset])).map((row) => ({
        ...row,
        cell: sql.cell,
      })),
    order: latestFirst,
  })
  const counts = await Promise.all(all.map((sql) => sql.rows(statements.count, values)))
  const counted = counts.reduce((sum, [count]) => sum + Number(count?.counted ?? 0), 0)
  const items = rows.map(({ cell, seq, at, detail, ...row }) => ({
    seq: Number(seq),
    ...(all.length > 1 && { cell }),
    at: zonelessMicrosecond(at),
    ...row,
    // Only `audit` writes details, and writes objects.
    detail: JSON.parse(detail) as Record<string, unknown>,
  }))
  return pagedUpTo(requested, { items, counted })
}
