// Route of the daily reconciliation with the gateway, for admins.
import { z } from 'zod'
import { admins } from '../../platform/http/access.ts'
import { dayText, environmentName, named, twoPlaces } from '../../platform/http/api.ts'
import { check, refused } from '../../platform/http/body/body.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { isDay } from '../../platform/http/list-query.ts'
import { cardProblems as problems } from '../transaction/problems.ts'
import { exampleUuid } from '../transaction/schemas.ts'
import { type ReconcileNeeds, reconcileDay, reportJson } from './reconcile.ts'

const reportLine = z.object({
  id: z.string().meta({ description: "The gateway's id; empty when it is unknown to us." }),
  code: z.string(),
  type: z.enum(['charge', 'refund']),
  amount: twoPlaces,
  currency: z.string(),
  status: z.string(),
})

const reportResponse = named(
  'Reconciliation',
  z.object({
    date: dayText,
    matched: z.int(),
    missing_here: z.array(reportLine),
    missing_there: z.array(reportLine),
    amount_differs: z.array(
      reportLine.pick({ id: true, code: true, type: true }).extend({
        amount_here: twoPlaces,
        currency_here: z.string(),
        amount_there: twoPlaces,
        currency_there: z.string(),
      }),
    ),
    status_differs: z.array(
      reportLine.omit({ status: true }).extend({ status_here: z.string(), status_there: z.string() }),
    ),
  }),
  {
    date: '2026-11-20',
    matched: 418,
    missing_here: [],
    missing_there: [
      {
        id: '7321098456123456789012',
        code: exampleUuid,
        type: 'charge',
        amount: '25.50',
        currency: 'USD',
        status: 'CHARGED',
      },
    ],
    amount_differs: [],
    status_differs: [],
  },
)

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
    const day = check(querySchema(needs.environments), request.query, 'query')
    return reportJson(day.date, await reconcileDay(needs, day))
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
