// A shop with likuta.js: `POST /pay` is all that its server does for card payments. Node 20 or newer, with @likuta/sdk.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Likuta, verifyWebhook } from '@likuta/sdk'

const { PORT = '3000', LIKUTA_URL = 'http://localhost:8080', LIKUTA_DATA_DIR = '../../.likuta' } = process.env
const { SHOP_URL = `http://localhost:${PORT}` } = process.env
const keys = process.env.LIKUTA_API_KEY
  ? {
      api_key: process.env.LIKUTA_API_KEY,
      api_secret: process.env.LIKUTA_API_SECRET,
      callback_secret: process.env.LIKUTA_CALLBACK_SECRET,
    }
  : JSON.parse(readFileSync(`${LIKUTA_DATA_DIR}/demo-merchant.json`, 'utf8'))
const likuta = new Likuta({ baseUrl: LIKUTA_URL, apiKey: keys.api_key, apiSecret: keys.api_secret })

// SHOP: amount and customer come from your database, never from the browser. This shop has one customer and knows any order.
const paid = new Set()
const orderOf = (id) =>
  paid.has(id)
    ? 'paid'
    : {
        merchant_reference: id,
        amount: 25.5,
        currency: 'USD',
        bill_to: {
          first_name: 'Grâce',
          last_name: 'Mukendi',
          email: 'grace.mukendi@example.com',
          phone_number: '+243991234567',
          address_line1: '12 avenue du Lac',
          address_city: 'Goma',
          address_country: 'CD',
        },
        callback_url: `${SHOP_URL}/webhook`,
        return_url: `${SHOP_URL}/?order=${id}`,
      }

const pay = likuta.payments.checkout.proxy({
  origin: SHOP_URL,
  order: (id) => (/^[\w-]{1,40}$/.test(id) ? orderOf(id) : undefined),
  onError: (error) => console.error('refused', error.message),
})

/** Ships the goods: the only place that decides it is paid. */
async function receiveWebhook(body, headers) {
  const { type, data } = await verifyWebhook({ body, headers, secret: keys.callback_secret })
  // Refunds, batches and tests come here too, some with the same reference and status: only the outcome of a payment counts.
  if (type !== 'PAYMENT') return console.log('webhook', type)
  if (data.status === 'SUCCESS') paid.add(data.reference)
  console.log('webhook', data.status, data.transaction_uuid)
}

const types = { css: 'text/css', js: 'text/javascript', html: 'text/html; charset=utf-8' }
const file = (name) => readFileSync(new URL(name, import.meta.url), 'utf8')

async function respond(request, response) {
  const { pathname, searchParams } = new URL(request.url, SHOP_URL)
  const body = await buffer(request)
  if (request.method === 'POST' && pathname === '/pay') {
    const ip = request.socket.remoteAddress
    const result = await pay({ body: body.toString(), headers: request.headers, ip })
    return response.writeHead(result.status, result.headers).end(JSON.stringify(result.body))
  }
  if (request.method === 'POST' && pathname === '/webhook') {
    await receiveWebhook(body, request.headers)
    return response.writeHead(204).end()
  }
  const name = pathname === '/' ? 'index.html' : pathname.slice(1)
  if (!['index.html', 'shop.js', 'shop.css'].includes(name)) return response.writeHead(404).end()
  const values = {
    likuta: LIKUTA_URL,
    order: (searchParams.get('order') ?? 'ORDER-1').replace(/[^\w-]/g, ''),
  }
  const content = file(name).replace(/\{\{(\w+)\}\}/g, (_whole, value) => values[value])
  response
    .writeHead(200, { 'Content-Type': types[name.split('.')[1]], 'Cache-Control': 'no-store' })
    .end(content)
}

createServer((request, response) => {
  respond(request, response).catch((error) => {
    console.error(error.message)
    response.writeHead(400).end()
  })
}).listen(Number(PORT), () => console.log(`shop ready ${SHOP_URL}`))
