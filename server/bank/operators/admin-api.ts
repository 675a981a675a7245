// Routes of admins for the settlement files of operators.

import { z } from 'zod'
import { adminOf, adminStepUpHeader, stepUpProblem } from '../../admin/access.ts'
import { sortedCurrencies } from '../../kernel/money.ts'
import { operatorCodes } from '../../kernel/operators.ts'
import { admins } from '../../platform/http/access.ts'
import { dataResponse, dayText, listResponse, named, twoPlaces } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, endpointOfCells, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { dayFields, readQuery } from '../../platform/http/list-query.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { bankProblems } from '../problems.ts'
import { maxUpload, uploadSchema } from '../schemas.ts'
import { compareStatement } from './compare-statement.ts'
import { importStatement, type StatementNeeds } from './import-statement.ts'

const account = { environment: z.enum(['sandbox', 'production']), operator: z.enum(operatorCodes) }
const importSchema = uploadSchema.extend(account)
const importBody = named('NewOperatorStatement', importSchema, {
  environment: 'production',
  operator: 'airtel',
  name: 'airtel-2026-11-21.csv',
  content: 'cmVmZXJlbmNl',
})

const problem = z
  .object({
    problem: z.enum(['MISSING_HERE', 'MISSING_THERE', 'AMOUNT_DIFFERS']).meta({
      description: '`MISSING_HERE`: we know no such payment. `MISSING_THERE`: no file has shown ours.',
    }),
    reference: z.string().meta({ description: 'Our operation.' }),
    operator_id: z.string(),
    day: dayText,
    currency: z.enum(sortedCurrencies),
    amount_here: twoPlaces.nullable(),
    amount_there: twoPlaces.nullable(),
  })
  .meta({ id: 'OperatorStatementProblem' })

const exampleProblem = {
  problem: 'MISSING_THERE',
  reference: '019a0000-0000-7000-8000-000000000001',
  operator_id: '',
  day: '2026-11-21',
  currency: 'USD',
  amount_here: '25.50',
  amount_there: null,
} as const

const imported = dataResponse(
  'OperatorStatementImported',
  z.object({
    lines: z.int().meta({ description: 'Lines that the file adds.' }),
    known: z.int().meta({ description: 'Lines that were imported before.' }),
    matched: z.int().meta({ description: 'Lines of its days that agree with our payments.' }),
    problems: z.array(problem),
  }),
  { lines: 31, known: 0, matched: 30, problems: [exampleProblem] },
)

const query = z.object({ ...account, ...dayFields })

/** Days that are compared unless the request says which. */
const days = 31

export const operatorStatementRoutes = [
  endpoint({
    tag: 'Admin: bank',
    id: 'importOperatorStatement',
    method: 'POST',
    path: '/api/v1/admin/bank/operator-statements',
    priority: 'list',
    access: admins('move_money'),
    stepUp: 'required',
    conflictOfInterest: 'record',
    summary: "Import an operator's settlement file",
    description: `CSV with the columns \`reference\`, \`operator_id\`, \`date\`, \`currency\`, \`gross\`, \`fee\` and \`net\`, in any order; \`gross\` is negative
for money that went back. The fees of lines that agree with our payments are posted, and what the days pay is expected at the bank. A
file may be imported twice. Lines of one reference and day are summed up, payments and returns apart.`,
    headers: adminStepUpHeader,
    body: importBody,
    responses: { 200: imported },
    problems: [
      stepUpProblem,
      bankProblems.file_unreadable,
      bankProblems.line_changed,
      requestProblems.upload_too_large,
    ],
    bodyLimit: maxUpload,
    handle: async (needs: StatementNeeds, { request }) => {
      const { content, ...upload } = check(importSchema, jsonBody(request), 'body')
      const file = { ...upload, bytes: Buffer.from(content, 'base64'), admin: adminOf(request) }
      return succeeded(await importStatement(needs, file))
    },
  }),
  endpointOfCells({
    tag: 'Admin: bank',
    id: 'listOperatorStatementProblems',
    method: 'GET',
    path: '/api/v1/admin/bank/operator-statements/problems',
    priority: 'list',
    access: admins('money'),
    summary: "List what differs between an operator's settlement files and our payments",
    description: `Of the days from \`from\` to \`to\`; the last ${days} days by default.`,
    query,
    responses: { 200: listResponse('OperatorStatementProblems', problem, exampleProblem) },
    handle: async ({ cells, clock }: StatementNeeds, { request }) => {
      const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
      const {
        from = today.subtract({ days }).toString(),
        to = today.toString(),
        ...of
      } = readQuery(query, request.query)
      return succeeded({ items: (await compareStatement(cells, of, { from, to })).problems })
    },
  }),
]
