// What people of the service do about operators: see how they do, stop what goes to one, let it go on.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { adminOf } from '../../admin/access.ts'
import { Problem } from '../../kernel/problem.ts'
import { check } from '../../platform/http/body/body.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { success } from '../acceptance/routes.ts'
import * as endpoints from '../admin/endpoints.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { operatorsView } from './admin-reads.ts'
import type { OperatorFor } from './operator.ts'
import { type PauseNeeds, type Place, pauseOperator, resumeOperator } from './pause.ts'

export type OperatorAdminNeeds = PauseNeeds & {
  operators: { places: readonly Place[]; find: OperatorFor }
}

type Guard = (request: FastifyRequest) => Promise<void>

const path = '/api/v1/admin/operators'

/** @param guard lets admins pass and refuses the rest. */
export function registerOperatorAdminRoutes(
  app: FastifyInstance,
  needs: OperatorAdminNeeds,
  guard: Guard,
): void {
  const { db, operators } = needs
  const viewOf = async ({ environment, operator }: Place) =>
    (await operatorsView(db, operators)).find(
      (view) => view.environment === environment && view.operator === operator,
    )

  app.get(path, { onRequest: guard, config: { api: endpoints.listOperators } }, async (_request, reply) =>
    success(reply, { items: await operatorsView(db, operators) }),
  )
  for (const [act, api, change] of [
    ['pause', endpoints.pauseOperator, pauseOperator],
    ['resume', endpoints.resumeOperator, resumeOperator],
  ] as const) {
    app.post<{ Params: { environment: string; operator: string } }>(
      `${path}/:environment/:operator/${act}`,
      { onRequest: guard, config: { api } },
      async (request, reply) => {
        const place = operators.places.find(
          ({ environment, operator }) =>
            environment === request.params.environment && operator === request.params.operator,
        )
        const known = place && (await viewOf(place))
        if (!known) throw new Problem(remittanceProblems.operator_unknown)
        const { reason } = check(endpoints.reasonSchema, jsonBody(request), 'body')
        await change(needs, place, { reason, admin: adminOf(request) })
        return success(reply, (await viewOf(place)) ?? known)
      },
    )
  }
}
