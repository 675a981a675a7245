// Controls with which tests configure and inspect the sandbox. The real gateway has none of these.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { cardGatewayBooks } from './card-gateway/books/view.ts'
import type { Gateway } from './card-gateway/gateway.ts'
import { createToken, TokenRefused } from './card-gateway/microform/vault.ts'
import { DisputeRefused, dispute, disputeRequest } from './card-gateway/reporting/chargebacks.ts'
import { dropUndefined, read } from './control-request.ts'
import { type Faults, faultModes, faultTargets } from './faults.ts'
import { operatorBooks } from './operators/books/view.ts'
import type { Operators } from './operators/operators.ts'

const tokenRequest = z.object({
  jwt: z.string(),
  number: z.string(),
  securityCode: z.string(),
  expirationMonth: z.string(),
  expirationYear: z.string(),
})

const faultRequest = z.strictObject({
  /** Both the singular and the plural are accepted. */
  target: z.enum([...faultTargets, 'operators']),
  mode: z.enum(faultModes),
  rate: z.number().min(0).max(1).optional(),
  operations: z.array(z.string()).nullable().optional(),
  delay_seconds: z.number().min(0).max(600).optional(),
  seed: z.int().optional(),
})

const clockRequest = z.strictObject({ offset_seconds: z.number() })
const searchDelayRequest = z.strictObject({ seconds: z.number().min(0) })

type Needs = { gateway: Gateway; operators: Operators; faults: Faults }

export function registerControls(app: FastifyInstance, needs: Needs): void {
  const { gateway, operators, faults } = needs
  app.post('/microform/tokens', async (request, reply) => {
    const wanted = read(tokenRequest, request.body, reply)
    if (!wanted) return reply
    const { jwt, ...card } = wanted
    try {
      return { transient_token: await createToken(gateway, jwt, card) }
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error
      return await reply
        .code(400)
        .send({ reason: error.reason, message: error.message, details: error.details })
    }
  })
  app.get('/faults', () => faults.all())
  app.post('/faults', (request, reply) => {
    const wanted = read(faultRequest, request.body, reply)
    if (!wanted) return reply
    const { target, ...fault } = wanted
    return { target, ...faults.set(target === 'operators' ? 'operator' : target, dropUndefined(fault)) }
  })
  app.get('/books', (request) => {
    const query = request.query as Record<string, string>
    return {
      card_gateway: cardGatewayBooks(gateway, query.code ?? null),
      operators: operatorBooks(operators, {
        protocol: query.protocol ?? null,
        reference: query.reference ?? null,
        clientReference: query.client_reference ?? null,
        msisdn: query.msisdn ?? null,
      }),
    }
  })
  app.post('/disputes', (request, reply) => {
    const wanted = read(disputeRequest, request.body, reply)
    if (!wanted) return reply
    try {
      return dispute(gateway, wanted)
    } catch (error) {
      if (!(error instanceof DisputeRefused)) throw error
      return reply.code(error.status).send({ reason: error.reason, message: error.message, details: [] })
    }
  })
  app.get('/clock', () => clockState(gateway))
  app.post('/clock', (request, reply) => {
    const wanted = read(clockRequest, request.body, reply)
    if (!wanted) return reply
    gateway.clock.move(wanted.offset_seconds)
    return clockState(gateway)
  })
  app.post('/search-delay', (request, reply) => {
    const wanted = read(searchDelayRequest, request.body, reply)
    if (!wanted) return reply
    gateway.settings.searchDelaySeconds = wanted.seconds
    return { seconds: wanted.seconds }
  })
}

function clockState({ clock }: Gateway): object {
  return { offset_seconds: clock.offsetSeconds(), now: new Date(clock.now()).toISOString() }
}
