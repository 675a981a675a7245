// Registers the rate providers under /rates, and their control under /sandbox/rates.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { read } from '../control-request.ts'
import type { Fault, Faults } from '../faults.ts'
import { registerExchangeRateApi, registerOpenExchangeRates } from './providers.ts'
import { openQuotes, type Quotes } from './quotes.ts'

const prefix = '/rates'
const control = '/sandbox/rates'

const rateRequest = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/),
  rate: z
    .union([z.number().min(0.000001).max(1e9).transform(String), z.string()])
    .pipe(z.string().regex(/^\d{1,10}(\.\d{1,6})?$/))
    .nullable(),
})

export async function registerRates(
  app: FastifyInstance,
  { clock, faults }: { clock: Clock; faults: Faults },
): Promise<void> {
  const quotes = openQuotes(clock)
  const requests = new Map<string, number>()
  await app.register(
    async (scope) => {
      misbehaveAs(scope, faults, requests)
      registerOpenExchangeRates(scope, quotes)
      registerExchangeRateApi(scope, quotes)
    },
    { prefix },
  )
  app.get(control, () => ({ ...stateOf(quotes), requests: Object.fromEntries(requests) }))
  app.post(control, (request, reply) => {
    const wanted = read(rateRequest, request.body, reply)
    if (!wanted) return reply
    if (!quotes.set(wanted.currency, wanted.rate)) return reply.code(400).send({ reason: 'INVALID_REQUEST' })
    return stateOf(quotes)
  })
}

function stateOf(quotes: Quotes): object {
  return { published_at: new Date(quotes.publishedAt()).toISOString(), rates: quotes.rates() }
}

/** Injects faults and counts every request by its route, including those that meet a fault. */
function misbehaveAs(scope: FastifyInstance, faults: Faults, requests: Map<string, number>): void {
  const struck = new WeakSet<FastifyRequest>()
  scope.addHook('onRequest', async (request, reply) => {
    const path = (request.raw.url ?? '').slice(prefix.length).split('?')[0] ?? ''
    const route = (request.routeOptions.url ?? path).slice(prefix.length)
    requests.set(route, (requests.get(route) ?? 0) + 1)
    const fault = faults.draw('rates', path)
    if (fault?.mode === 'lost-reply') struck.add(request)
    else if (fault) await misbehave(fault, request, reply)
  })
  scope.addHook('onSend', async (request) => {
    if (struck.has(request)) request.raw.socket.destroy()
  })
}

async function misbehave(fault: Fault, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  switch (fault.mode) {
    case 'down':
      reply.hijack()
      request.raw.socket.destroy()
      return
    case 'timeout':
      reply.hijack()
      return
    case '5xx':
      await reply.code(502).type('text/html').send('<h1>Bad gateway</h1>')
      return
    default:
      await new Promise((resolve) => setTimeout(resolve, fault.delay_seconds * 1000))
  }
}
