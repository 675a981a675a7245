// Route of the daily reconciliation with the gateway, for admins.

import { z } from 'zod'
import { admins } from '../../platform/http/access.ts'
import { dayText, environmentName } from '../../platform/http/api.ts'
import { check, refused } from '../../platform/http/body/body.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { isDay } from '../../platform/http/lists/list-query.ts'
import { cardProblems as problems } from '../transaction/problems.ts'
import { type ReconcileNeeds, reconcileDay, reportJson } from './reconcile.ts'
import { reportResponse } from './schemas.ts'

type Environment = 'sandbox' | 'production'

/** `environments` are those that this deployment has a gateway for. */
export type ReportNeeds = ReconcileNeeds & { environments: readonly Environment[] }

export const reportRoute = endpoint({
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
  handle: async (needs: ReportNeeds, { request }) => {
    const wanted = check(querySchema(needs.environments), request.query, 'query')
    return reportJson(wanted.date, await reconcileDay(needs, wanted))
  },
})

const querySchema = (environments: readonly Environment[]) =>
  z.object({
    date: z
      .string()
      .refine(isReportDay, refused('date_parsing', 'Input should be a valid date in the form YYYY-MM-DD'))
      .transform((text) => Temporal.PlainDate.from(text)),
    environment: z.enum(environments).default(defaultEnvironment(environments)),
  })

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
