// The admin routes that export travel-rule data: of one transfer as JSON, of a period as CSV. Each export is in the audit log.

import { Readable } from 'node:stream'
import { z } from 'zod'
import { type Admin, adminOf } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import {
  type ComplianceAdminNeeds,
  complianceEndpoint,
  environmentOf,
} from '../../compliance/admin-requests.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { dataResponse, environmentName, zonelessStamp } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, respond, succeeded } from '../../platform/http/endpoint.ts'
import { dayField } from '../../platform/http/list-query.ts'
import { amountNumber, stamp } from '../transfer/formats.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { exampleTransactionId, operatorName, senderCurrency } from '../transfer/schemas.ts'
import { transferStatuses } from '../transfer/transfer.ts'
import { renderIvms101, travelRuleCsv } from './ivms101.ts'
import { missingData, type TravelRuleRow, travelRuleBetween, travelRuleData } from './travel-rule-rows.ts'

const travelRule = z
  .object({
    transaction_id: z.string(),
    environment: environmentName,
    merchant_code: z.string(),
    reference: z.string(),
    created_at: zonelessStamp,
    status: z.enum(transferStatuses),
    amount: z.number(),
    currency: senderCurrency,
    receiver_amount: z.number().nullable(),
    operator: operatorName,
    name_confirmation: z
      .object({ name: z.string(), source: z.string().nullable(), at: zonelessStamp.nullable() })
      .nullable()
      .meta({
        description:
          'The name that the wallet is registered under, the protocol that gave it, and when. Source and time are null for older transfers.',
      }),
    missing: z
      .array(z.string())
      .meta({ description: 'What FATF Recommendation 16 asks for and the transfer does not have.' }),
    ivms101: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Originator and beneficiary in the shape of IVMS 101.' }),
  })
  .meta({ id: 'TravelRuleData' })

const day = dayField.meta({ examples: ['2026-11-21'] })
const period = { from: day, to: day }
export const travelRuleRoutes = [
  endpoint({
    ...complianceEndpoint,
    id: 'readTravelRule',
    method: 'GET',
    path: '/api/v1/admin/compliance/travel-rule/:transaction_id',
    summary: 'Export the travel-rule data of a transfer',
    description: 'Recorded in the audit log as `travel_rule.exported`.',
    params: { transaction_id: z.string().meta({ examples: [exampleTransactionId] }) },
    problems: [problems.transfer_unknown],
    responses: {
      200: dataResponse('TravelRule', travelRule, {
        transaction_id: exampleTransactionId,
        environment: 'production',
        merchant_code: 'LKT-7K2M-9QXA',
        reference: 'T-2041',
        created_at: '2026-11-21T09:30:00.118204',
        status: 'Successful',
        amount: 1,
        currency: 'USD',
        receiver_amount: 1,
        operator: 'vodacom',
        name_confirmation: { name: 'Jean Mukendi', source: 'mpesa', at: '2026-11-21T09:30:00.101180' },
        missing: [],
        ivms101: {
          originator: {
            originatorPersons: [
              {
                naturalPerson: {
                  name: { nameIdentifier: [{ primaryIdentifier: 'Ngalula', nameIdentifierType: 'LEGL' }] },
                },
              },
            ],
            accountNumber: ['15145550100'],
          },
        },
      }),
    },
    exposeHeadRoute: false,
    handle: async (needs: ComplianceAdminNeeds, { request, params }) => {
      const row = await travelRuleData(needs, params.transaction_id)
      if (!row) throw new Problem(problems.transfer_unknown)
      // guard: travel-rule-audited
      await recordExport(needs, adminOf(request), { subject: row.transaction_id, detail: { format: 'json' } })
      return respond(200, succeeded(renderRow(row)), {
        'content-disposition': `attachment; filename="travel-rule-${row.transaction_id}.json"`,
      })
    },
  }),
  endpoint({
    ...complianceEndpoint,
    id: 'exportTravelRule',
    method: 'GET',
    path: '/api/v1/admin/compliance/travel-rule',
    summary: 'Export the travel-rule data of a period as CSV',
    description:
      'Transfers accepted from the day `from` to the day `to`, both in UTC and inclusive. CSV has French headings. Recorded in the audit log as `travel_rule.exported`.',
    query: z.object({ environment: environmentName.optional(), ...period }),
    problems: [problems.date],
    responses: { 200: { description: 'The transfers as CSV.', type: 'text/csv' } },
    exposeHeadRoute: false,
    handle: async (needs: ComplianceAdminNeeds & { cells: Cells }, { request, reply }) => {
      const query = z.object({ environment: environmentOf(needs), ...period })
      const { environment, from, to } = check(query, request.query, 'query')
      const wanted = { environment, from: startOf(from), to: startOf(to).add({ hours: 24 }) }
      const detail = { environment, format: 'csv' }
      // guard: travel-rule-period-audited
      await recordExport(needs, adminOf(request), { subject: `travel-rule:${from}/${to}`, detail })
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="travel-rule-${environment}-${from}-${to}.csv"`)
        .send(Readable.from(travelRuleCsv(travelRuleBetween(needs, wanted))))
    },
  }),
]

const startOf = (date: string) => Temporal.PlainDate.from(date).toZonedDateTime('UTC').toInstant()

function renderRow(row: TravelRuleRow) {
  const { subscriber_name, name_source, name_confirmed_at } = row
  return {
    transaction_id: row.transaction_id,
    environment: row.environment,
    merchant_code: row.merchant_code,
    reference: row.reference,
    created_at: stamp(row.created_at),
    status: row.status,
    amount: amountNumber(row.amount_hundredths),
    currency: row.currency,
    receiver_amount: amountNumber(row.receiver_minor),
    operator: row.operator,
    name_confirmation: subscriber_name
      ? { name: subscriber_name, source: name_source, at: name_confirmed_at && stamp(name_confirmed_at) }
      : null,
    missing: missingData(row),
    ivms101: renderIvms101(row),
  }
}

async function recordExport(
  { db, secrets, clock }: ComplianceAdminNeeds,
  admin: Admin,
  { subject, detail }: { subject: string; detail: Record<string, unknown> },
): Promise<void> {
  const entry = { admin, action: 'travel_rule.exported', subject, detail, now: clock.now() }
  await db.transaction(async (sql) => audit(sql, secrets, entry))
}
