// A card payment, its webhook, a refund and a transfer, against a running sandbox.
import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Likuta, verifyWebhook, WebhookError } from '@likuta/sdk'

const { LIKUTA_URL = 'http://localhost:8080', LIKUTA_DATA_DIR = '../../.likuta' } = process.env
const { PORT = '3000' } = process.env
const json = (file) => JSON.parse(readFileSync(file, 'utf8'))
const keys = json(`${LIKUTA_DATA_DIR}/demo-merchant.json`)
const { api_key: apiKey, api_secret: apiSecret, callback_secret: secret } = keys
const { merchant_code: merchantCode, merchant_secret: merchantSecret } = keys
const likuta = new Likuta({ baseUrl: LIKUTA_URL, apiKey, apiSecret, merchantCode, merchantSecret })

// Your webhook handler: respond 400 only to requests that Likuta did not send, which ends their delivery; 500 is retried.
if (!secret) throw new Error('callback_secret is missing')
const webhooks = new EventEmitter()
const server = createServer(async (request, response) => {
  try {
    const event = await verifyWebhook({ body: await buffer(request), headers: request.headers, secret })
    webhooks.emit(event.type, event.data)
    response.writeHead(204).end()
  } catch (error) {
    response.writeHead(error instanceof WebhookError ? 400 : 500).end(error.message)
  }
}).listen(Number(PORT))
const callback_url = `http://localhost:${PORT}/webhooks`
async function post(url, body) {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} responded ${response.status}: ${await response.text()}`)
  return response.json()
}

// The order. Send your customer to `links`; the four calls below are those of a browser there, paying with a test card.
const paid = once(webhooks, 'PAYMENT')
const order = await likuta.payments.orders.create({ ...json('order.json'), callback_url })
const page = (act, body = {}) => post(order.links.replace('?', `/${act}?`), body)
const { capture_context: jwt, library_url } = await page('session')
const fields = new URL('/sandbox/microform/tokens', library_url)
const { transient_token } = await post(fields, { jwt, ...json('card.json') })
const { reference_id } = await page('setup', { transient_token })
await page('pay', { reference_id, browser: {} })
const [payment] = await paid
console.log('PAYMENT', payment.status, payment.amount, payment.currency)

// The refund, which merchants make themselves in a sandbox. A webhook notifies you.
const refunded = once(webhooks, 'REFUND')
const session = await likuta.selfService.logIn({ email: keys.email, password: keys.password })
await session.refundRequests.create(order.transaction_uuid, { amount: 10, reason: 'One item was sold out' })
console.log('REFUND', (await refunded)[0].status, (await refunded)[0].amount, (await refunded)[0].currency)

// The transfer, paid from your wallet to a mobile-money wallet.
const delivered = once(webhooks, 'REMITTANCE')
const sent = { ...json('transfer.json'), reference: `T-${Date.now()}`, callback_url }
console.log('REMITTANCE', (await likuta.remittance.inbound(sent)).status)
console.log('REMITTANCE', (await delivered)[0].status, (await delivered)[0].subscriber_name)
server.close()
