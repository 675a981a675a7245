// Admin routes for quotes: what those of a merchant may promise, and what the promises of all have cost.
import { z } from 'zod'
import { adminOf, adminStepUpHeader, decisionProblems } from '../../admin/access.ts'
import type { AuditNeeds } from '../../admin/audit.ts'
import { merchantOf } from '../../admin/decisions/merchants-decided.ts'
import { merchantAdminProblems } from '../../merchants/problems.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { admins } from '../../platform/http/access.ts'
import { dataResponse, dayText, environmentName, named, twoPlaces } from '../../platform/http/api.ts'
import { endpoint, endpointOfCells, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { dayFields, readQuery } from '../../platform/http/list-query.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { adminTransferEndpoint } from '../http/endpoint-parts.ts'
import { senderCurrencies } from '../transfer/formats.ts'
import { promiseResults } from './promise-results.ts'
import { changeQuoteTerms, quoteTerms, quoteTermsSchema } from './terms.ts'

const path = {
  tag: 'Admin: merchants',
  path: '/api/v1/admin/merchants/:merchant_code/quotes',
  params: { merchant_code: z.string().meta({ examples: ['LKT-7K2M-9QXA'] }) },
  priority: 'list',
} as const

const termsResponse = dataResponse(
  'QuoteTerms',
  z.object({
    merchant_code: z.string(),
    environment: environmentName,
    quote_seconds: z.int().meta({ description: 'How long a quote is valid.' }),
    quote_exposure_limit: twoPlaces.meta({ description: 'What unused quotes may promise together, in USD.' }),
    promised: twoPlaces.meta({ description: 'What they promise now.' }),
  }),
  {
    ...{ merchant_code: 'LKT-7K2M-9QXA', environment: 'production', quote_seconds: 600 },
    ...{ quote_exposure_limit: '10000.00', promised: '312.40' },
  },
)

const ofCurrency = { environment: environmentName, currency: z.enum(senderCurrencies) }
const promiseResult = z
  .object({
    ...ofCurrency,
    used: z.int().meta({ description: 'Quotes that were used, by the day of their use.' }),
    unpriced: z.int().meta({ description: 'Those of them that were used while there was no current rate.' }),
    paid: twoPlaces.meta({ description: 'What the beneficiaries of all of them received, in USD.' }),
    market: twoPlaces.meta({
      description: 'What the priced ones were worth at the rate of that moment, in USD.',
    }),
    difference: twoPlaces.meta({
      description: 'What the priced ones cost more than at that rate, in USD; negative if they cost less.',
    }),
  })
  .meta({ id: 'PromiseResult' })
const promisedNow = z
  .object({ ...ofCurrency, amount: twoPlaces.meta({ description: 'In USD.' }) })
  .meta({ id: 'PromisedNow' })

const resultsResponse = dataResponse(
  'PromiseResults',
  z.object({
    from: dayText,
    to: dayText,
    items: z.array(promiseResult),
    promised: z.array(promisedNow).meta({ description: 'What quotes promise now that are not used yet.' }),
  }),
  {
    ...{ from: '2026-11-01', to: '2026-11-30' },
    items: [
      {
        ...{ environment: 'production', currency: 'UGX', used: 1_204, unpriced: 3 },
        ...{ paid: '48310.00', market: '47902.15', difference: '287.85' },
      },
    ],
    promised: [{ environment: 'production', currency: 'UGX', amount: '312.40' }],
  },
)

const resultsQuery = z.object(dayFields)
/** Days that are summed unless the request says which. */
const days = 31

export const quoteAdminRoutes = [
  endpoint({
    ...path,
    id: 'readQuoteTerms',
    method: 'GET',
    access: admins('read'),
    summary: "Retrieve the terms of a merchant's quotes",
    responses: { 200: termsResponse },
    problems: [merchantAdminProblems.merchant_unknown],
    handle: async ({ db }: AuditNeeds, { params }) => succeeded(await quoteTerms(db, params.merchant_code)),
  }),
  endpoint({
    ...path,
    id: 'setQuoteTerms',
    method: 'PUT',
    access: admins('pricing'),
    stepUp: 'required',
    conflictOfInterest: merchantOf.code,
    headers: adminStepUpHeader,
    summary: "Set the terms of a merchant's quotes",
    description:
      'For quotes that are made from now on. The limit is over all quotes that are neither used nor expired.',
    body: named('QuoteTermsRequest', quoteTermsSchema, {
      ...{ quote_seconds: 900, quote_exposure_limit: '25000.00', reason: 'Agreed for a year' },
    }),
    responses: { 200: termsResponse },
    problems: [...decisionProblems, merchantAdminProblems.merchant_unknown],
    handle: async (needs: AuditNeeds, { request, params }) => {
      const wanted = { admin: adminOf(request), body: jsonBody(request) }
      return succeeded(await changeQuoteTerms(needs, params.merchant_code, wanted))
    },
  }),
  endpointOfCells({
    ...adminTransferEndpoint,
    id: 'readPromiseResults',
    method: 'GET',
    path: '/api/v1/admin/remittance/quotes/results',
    priority: 'list',
    access: admins('read'),
    summary: 'Read what the promises of quotes have cost',
    description: `By environment and currency of senders, of quotes used from \`from\` to \`to\`; the last ${days} days by default.`,
    query: resultsQuery,
    responses: { 200: resultsResponse },
    handle: async ({ cells, clock }: { cells: Cells; clock: Clock }, { request }) => {
      const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
      const { from = today.subtract({ days: days - 1 }).toString(), to = today.toString() } = readQuery(
        resultsQuery,
        request.query,
      )
      return succeeded(await promiseResults(cells, { from, to }))
    },
  }),
]
