// The public route for the rate table and the merchant route for live rates.
import { z } from 'zod'
import { adminOf, adminStepUpHeader, stepUpProblem } from '../../admin/access.ts'
import { approvalProblems } from '../../admin/approvals/problems.ts'
import { approvalWaitsData } from '../../admin/approvals/schemas.ts'
import { formatRate } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { admins, anyone } from '../../platform/http/access.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, respond, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { adminTransferEndpoint, byId, lookupEndpoint, reasonBody } from '../http/endpoint-parts.ts'
import { merchantEndpoint } from '../http/merchant-endpoint.ts'
import { stampSecond } from '../transfer/formats.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { type ApprovalNeeds, approveRates, publishProblems, ratesOverview } from './approval.ts'
import type { RateProvider } from './provider.ts'
import { nextSlot, publishedCurrencies, type RateTable } from './rate-table.ts'
import { liveRateResponse, ratesResponse, rateTableResponse, snapshotResponse } from './schemas.ts'

/** Any string passes here: an invalid code is refused as an unknown currency (RMT-1003), not as a missing field. */
const liveRateQuery = z.object({
  currency: z
    .string()
    .trim()
    .min(1)
    .meta({ description: 'The currency that USD is converted to, as an ISO 4217 code.', examples: ['CDF'] }),
})

type RateTableNeeds = {
  clock: Clock
  /** The rate table, at most a second old (`openRateCache`). */
  rateTable: () => Promise<RateTable | undefined>
}

type LiveRateNeeds = {
  log: Log
  /** Undefined if no provider is configured, in which case there are no live rates. */
  rateProvider: RateProvider | undefined
}

export const rateRoutes = [
  endpoint({
    id: 'readRateTable',
    method: 'GET',
    path: '/api/v1/remittance/rate',
    priority: 'status',
    access: anyone,
    summary: 'Read the exchange rate table',
    description: 'Refreshed at 00:00, 06:00, 12:00 and 18:00 UTC.',
    tag: 'Lookups',
    responses: { 200: rateTableResponse },
    problems: [problems.rate_stale, requestProblems.rate_limited],
    handle: async ({ rateTable, clock }: RateTableNeeds) => {
      const rates = await rateTable()
      if (!rates) throw new Problem(problems.rate_stale)
      return succeeded(rateTableJson(rates, clock.now()))
    },
  }),
  merchantEndpoint({
    ...lookupEndpoint,
    id: 'readLiveRate',
    method: 'GET',
    path: '/api/v1/remittance/rate/live',
    priority: 'status',
    summary: 'Read a live exchange rate',
    description:
      'Every call queries the rate provider, whose quota is limited. To display rates, read the rate table.',
    query: liveRateQuery,
    responses: { 200: liveRateResponse },
    problems: [problems.currency, problems.rates_unreachable],
    work: async (needs: LiveRateNeeds, { query }) =>
      liveRate(needs, check(liveRateQuery, query, 'query').currency),
  }),
]

/** Providers also list cryptocurrencies, which are not in ISO 4217. */
const isoCurrencies = new Set(Intl.supportedValuesOf('currency'))

function rateTableJson(card: RateTable, now: Temporal.Instant) {
  return {
    base: 'USD' as const,
    as_of: stampSecond(card.asOf),
    next_refresh_at: stampSecond(nextSlot(now)),
    rates: publishedCurrencies.map((currency) => ({
      currency,
      rate: JSON.rawJSON(formatRate(card.rates.get(currency) as bigint)),
    })),
  }
}

/** Calls the provider every time, without a cache. */
async function liveRate({ rateProvider, log }: LiveRateNeeds, currency: string) {
  if (!isoCurrencies.has(currency)) throw new Problem(problems.currency)
  const reply = await rateProvider?.latest([currency])
  if (reply?.kind !== 'rates') {
    log.warn('live rate fetch failed', {
      reason: reply?.cause ?? 'no rate provider is configured',
    })
    throw new Problem(problems.rates_unreachable)
  }
  const rate = reply.rates.get(currency)
  if (rate === undefined) throw new Problem(problems.currency)
  return {
    base: 'USD' as const,
    currency,
    rate: JSON.rawJSON(formatRate(rate)),
    as_of: stampSecond(reply.asOf),
    source: 'live' as const,
  }
}

export const rateAdminRoutes = [
  endpoint({
    ...adminTransferEndpoint,
    id: 'listRates',
    method: 'GET',
    path: '/api/v1/admin/remittance/rates',
    priority: 'list',
    access: admins('read'),
    summary: 'List recent exchange rates',
    responses: { 200: ratesResponse },
    handle: async (needs: ApprovalNeeds, { request }) =>
      succeeded(await ratesOverview(needs, adminOf(request))),
  }),
  endpoint({
    ...adminTransferEndpoint,
    id: 'approveRates',
    method: 'POST',
    path: '/api/v1/admin/remittance/rates/:id/approve',
    priority: 'order',
    access: admins('pricing'),
    stepUp: 'required',
    conflictOfInterest: 'service',
    summary: 'Approve quarantined exchange rates',
    description:
      'If the deployment asks for a second admin, the response is 202 and nothing is published yet.',
    params: byId,
    headers: adminStepUpHeader,
    body: reasonBody,
    responses: { 200: snapshotResponse, 202: approvalWaitsData },
    problems: [stepUpProblem, ...publishProblems, approvalProblems.second_admin_missing],
    handle: async (needs: ApprovalNeeds, { request, params }) => {
      const made = await approveRates(needs, params.id, jsonBody(request), adminOf(request))
      return 'approval_id' in made ? respond(202, succeeded(made)) : succeeded(made)
    },
  }),
]
