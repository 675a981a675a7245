// The public route for the rate table and the merchant route for live rates.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Problem } from '../../kernel/problem.ts'
import { formatRate } from '../../kernel/rate.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { anyone, merchantSecret } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { lookupEndpoint } from '../http/endpoint-parts.ts'
import { sendData } from '../http/routes.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { stampSecond } from '../transfer/time.ts'
import type { RateProvider } from './provider.ts'
import { nextSlot, publishedCurrencies, type RateTable } from './rate-table.ts'
import { liveRateResponse, rateTableResponse } from './schemas.ts'

const readRateTableEndpoint: Endpoint = {
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
}

/** Any string passes here: an invalid code is refused as an unknown currency (RMT-1003), not as a missing field. */
const liveRateQuery = z.object({
  currency: z
    .string()
    .trim()
    .min(1)
    .meta({ description: 'ISO 4217.', examples: ['CDF'] }),
})

const readLiveRateEndpoint: Endpoint = {
  ...lookupEndpoint,
  id: 'readLiveRate',
  method: 'GET',
  path: '/api/v1/remittance/rate/live',
  priority: 'status',
  access: merchantSecret,
  summary: 'Read a live exchange rate',
  description:
    'Every call queries the rate provider, whose quota is limited. To display rates, read the rate table.',
  query: liveRateQuery,
  responses: { 200: liveRateResponse },
  problems: [problems.currency, problems.rates_unreachable],
}

export type RateRoutes = {
  clock: Clock
  log: Log
  /** Undefined if no provider is configured, in which case there are no live rates. */
  provider: RateProvider | undefined
  /** The rate table, at most a second old (`openRateCache`). */
  rateTable: () => Promise<RateTable | undefined>
  /** Authenticates the merchant. @throws Problem 401, 403, 429 */
  authenticate: (request: FastifyRequest) => Promise<Merchant>
}

export function registerRateRoutes(app: FastifyInstance, needs: RateRoutes): void {
  const authenticated = async (request: FastifyRequest) => {
    await needs.authenticate(request)
  }
  app.get('/api/v1/remittance/rate', { config: { api: readRateTableEndpoint } }, async (_request, reply) => {
    const card = await needs.rateTable()
    if (!card) throw new Problem(problems.rate_stale)
    return sendData(reply, rateTableJson(card, needs.clock.now()))
  })
  app.get(
    '/api/v1/remittance/rate/live',
    { onRequest: authenticated, config: { api: readLiveRateEndpoint } },
    async (request, reply) => {
      const { currency } = check(liveRateQuery, request.query, 'query')
      return sendData(reply, await liveRate(needs, currency))
    },
  )
}

/** Providers also list cryptocurrencies, which are not in ISO 4217. */
const isoCurrencies = new Set(Intl.supportedValuesOf('currency'))

function rateTableJson(card: RateTable, now: Temporal.Instant) {
  return {
    base: 'USD',
    as_of: stampSecond(card.asOf),
    next_refresh_at: stampSecond(nextSlot(now)),
    rates: publishedCurrencies.map((currency) => ({
      currency,
      rate: JSON.rawJSON(formatRate(card.rates.get(currency) as bigint)),
    })),
  }
}

/** Calls the provider every time, without a cache. */
async function liveRate({ provider, log }: RateRoutes, currency: string) {
  if (!isoCurrencies.has(currency)) throw new Problem(problems.currency)
  const reply = await provider?.latest([currency])
  if (reply?.kind !== 'rates') {
    log.warn('live rate fetch failed', {
      reason: reply?.cause ?? 'no rate provider is configured',
    })
    throw new Problem(problems.rates_unreachable)
  }
  const rate = reply.rates.get(currency)
  if (rate === undefined) throw new Problem(problems.currency)
  return {
    base: 'USD',
    currency,
    rate: JSON.rawJSON(formatRate(rate)),
    as_of: stampSecond(reply.asOf),
    source: 'live',
  }
}
