// The route with which merchants ask for a price that is kept for them.
import type { BasicAuthentication } from '../../merchants/identity/basic-auth.ts'
import { merchantSecret } from '../../platform/http/access.ts'
import { endpoint, respond, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { type Idempotency, runOnce } from '../../platform/http/idempotency.ts'
import { transferEndpoint } from '../http/endpoint-parts.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import type { Quotes } from './make-quote.ts'
import { quoteRequest, quoteResponse } from './schemas.ts'

export const quoteRoutes = [
  endpoint({
    ...transferEndpoint,
    id: 'createQuote',
    method: 'POST',
    path: '/api/v1/remittance/quotes',
    priority: 'order',
    access: merchantSecret,
    summary: 'Get a quote for a transfer',
    description: `Promises rate and fee for ten minutes, or as long as the merchant profile says. Give \`source_amount\`, what the sender
  pays, or \`receiver_amount\`, what the beneficiary receives in USD. Send \`quote_id\` with the transfer: it is paid as promised, whatever the rate
  is by then.`,
    body: quoteRequest,
    responses: { 200: quoteResponse },
    problems: [
      problems.field_missing,
      problems.amount,
      problems.currency,
      problems.phone,
      problems.sandbox_cap,
      problems.quote_exposure,
      problems.rate_stale,
    ],
    repeatable: true,
    handle: async (
      needs: { basic: BasicAuthentication; idempotency: Idempotency; quotes: Quotes },
      { request },
    ) => {
      const merchant = await needs.basic.authenticate(request)
      const work = async () => succeeded(await needs.quotes.make(merchant, jsonBody(request)))
      const made = await runOnce(needs.idempotency, request, merchant, work, {})
      return respond(200, made.body, made.headers)
    },
  }),
]
