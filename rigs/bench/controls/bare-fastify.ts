// An order without the product: Fastify, the signature over the exact bytes, the published JSON schema by Fastify's
// own validator, and a response of the same size. Nothing is stored. The same runtime flags as the product's.
import '../../../server/platform/process/memory.ts'
import { timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fastify, { type FastifyRequest } from 'fastify'
import { requestSignature } from '../../../server/merchants/identity/signed-request.ts'
import { runControl } from './control-program.ts'

type Schemas = Record<string, { properties: Record<string, object> }>
const { components } = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as { components: { schemas: Schemas } }
const { OrderRequest: body, OrderResponse: response } = components.schemas

/** As long as a real address of a checkout page, which ends with a signature. */
const links = `${process.env.BASE_URL}/api/v1/payment/LKT-20261122-082155-8F3A1B2C-CD?sig=${'b'.repeat(43)}`
const financial_details = {
  commission_rate: '3.50',
  commission_amount: '0.89',
  merchant_amount: '24.61',
  bank_commission_amount: '0.38',
  service_commission_amount: '0.51',
}
const transaction_uuid = 'LKT-20261122-082155-8F3A1B2C-CD'

const rawBody = Symbol('body')
type Signed = FastifyRequest & { [rawBody]?: Buffer }

// As the product's server: no log of each request.
const app = fastify({ logger: false, ajv: { customOptions: { removeAdditional: false } } })
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
  Object.assign(request, { [rawBody]: bytes })
  try {
    done(null, JSON.parse(bytes.toString()))
  } catch (error) {
    done(error as Error)
  }
})
app.addHook('preValidation', async (request: Signed, reply) => {
  const timestamp = String(request.headers['x-timestamp'])
  const isFresh = Math.abs(Date.now() / 1_000 - Number(timestamp)) <= 30
  const expected = requestSignature(process.env.BENCH_API_SECRET ?? '', {
    timestamp,
    method: request.method,
    path: request.raw.url ?? '',
    body: request[rawBody] ?? Buffer.alloc(0),
  })
  const [wanted, sent] = [expected, String(request.headers['x-signature'])].map((text) => Buffer.from(text))
  if (!isFresh || wanted!.length !== sent!.length || !timingSafeEqual(wanted!, sent!))
    return reply.code(403).send({ status: 'error' })
})
const inlined = JSON.parse(
  JSON.stringify(response).replaceAll(
    '{"$ref":"#/components/schemas/FinancialDetails"}',
    JSON.stringify(components.schemas.FinancialDetails),
  ),
)
app.post<{ Body: { amount: number; currency: string } }>(
  '/api/v1/payment/orders',
  { schema: { body, response: { 200: inlined } } },
  async ({ body: { amount, currency } }) => ({
    status: 'success',
    data: {
      amount: amount.toFixed(2),
      currency,
      transaction_uuid,
      transaction_status: 'PENDING',
      links,
      financial_details,
    },
  }),
)
await runControl(app)
