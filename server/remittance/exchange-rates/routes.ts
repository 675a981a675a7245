// The rate card for everyone, live rates for merchants, and what admins do with rates that were set aside.
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { adminOf } from '../../admin/access.ts'
import { Problem } from '../../kernel/problem.ts'
import { formatRate } from '../../kernel/rate.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { check } from '../../platform/http/body/body.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { liveRateQuery, readLiveRate, readRateCard } from '../acceptance/endpoints.ts'
import { approveRates as approveRatesEndpoint, listRates } from '../admin/endpoints.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { stampSecond } from '../transfer/time.ts'
import { type ApprovalNeeds, approveRates, ratesOverview } from './approval.ts'
import type { RateProvider } from './provider.ts'
import { nextSlot, publishedCurrencies, type RateCard } from './rate-table.ts'

export type RateRoutes = {
  clock: Clock
  log: Log
  /** Undefined where none is configured: then there are no live rates. */
  provider: RateProvider | undefined
  /** The card, at most a second old (openCardCache). */
  card: () => Promise<RateCard | undefined>
  /** Who asks. @throws Problem 401, 403, 429 */
  authenticate: (request: FastifyRequest) => Promise<Merchant>
}

export function registerRateRoutes(app: FastifyInstance, needs: RateRoutes): void {
  const authenticated = async (request: FastifyRequest) => {
    await needs.authenticate(request)
  }
  app.get('/api/v1/remittance/rate', { config: { api: readRateCard } }, async (_request, reply) => {
    const card = await needs.card()
    if (!card) throw new Problem(remittanceProblems.rate_stale)
    return sendJson(reply, { status: 'success', data: cardJson(card, needs.clock.now()) })
  })
  app.get(
    '/api/v1/remittance/rate/live',
    { onRequest: authenticated, config: { api: readLiveRate } },
    async (request, reply) => {
      const { currency } = check(liveRateQuery, request.query, 'query')
      return sendJson(reply, { status: 'success', data: await liveRate(needs, currency) })
    },
  )
}

/** Providers also tell of coins that are no country's money. */
const isoCurrencies = new Set(Intl.supportedValuesOf('currency'))

function cardJson(card: RateCard, now: Temporal.Instant) {
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

/** Asks the provider, every time. */
async function liveRate({ provider, log }: RateRoutes, currency: string) {
  if (!isoCurrencies.has(currency)) throw new Problem(remittanceProblems.currency)
  const answer = await provider?.latest([currency])
  if (answer?.kind !== 'rates') {
    log.warn('a live rate could not be fetched', {
      reason: answer?.cause ?? 'no rate provider is configured',
    })
    throw new Problem(remittanceProblems.rates_unreachable)
  }
  const rate = answer.rates.get(currency)
  if (rate === undefined) throw new Problem(remittanceProblems.currency)
  return {
    base: 'USD',
    currency,
    rate: JSON.rawJSON(formatRate(rate)),
    as_of: stampSecond(answer.asOf),
    source: 'live',
  }
}

type ById = FastifyRequest<{ Params: { id: string } }>

/** @param guard lets only admins pass. */
export function registerRateAdminRoutes(
  app: FastifyInstance,
  needs: ApprovalNeeds,
  guard: onRequestAsyncHookHandler,
): void {
  const rates = '/api/v1/admin/remittance/rates'
  app.get(rates, { onRequest: guard, config: { api: listRates } }, async (_request, reply) =>
    sendJson(reply, { status: 'success', data: await ratesOverview(needs) }),
  )
  app.post(
    `${rates}/:id/approve`,
    { onRequest: guard, config: { api: approveRatesEndpoint } },
    async (request: ById, reply) => {
      const data = await approveRates(needs, request.params.id, jsonBody(request), adminOf(request))
      return sendJson(reply, { status: 'success', data })
    },
  )
}
