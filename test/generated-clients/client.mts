// Calls a sandbox with the types that openapi-typescript makes of the API document.
import { createHmac } from 'node:crypto'
import createClient, { type Middleware } from 'openapi-fetch'
import type { components, paths } from './likuta.js'

const setting = (name: string) => process.env[name] ?? ''

const sign: Middleware = {
  async onRequest({ request }) {
    const { pathname, search } = new URL(request.url)
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', setting('API_SECRET'))
      .update(`${timestamp}\n${request.method}\n${pathname}${search}\n`)
      .update(Buffer.from(await request.clone().arrayBuffer()))
      .digest('hex')
    request.headers.set('X-API-Key', setting('API_KEY'))
    request.headers.set('X-Timestamp', timestamp)
    request.headers.set('X-Signature', signature)
    return request
  },
}
const authenticate: Middleware = {
  onRequest({ request }) {
    const pair = Buffer.from(`${setting('MERCHANT_CODE')}:${setting('MERCHANT_SECRET')}`)
    request.headers.set('Authorization', `Basic ${pair.toString('base64')}`)
    return request
  },
}

const cards = createClient<paths>({ baseUrl: setting('BASE_URL') })
cards.use(sign)
const transfers = createClient<paths>({ baseUrl: setting('BASE_URL') })
transfers.use(authenticate)

const body: components['schemas']['OrderRequest'] = JSON.parse(setting('ORDER'))
const transfer: components['schemas']['TransferRequest'] = JSON.parse(setting('TRANSFER'))
const query = { limit: 5 }

const order = await cards.POST('/api/v1/payment/orders', { body })
const transaction_uuid = order.data?.data.transaction_uuid ?? ''
const status = await cards.POST('/api/v1/payment/status', { body: { transaction_uuid } })
const links = await cards.GET('/api/v1/payment-links', { params: { query } })
const sent = await transfers.POST('/api/v1/remittance/inbound', { body: transfer })
const list = await transfers.GET('/api/v1/remittance/transactions', { params: { query } })
const refused = await cards.POST('/api/v1/payment/orders', { body: { ...body, amount: 0.25 } })

const facts = {
  order: transaction_uuid,
  amount: order.data?.data.amount,
  status: status.data?.data.transaction_status,
  links: links.data?.data.pagination.total,
  transfer: sent.data?.data.status,
  transfers: list.data?.data.items.map(({ reference }) => reference),
  refused: refused.error?.detail,
}
process.stdout.write(`${JSON.stringify(facts)}\n`)
