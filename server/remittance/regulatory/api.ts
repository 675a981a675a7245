// The admin routes of the monthly reports: the register of large transfers, and the figures for the central bank.

import { Readable } from 'node:stream'
import { z } from 'zod'
import { type Admin, adminOf } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import {
  type ComplianceAdminNeeds,
  complianceEndpoint,
  environmentOf,
} from '../../compliance/admin-requests.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { dataResponse, environmentName, zonelessStamp } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { exampleTime } from '../http/endpoint-parts.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import {
  exampleParties,
  exampleTransactionId,
  operatorName,
  parties,
  senderCurrency,
} from '../transfer/schemas.ts'
import { transferStatuses } from '../transfer/transfer.ts'
import {
  countNames,
  monthField,
  monthOf,
  monthStatistics,
  registerCsv,
  registeredTransfers,
  renderRegistered,
} from './monthly-reports.ts'

const format = z.enum(['json', 'csv']).default('json')

const registered = z
  .object({
    transaction_id: z.string(),
    reference: z.string(),
    merchant_code: z.string(),
    created_at: zonelessStamp,
    status: z.enum(transferStatuses),
    amount: z.number(),
    currency: senderCurrency,
    amount_usd: z.number().meta({ description: 'At the rate with which it was accepted.' }),
    operator: operatorName,
    customer_number: z.string(),
    subscriber_name: z.string().nullable(),
    parties,
  })
  .meta({ id: 'RegisteredTransfer' })

const register = z.object({
  environment: environmentName,
  month: z.string(),
  threshold: z.int().meta({ description: 'Dollars, inclusive.' }),
  transfers: z.array(registered),
})

const statistics = z.object({
  environment: environmentName,
  month: z.string(),
  threshold: z.int(),
  transfers: z
    .array(
      z.object({
        status: z.enum(transferStatuses),
        operator: operatorName,
        count: z.int(),
        amount: z.number(),
      }),
    )
    .meta({
      description: 'Accepted in the month, with their status today; what beneficiaries receive in dollars.',
    }),
  ...(Object.fromEntries(countNames.map((name) => [name, z.int()])) as Record<
    (typeof countNames)[number],
    z.ZodInt
  >),
})
const exampleCounts = Object.fromEntries(countNames.map((name) => [name, 1])) as Record<
  (typeof countNames)[number],
  number
>

const query = { environment: environmentName.optional(), month: monthField }
type Needs = ComplianceAdminNeeds & {
  cells: Cells
  /** REGISTER_THRESHOLD_USD. */
  threshold: number
}

export const regulatoryRoutes = [
  endpoint({
    ...complianceEndpoint,
    id: 'readRegister',
    method: 'GET',
    path: '/api/v1/admin/compliance/register',
    summary: 'Read the register of large transfers of a month',
    description:
      'Transfers accepted in the UTC month at or over `REGISTER_THRESHOLD_USD`, with both parties. CSV has French headings. Recorded in the audit log as `register.exported`.',
    query: z.object({ ...query, format }),
    problems: [problems.date],
    responses: {
      200: {
        description: 'The register, in the format that `format` selects.',
        schema: dataResponse('Register', register, {
          environment: 'production',
          month: '2026-11',
          threshold: 10_000,
          transfers: [
            {
              transaction_id: exampleTransactionId,
              reference: 'T-2041',
              merchant_code: 'LKT-7K2M-9QXA',
              created_at: exampleTime,
              status: 'Successful',
              amount: 12_500,
              currency: 'USD',
              amount_usd: 12_500,
              operator: 'vodacom',
              customer_number: '243810000001',
              subscriber_name: 'Jean Mukendi',
              parties: exampleParties,
            },
          ],
        }),
        files: ['text/csv'],
      },
    },
    exposeHeadRoute: false,
    handle: async (needs: Needs, { request, reply }) => {
      const schema = z.object({ ...query, environment: environmentOf(needs), format })
      const { environment, month, format: wanted } = check(schema, request.query, 'query')
      const { threshold } = needs
      // guard: register-audited
      await recordExport(needs, adminOf(request), { environment, month, format: wanted })
      const pieces = registeredTransfers(needs, { environment, month: monthOf(month), threshold })
      if (wanted === 'csv')
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="registre-${environment}-${month}.csv"`)
          .send(Readable.from(registerCsv(pieces)))
      const transfers = (await Array.fromAsync(pieces)).flat().map(renderRegistered)
      return succeeded({ environment, month, threshold, transfers })
    },
  }),
  endpoint({
    ...complianceEndpoint,
    id: 'readComplianceStatistics',
    method: 'GET',
    path: '/api/v1/admin/compliance/statistics',
    summary: 'Read the compliance figures of a month',
    description: 'For reports to the central bank. Events count in the UTC month in which they happened.',
    query: z.object(query),
    problems: [problems.date],
    responses: {
      200: dataResponse('ComplianceStatistics', statistics, {
        environment: 'production',
        month: '2026-11',
        threshold: 10_000,
        transfers: [{ status: 'Successful', operator: 'vodacom', count: 1_204, amount: 96_320.5 }],
        ...exampleCounts,
      }),
    },
    handle: async (needs: Needs, { request }) => {
      const schema = z.object({ ...query, environment: environmentOf(needs) })
      const { environment, month } = check(schema, request.query, 'query')
      const { threshold } = needs
      return succeeded(await monthStatistics(needs, { environment, month: monthOf(month), threshold }))
    },
  }),
]

async function recordExport(
  { db, secrets, clock }: Needs,
  admin: Admin,
  { environment, month, format }: { environment: string; month: string; format: string },
): Promise<void> {
  const detail = { environment, format }
  const entry = { admin, action: 'register.exported', subject: `register:${month}`, detail, now: clock.now() }
  await db.transaction(async (sql) => audit(sql, secrets, entry))
}
