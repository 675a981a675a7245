// Admin routes for the fees that operators take for cashing out: the operator team copies them from the published tables.
import { z } from 'zod'
import { adminOf, adminStepUpHeader, stepUpProblem } from '../../admin/access.ts'
import { type AuditNeeds, audit } from '../../admin/audit.ts'
import { Problem } from '../../kernel/problem.ts'
import { admins } from '../../platform/http/access.ts'
import { environmentName } from '../../platform/http/api.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { adminTransferEndpoint } from '../http/endpoint-parts.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { operatorName } from '../transfer/schemas.ts'
import {
  cashOutRequest,
  cashOutTableResponse,
  cashOutTablesResponse,
  readCashOutTable,
  renderCashOutTable,
  renderCashOutTables,
} from './schemas.ts'
import { insertCashOutTable, latestCashOutTables } from './table.ts'

const path = { environment: environmentName, operator: operatorName }

/** @throws Problem 404 */
function knownOperator(params: { environment: string; operator: string }) {
  const read = z.object(path).safeParse(params)
  // guard: cash-out-operator
  if (!read.success) throw new Problem(problems.operator_unknown)
  return read.data
}

export const cashOutRoutes = [
  endpoint({
    ...adminTransferEndpoint,
    id: 'listCashOutTables',
    method: 'GET',
    path: '/api/v1/admin/operators/cash-out-tables',
    priority: 'list',
    access: admins('read'),
    summary: 'List the cash-out fees of operators',
    description: 'Of every operator the table that applies, or the last one that did.',
    responses: { 200: cashOutTablesResponse },
    handle: async ({ db, clock }: AuditNeeds) => {
      const now = clock.now()
      return succeeded({ items: renderCashOutTables(await latestCashOutTables(db, now), now) })
    },
  }),
  endpoint({
    ...adminTransferEndpoint,
    id: 'setCashOutTable',
    method: 'POST',
    path: '/api/v1/admin/operators/:environment/:operator/cash-out-table',
    priority: 'order',
    access: admins('pricing'),
    stepUp: 'required',
    conflictOfInterest: 'service',
    summary: 'Add the cash-out fees of an operator',
    description:
      'For quotes that are made from its first day on. Earlier tables stay stored, and quotes keep what they have shown.',
    params: path,
    headers: adminStepUpHeader,
    body: cashOutRequest,
    responses: { 200: cashOutTableResponse },
    problems: [stepUpProblem, problems.operator_unknown, problems.date],
    handle: async ({ db, clock, secrets }: AuditNeeds, { request, params }) => {
      const { environment, operator } = knownOperator(params)
      const { reason, table } = readCashOutTable(jsonBody(request))
      const [admin, now] = [adminOf(request), clock.now()]
      const latest = await db.transaction(async (sql) => {
        const values = [table.source, table.first_day, table.last_day, JSON.stringify(table.tiers)]
        const rates = [table.cdf_low_micros, table.cdf_high_micros]
        const [made] = await sql.rows(insertCashOutTable, [
          ...[environment, operator, ...values, ...rates, admin.name, now],
        ])
        const subject = `${environment}:${operator}`
        const { source, first_day, last_day } = renderCashOutTable(made!)
        const detail = { reason, source, first_day, last_day }
        audit(sql, secrets, { admin, action: 'operator.cash_out_changed', subject, detail, now })
        return latestCashOutTables(sql, now)
      })
      const all = renderCashOutTables(latest, now)
      return succeeded(all.find((each) => each.environment === environment && each.operator === operator)!)
    },
  }),
]
