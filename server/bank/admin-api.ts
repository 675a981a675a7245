// Routes of admins for bank files and the reconciliation with them.

import { z } from 'zod'
import { adminOf, adminStepUpHeader, stepUpProblem } from '../admin/access.ts'
import { approvalProblems } from '../admin/approvals/problems.ts'
import { approvalWaitsData } from '../admin/approvals/schemas.ts'
import { Problem } from '../kernel/problem.ts'
import type { Cells } from '../platform/database/cells.ts'
import { admins } from '../platform/http/access.ts'
import { check } from '../platform/http/body/body.ts'
import { endpoint, endpointOfCells, respond, succeeded } from '../platform/http/endpoint.ts'
import { jsonBody } from '../platform/http/http.ts'
import { requestProblems } from '../platform/http/problems.ts'
import { csvMappingRoutes } from './csv-mappings.ts'
import { importBankFile } from './files/import-file.ts'
import { operatorStatementRoutes } from './operators/admin-api.ts'
import { bankProblems as problems } from './problems.ts'
import { type AssignNeeds, assignLine, writeOffLine } from './reconciliation/decide-line.ts'
import { lineDetail, listFiles, listMovements, searchLines } from './reconciliation/work-list.ts'
import {
  assignBody,
  assignSchema,
  fileQuery,
  filesResponse,
  importResponse,
  lineDetailResponse,
  lineQuery,
  lineResponse,
  linesResponse,
  maxUpload,
  movementQuery,
  movementsResponse,
  uploadBody,
  uploadSchema,
  writeOffBody,
  writeOffSchema,
} from './schemas.ts'

const admin = { tag: 'Admin: bank' } as const
const path = { id: z.string().meta({ examples: ['7'] }) }

export const bankRoutes = [
  ...csvMappingRoutes,
  ...operatorStatementRoutes,
  endpoint({
    ...admin,
    id: 'importBankFile',
    method: 'POST',
    path: '/api/v1/admin/bank/files',
    priority: 'list',
    access: admins('move_money'),
    stepUp: 'required',
    conflictOfInterest: 'record',
    summary: 'Import a bank file',
    description: `Account statements in camt.053, MT940 or CSV, reports in camt.052, camt.054 or MT942, whose entries a later statement repeats, or a ZIP
of them. Lines that were imported before are left as they are; new ones are matched. Statements of other accounts are left out.
Lines of payouts that the importing admin has approved wait until another admin assigns them.`,
    headers: adminStepUpHeader,
    body: uploadBody,
    responses: { 200: importResponse },
    problems: [
      stepUpProblem,
      problems.file_unreadable,
      problems.account_unknown,
      problems.line_changed,
      requestProblems.upload_too_large,
    ],
    bodyLimit: maxUpload,
    handle: async (needs: AssignNeeds, { request }) => {
      const { name, content } = check(uploadSchema, jsonBody(request), 'body')
      const file = { bytes: Buffer.from(content, 'base64'), name, admin: adminOf(request) }
      return succeeded(await importBankFile(needs, file))
    },
  }),
  endpoint({
    ...admin,
    id: 'listBankFiles',
    method: 'GET',
    path: '/api/v1/admin/bank/files',
    priority: 'list',
    access: admins('money'),
    summary: 'List bank files',
    description: 'Newest first.',
    query: fileQuery,
    responses: { 200: filesResponse },
    handle: async (needs: AssignNeeds, { request }) => succeeded(await listFiles(needs, request.query)),
  }),
  endpoint({
    ...admin,
    id: 'searchBankLines',
    method: 'GET',
    path: '/api/v1/admin/bank/lines',
    priority: 'list',
    access: admins('money'),
    summary: 'List bank lines',
    description: 'Newest first. `state=open` is the work list.',
    query: lineQuery,
    responses: { 200: linesResponse },
    handle: async (needs: AssignNeeds, { request }) =>
      succeeded(await searchLines(needs, request.query, adminOf(request))),
  }),
  endpoint({
    ...admin,
    id: 'readBankLine',
    method: 'GET',
    path: '/api/v1/admin/bank/lines/:id',
    priority: 'list',
    access: admins('money'),
    summary: 'Retrieve a bank line',
    description: 'With the movements that its amount fits.',
    params: path,
    responses: { 200: lineDetailResponse },
    problems: [problems.line_unknown],
    handle: async (needs: AssignNeeds & { cells: Cells }, { params }) =>
      succeeded(await lineDetail(needs, lineIdOf(params.id))),
  }),
  endpoint({
    ...admin,
    id: 'assignBankLine',
    method: 'POST',
    path: '/api/v1/admin/bank/lines/:id/assign',
    priority: 'order',
    access: admins('move_money'),
    stepUp: 'required',
    conflictOfInterest: 'record',
    summary: 'Assign a bank line to a movement',
    description:
      'A payout is paid or returned by it, but not by whoever approved the payout or its batch. Nothing else moves money. If the bank has taken more than the payout, or brought back less, another admin approves it, and the difference is our cost.',
    params: path,
    headers: adminStepUpHeader,
    body: assignBody,
    responses: { 200: lineResponse, 202: approvalWaitsData },
    problems: [
      stepUpProblem,
      problems.line_unknown,
      problems.line_decided,
      problems.movement_unknown,
      problems.amount_differs,
      problems.own_payout,
      approvalProblems.second_admin_missing,
    ],
    handle: async (needs: AssignNeeds, { request, params }) => {
      const id = lineIdOf(params.id)
      const wanted = check(assignSchema, jsonBody(request), 'body')
      const data = await assignLine(needs, id, adminOf(request), wanted)
      // An approval was requested, and nothing has happened yet.
      return 'approval_id' in data ? respond(202, succeeded(data)) : succeeded(data)
    },
  }),
  endpoint({
    ...admin,
    id: 'writeOffBankLine',
    method: 'POST',
    path: '/api/v1/admin/bank/lines/:id/write-off',
    priority: 'order',
    access: admins('move_money'),
    stepUp: 'required',
    conflictOfInterest: 'record',
    summary: 'Write a bank line off',
    description:
      'It needs no movement. Above `BANK_WRITE_OFF_ALONE` in 24 hours, or if you imported the file, a second admin confirms with the same call.',
    params: path,
    headers: adminStepUpHeader,
    body: writeOffBody,
    responses: { 200: lineResponse },
    problems: [stepUpProblem, problems.line_unknown, problems.line_decided, problems.second_person],
    handle: async (needs: AssignNeeds, { request, params }) => {
      const { reason } = check(writeOffSchema, jsonBody(request), 'body')
      return succeeded(await writeOffLine(needs, lineIdOf(params.id), adminOf(request), reason))
    },
  }),
  endpointOfCells({
    ...admin,
    id: 'listBankMovements',
    method: 'GET',
    path: '/api/v1/admin/bank/movements',
    priority: 'list',
    access: admins('money'),
    summary: 'List the movements that are expected at the bank',
    description: `Of the last 60 days, at most 200. \`state=MISSING\` lists those that no line shows in time; payouts at a bank and settlements
stay among them until a line shows them.`,
    query: movementQuery,
    responses: { 200: movementsResponse },
    handle: async (needs: AssignNeeds & { cells: Cells }, { request }) =>
      succeeded(await listMovements(needs, request.query)),
  }),
]

/** @throws Problem 404 */
function lineIdOf(id: string): bigint {
  if (!/^\d{1,18}$/.test(id)) throw new Problem(problems.line_unknown)
  return BigInt(id)
}
