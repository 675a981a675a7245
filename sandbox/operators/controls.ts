// Controls with which tests configure the operators. Real operators have none of these.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { formatAmount, parseAmount } from '../amount.ts'
import { dropUndefined, read } from '../control-request.ts'
import { protocolNames } from './books/book.ts'
import { reverseCollection } from './collections/collection.ts'
import { registerCollectionControls } from './collections/controls.ts'
import { mpesaPublicKey } from './mpesa/bearer.ts'
import type { Operators } from './operators.ts'
import { floatOf, reverse } from './payouts/payout.ts'
import { portalProtocols, portalUrl, setPortalUrl } from './portal.ts'

const rate = z.number().min(0).max(1).optional()

const mischiefRequest = z.strictObject({
  duplicate_rate: rate,
  reorder_rate: rate,
  late_rate: rate,
  late_seconds: z.number().min(0).max(86_400).optional(),
  contradict_rate: rate,
  forge_rate: rate,
  seed: z.int().optional(),
})

const portalRequest = z.strictObject({
  airtel: z.url().optional(),
  mpesa: z.url().optional(),
  pawapay: z.url().optional(),
})

const floatRequest = z.strictObject({
  protocol: z.enum(protocolNames),
  currency: z.string(),
  available: z.string(),
})

const reversalRequest = z.strictObject({ msisdn: z.string() })

export function registerOperatorControls(app: FastifyInstance, operators: Operators): void {
  const { book, mischief } = operators
  registerCollectionControls(app, operators)
  app.get('/callbacks', () => mischief.rates())
  app.post('/callbacks', (request, reply) => {
    const wanted = read(mischiefRequest, request.body, reply)
    return wanted ? mischief.set(dropUndefined(wanted)) : reply
  })
  const portal = async () => ({
    ...Object.fromEntries(portalProtocols.map((name) => [name, portalUrl(book, name)])),
    mpesa_public_key: await mpesaPublicKey(book),
  })
  app.get('/portal', portal)
  app.post('/portal', (request, reply) => {
    const wanted = read(portalRequest, request.body, reply)
    if (!wanted) return reply
    for (const name of portalProtocols) if (wanted[name]) setPortalUrl(book, name, wanted[name])
    return portal()
  })
  for (const protocol of operators.protocols) {
    app.register(async (scope) => protocol.registerControls?.(scope, operators), {
      prefix: `/${protocol.name}`,
    })
  }
  app.get('/float', () => floats(operators))
  app.post('/float', (request, reply) => {
    const wanted = read(floatRequest, request.body, reply)
    if (!wanted) return reply
    const minor = parseAmount(wanted.available, wanted.currency)
    if (minor === null || !operators.settings.currencies[wanted.currency]) {
      return reply
        .code(400)
        .send({ reason: 'INVALID_REQUEST', message: 'Unknown currency or invalid amount' })
    }
    book.setFloat(wanted.protocol, { minor, currency: wanted.currency })
    return floats(operators)
  })
  // As the operator's staff would, on its own initiative; payouts that have not succeeded stay as they are.
  app.post('/reversals', (request, reply) => {
    const wanted = read(reversalRequest, request.body, reply)
    if (!wanted) return reply
    const filter = { protocol: null, reference: null, clientReference: null, msisdn: wanted.msisdn }
    const [payouts, collections] = [book.listPayouts(filter), book.listCollections(filter)]
    if (payouts.length + collections.length === 0)
      return reply.code(404).send({ reason: 'NOT_FOUND', message: 'No payment to or from this wallet' })
    for (const { id } of payouts) reverse(operators, id)
    for (const { id } of collections) reverseCollection(operators, id)
    return reply.code(204).send()
  })
}

function floats(operators: Operators): object {
  const currencies = Object.keys(operators.settings.currencies)
  return Object.fromEntries(
    protocolNames.map((protocol) => [
      protocol,
      Object.fromEntries(
        currencies.map((currency) => [
          currency,
          formatAmount({ minor: floatOf(operators, protocol, currency), currency }),
        ]),
      ),
    ]),
  )
}
