// The admin routes to list operators with their health, and to pause and resume them. They require an admin token.

import type { FastifyInstance } from 'fastify'
import { adminOf, adminStepUpHeader, stepUpProblem } from '../../admin/access.ts'
import { Problem } from '../../kernel/problem.ts'
import { admins } from '../../platform/http/access.ts'
import { type Endpoint, environmentName } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { adminTransferEndpoint, reasonBody, reasonSchema } from '../http/endpoint-parts.ts'
import { type Guard, sendData } from '../http/routes.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { operatorName } from '../transfer/schemas.ts'
import { renderOperators } from './admin-reads.ts'
import type { OperatorFor } from './operator.ts'
import { type OperatorAccount, type PauseNeeds, pauseOperator, resumeOperator } from './pause.ts'
import { operatorResponse, operatorsResponse } from './schemas.ts'

const listOperatorsEndpoint: Endpoint = {
  ...adminTransferEndpoint,
  id: 'listOperators',
  method: 'GET',
  path: '/api/v1/admin/operators',
  priority: 'list',
  access: admins('read'),
  summary: 'List operators and their health',
  responses: { 200: operatorsResponse },
}

const place = { environment: environmentName, operator: operatorName }
const ofPauses = [problems.operator_unknown, problems.pause_unchanged]

const pauseOperatorEndpoint: Endpoint = {
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
}

const resumeOperatorEndpoint: Endpoint = {
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
}

export type OperatorAdminNeeds = PauseNeeds & {
  operators: { accounts: readonly OperatorAccount[]; find: OperatorFor }
}

const path = '/api/v1/admin/operators'

export function registerOperatorRoutes(app: FastifyInstance, needs: OperatorAdminNeeds, guard: Guard): void {
  const { db, operators } = needs
  const viewOf = async ({ environment, operator }: OperatorAccount) =>
    (await renderOperators(db, operators)).find(
      (view) => view.environment === environment && view.operator === operator,
    )

  app.get(path, { onRequest: guard, config: { api: listOperatorsEndpoint } }, async (_request, reply) =>
    sendData(reply, { items: await renderOperators(db, operators) }),
  )
  for (const [act, api, change] of [
    ['pause', pauseOperatorEndpoint, pauseOperator],
    ['resume', resumeOperatorEndpoint, resumeOperator],
  ] as const) {
    app.post<{ Params: { environment: string; operator: string } }>(
      `${path}/:environment/:operator/${act}`,
      { onRequest: guard, config: { api } },
      async (request, reply) => {
        const place = operators.accounts.find(
          ({ environment, operator }) =>
            environment === request.params.environment && operator === request.params.operator,
        )
        const known = place && (await viewOf(place))
        if (!known) throw new Problem(problems.operator_unknown)
        const { reason } = check(reasonSchema, jsonBody(request), 'body')
        await change(needs, place, { reason, admin: adminOf(request) })
        return sendData(reply, (await viewOf(place)) ?? known)
      },
    )
  }
}
