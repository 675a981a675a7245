// Admin routes for the quotes of a merchant: what they may promise.
import { z } from 'zod'
import { adminOf, adminStepUpHeader, decisionProblems } from '../../admin/access.ts'
import type { AuditNeeds } from '../../admin/audit.ts'
import { merchantOf } from '../../admin/decisions/merchants-decided.ts'
import { merchantAdminProblems } from '../../merchants/problems.ts'
import { admins } from '../../platform/http/access.ts'
import { dataResponse, environmentName, named, twoPlaces } from '../../platform/http/api.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
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
]
