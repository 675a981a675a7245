// Route of the daily reconciliation with the gateway, for admins.

import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import { z } from 'zod'
import { admins } from '../../platform/http/access.ts'
import { dayText, type Endpoint, environmentName } from '../../platform/http/api.ts'
import { check, refused } from '../../platform/http/body/body.ts'
import { sendJson } from '../../platform/http/http.ts'
import { isDay } from '../../platform/http/lists/list-query.ts'
import { cardProblems as problems } from '../transaction/problems.ts'
import { type ReconcileNeeds, reconcileDay, reportJson } from './reconcile.ts'
import { reportResponse } from './schemas.ts'

const reconcileDayApi: Endpoint = {
  id: 'reconcileDay',
  method: 'GET',
  path: '/api/v1/admin/payment/reports',
  priority: 'list',
  access: admins('money'),
  summary: 'Reconcile a day with the gateway report',
  description: 'Reconciles production when this deployment has it, unless `environment` is given.',
  tag: 'Reports',
  query: z.object({ date: dayText, environment: environmentName.optional() }),
  responses: { 200: reportResponse },
  problems: [problems.report_failed],
}

type Environment = 'sandbox' | 'production'

/** `environments` are those that this deployment has a gateway for. */
export type ReportRoutes = ReconcileNeeds & { environments: readonly Environment[] }

/**
 * Registers the reconciliation route.
 * @param guard lets only admins pass.
 */
export function registerReportRoutes(
  app: FastifyInstance,
  needs: ReportRoutes,
  guard: onRequestAsyncHookHandler,
): void {
  const querySchema = z.object({
    date: z
      .string()
      .refine(isReportDay, refused('date_parsing', 'Input should be a valid date in the form YYYY-MM-DD'))
      .transform((text) => Temporal.PlainDate.from(text)),
    environment: z.enum(needs.environments).default(defaultEnvironment(needs.environments)),
  })

  app.get(
    '/api/v1/admin/payment/reports',
    { onRequest: guard, config: { api: reconcileDayApi } },
    async (request, reply) => {
      const wanted = check(querySchema, request.query, 'query')
      return sendJson(reply, reportJson(wanted.date, await reconcileDay(needs, wanted)))
    },
  )
}

/** Returns production where the deployment has it, otherwise sandbox. */
export function defaultEnvironment(environments: readonly Environment[]): Environment {
  return environments.includes('production') ? 'production' : 'sandbox'
}

/**
 * Whether a day can be reconciled: the days before and after it, which are read as well, must also be representable.
 */
export function isReportDay(text: string): boolean {
  return isDay(text) && text > '0001-01-01' && text < '9999-12-31'
}
