// The reply formats of Open Exchange Rates and ExchangeRate-API, as documented.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Quotes } from './quotes.ts'

/** The only valid key of either provider. */
export const sandboxKey = 'sandbox'

type Latest = FastifyRequest<{ Querystring: { app_id?: string; base?: string; symbols?: string } }>

export function registerOpenExchangeRates(scope: FastifyInstance, quotes: Quotes): void {
  scope.get('/oxr/api/latest.json', (request: Latest, reply) => {
    const { app_id, base = 'USD', symbols } = request.query
    const refuse = (status: number, message: string) =>
      reply
        .code(status)
        .send({ error: true, status, message, description: `Refused by the sandbox: ${message}.` })
    if (!app_id) return refuse(401, 'missing_app_id')
    if (app_id !== sandboxKey) return refuse(401, 'invalid_app_id')
    const rates = quotes.rates()
    if (!Object.hasOwn(rates, base)) return refuse(400, 'invalid_base')
    if (base !== 'USD') return refuse(403, 'not_allowed')
    return sendExact(reply, {
      disclaimer: 'Made-up rates of a sandbox.',
      license: 'Made-up rates of a sandbox.',
      timestamp: unixSeconds(quotes.publishedAt()),
      base,
      rates: asNumbers(symbols ? only(rates, symbols.split(',')) : rates),
    })
  })
}

export function registerExchangeRateApi(scope: FastifyInstance, quotes: Quotes): void {
  type Requested = FastifyRequest<{ Params: { key: string; base: string } }>
  scope.get('/era/v6/:key/latest/:base', (request: Requested, reply) => {
    const { key, base } = request.params
    const refuse = (status: number, type: string) =>
      reply.code(status).send({ result: 'error', documentation: '', 'terms-of-use': '', 'error-type': type })
    if (key !== sandboxKey) return refuse(403, 'invalid-key')
    if (base !== 'USD') return refuse(404, 'unsupported-code')
    const [last, next] = [quotes.publishedAt(), quotes.nextPublishedAt()]
    return sendExact(reply, {
      result: 'success',
      documentation: '',
      terms_of_use: '',
      time_last_update_unix: unixSeconds(last),
      time_last_update_utc: rfcDate(last),
      time_next_update_unix: unixSeconds(next),
      time_next_update_utc: rfcDate(next),
      base_code: base,
      conversion_rates: asNumbers(quotes.rates()),
    })
  })
}

function unixSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}

function rfcDate(milliseconds: number): string {
  return new Date(milliseconds).toUTCString().replace('GMT', '+0000')
}

/** Unknown symbols are silently left out. */
function only(rates: Record<string, string>, codes: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(rates).filter(([code]) => codes.includes(code)))
}

/** Preserves every digit, because no rate passes through a float. */
function asNumbers(rates: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(rates).map(([code, rate]) => [code, JSON.rawJSON(rate)]))
}

function sendExact(reply: FastifyReply, body: object): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}
