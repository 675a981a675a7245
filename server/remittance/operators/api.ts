// The admin routes to list operators with their health, and to pause and resume them. They require an admin token.

import { adminOf, adminStepUpHeader, stepUpProblem } from '../../admin/access.ts'
import { Problem } from '../../kernel/problem.ts'
import type { OperatorFor } from '../../operator-calls/operator.ts'
import type { Sql } from '../../platform/database/database.ts'
import { admins } from '../../platform/http/access.ts'
import { environmentName } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { type Call, endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { adminTransferEndpoint, reasonBody, reasonSchema } from '../http/endpoint-parts.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { operatorName } from '../transfer/schemas.ts'
import { renderOperators } from './admin-reads.ts'
import { type OperatorAccount, type PauseNeeds, pauseOperator, resumeOperator } from './pause.ts'
import { operatorResponse, operatorsResponse } from './schemas.ts'

const place = { environment: environmentName, operator: operatorName }
const ofPauses = [problems.operator_unknown, problems.pause_unchanged]

type OperatorViewNeeds = {
  db: Sql
  operators: { accounts: readonly OperatorAccount[]; find: OperatorFor }
}
type Change = typeof pauseOperator | typeof resumeOperator

/** Runs a change of the operator that the path names, and responds with the operator. */
const changing =
  (change: Change) =>
  async (needs: PauseNeeds & OperatorViewNeeds, { request, params }: Call<typeof place>) => {
    const account = needs.operators.accounts.find(
      ({ environment, operator }) => environment === params.environment && operator === params.operator,
    )
    const known = account && (await viewOf(needs, account))
    if (!known) throw new Problem(problems.operator_unknown)
    const { reason } = check(reasonSchema, jsonBody(request), 'body')
    await change(needs, account, { reason, admin: adminOf(request) })
    return succeeded((await viewOf(needs, account)) ?? known)
  }

async function viewOf({ db, operators }: OperatorViewNeeds, { environment, operator }: OperatorAccount) {
  const views = await renderOperators(db, operators)
  return views.find((view) => view.environment === environment && view.operator === operator)
}

export const operatorRoutes = [
  endpoint({
    ...adminTransferEndpoint,
    id: 'listOperators',
    method: 'GET',
    path: '/api/v1/admin/operators',
    priority: 'list',
    access: admins('read'),
    summary: 'List operators and their health',
    responses: { 200: operatorsResponse },
    handle: async ({ db, operators }: OperatorViewNeeds) =>
      succeeded({ items: await renderOperators(db, operators) }),
  }),
  endpoint({
    ...adminTransferEndpoint,
    id: 'pauseOperator',
    method: 'POST',
    path: '/api/v1/admin/operators/:environment/:operator/pause',
    priority: 'order',
    access: admins('operations'),
    stepUp: 'emergency',
    conflictOfInterest: 'service',
    summary: 'Pause an operator',
    params: place,
    body: reasonBody,
    responses: { 200: operatorResponse },
    problems: ofPauses,
    handle: changing(pauseOperator),
  }),
  endpoint({
    ...adminTransferEndpoint,
    id: 'resumeOperator',
    method: 'POST',
    path: '/api/v1/admin/operators/:environment/:operator/resume',
    priority: 'order',
    access: admins('operations'),
    stepUp: 'required',
    conflictOfInterest: 'service',
    summary: 'Resume an operator',
    params: place,
    headers: adminStepUpHeader,
    body: reasonBody,
    responses: { 200: operatorResponse },
    problems: [stepUpProblem, ...ofPauses],
    handle: changing(resumeOperator),
  }),
]
