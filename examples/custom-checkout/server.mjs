// A shop's server for custom checkout: it keeps the API secret, signs requests, makes the four calls for its own page, and
// trusts only the signed webhook. Plain Node 20 or newer, no dependencies; copy it and change what is marked SHOP.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { languageOf, texts } from './texts.js'

const { SHOP_PORT = '3000', LIKUTA_URL = 'http://localhost:8080', LIKUTA_DATA_DIR = '.likuta' } = process.env
const { SHOP_URL = `http://localhost:${SHOP_PORT}` } = process.env
const keys = process.env.LIKUTA_API_KEY
  ? {
      api_key: process.env.LIKUTA_API_KEY,
      api_secret: process.env.LIKUTA_API_SECRET ?? '',
      callback_secret: process.env.LIKUTA_CALLBACK_SECRET ?? '',
    }
  : JSON.parse(readFileSync(`${LIKUTA_DATA_DIR}/demo-merchant.json`, 'utf8'))

// SHOP: amounts and customers come from your database, never from the browser.
const basket = {
  title: { fr: 'Café d’Idjwi, 1 kg', en: 'Idjwi coffee, 1 kg' },
  amount: 25.5,
  currency: 'USD',
}
const customer = {
  first_name: 'Grâce',
  last_name: 'Mukendi',
  email: 'grace.mukendi@example.com',
  phone_number: '+243991234567',
  address_line1: '12 avenue du Lac',
  address_city: 'Goma',
  address_country: 'CD',
}
/** SHOP: your table of orders. In this example orders are lost when the server stops. */
const orders = new Map()

/** Makes one signed call. Without a response the status is 0. */
async function likuta(name, fields) {
  const path = `/api/v1/microform/${name}`
  const body = JSON.stringify(fields)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', keys.api_secret)
    .update(`${timestamp}\nPOST\n${path}\n${body}`)
    .digest('hex')
  try {
    const response = await fetch(LIKUTA_URL + path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-API-Key': keys.api_key,
        'X-Timestamp': timestamp,
        'X-Signature': signature,
      },
      body,
      signal: AbortSignal.timeout(20_000),
    })
    return { status: response.status, body: await response.json() }
  } catch (error) {
    return { status: 0, body: { detail: String(error) } }
  }
}

/** Requests of our own page. It identifies its order by an id that nobody can guess. */
const steps = {
  async start({ request }) {
    const reference = `ORDER-${randomUUID().slice(0, 8)}`
    const locale = { fr: 'fr_FR', en: 'en_US' }[languageOf(request.headers['accept-language'])]
    const fields = { target_origin: SHOP_URL, merchant_reference: reference, locale }
    const context = passed(await likuta('capture-context', fields))
    const order = {
      id: randomUUID(),
      reference,
      transaction_uuid: context.transaction_uuid,
      status: 'PENDING',
    }
    orders.set(order.id, order)
    const { origin } = new URL(LIKUTA_URL)
    return { order: order.id, transaction_uuid: order.transaction_uuid, jwt: context.jwt, likuta: origin }
  },
  async setup({ order, token }) {
    order.token = token
    const { transaction_uuid } = order
    const setup = passed(await likuta('pa-setup', { transaction_uuid, transient_token: token }))
    order.reference_id = setup.reference_id
    return { url: setup.device_data_collection_url, access_token: setup.access_token }
  },
  async enrol({ order, browser, request }) {
    const enrolment = passed(
      await likuta('pa-enroll', {
        ...paymentOf(order),
        reference_id: order.reference_id,
        browser: {
          ...browser,
          ip_address: request.socket.remoteAddress,
          user_agent: request.headers['user-agent'],
          accept_header: request.headers.accept,
        },
      }),
    )
    order.authentication = enrolment.authentication_transaction_id
    const { status, message, step_up_url: url, access_token } = enrolment
    return { status, message, url, access_token }
  },
  async pay({ order }) {
    const fields = {
      ...paymentOf(order),
      merchant_reference: order.reference,
      callback_url: `${SHOP_URL}/webhook`,
      authentication_transaction_id: order.authentication,
    }
    // The transaction_uuid makes retries safe: the card is charged once. Only a 4xx is a refusal: after any other error, or a response that
    // is no outcome, the card may have been charged.
    for (const pause of [0, 1000, 2000, 4000]) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      const response = await likuta('charge', fields)
      const { status, body } = response
      const isOutcome = status === 200 && ['SUCCESS', 'FAILED'].includes(body?.status)
      const isRefusal = status >= 400 && status < 500 && ![409, 429].includes(status)
      if (isOutcome || isRefusal) return passed(response)
    }
    return { status: 'PENDING' }
  },
  async look({ order }) {
    return { status: order.status, message: order.message }
  },
}

function paymentOf(order) {
  const { transaction_uuid, token: transient_token } = order
  const { amount, currency } = basket
  return { transaction_uuid, transient_token, amount, currency, bill_to: customer }
}

function passed({ status, body }) {
  if (status === 200) return body
  console.error('refused', status, JSON.stringify(body?.detail))
  throw Object.assign(new Error('request failed'), { status: status === 410 ? 410 : 502 })
}

/** The webhook decides whether goods are shipped. It may be delivered twice; the second time changes nothing. */
function receiveWebhook(request, raw) {
  const [, timestamp = '', signed = ''] =
    /^t=(\d{10})((?:,v1=[0-9a-f]{64}){1,2})$/.exec(request.headers['x-service-signature'] ?? '') ?? []
  const expected = createHmac('sha256', keys.callback_secret).update(timestamp).update(raw).digest()
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300
  const signatures = signed.match(/[0-9a-f]{64}/g) ?? []
  if (!isFresh || !signatures.some((v1) => timingSafeEqual(expected, Buffer.from(v1, 'hex')))) return 401
  const event = JSON.parse(raw.toString('utf8'))
  const order = [...orders.values()].find((each) => each.transaction_uuid === event.transaction_uuid)
  if (order && event.event_type === undefined)
    Object.assign(order, { status: event.status, message: event.message })
  console.log('webhook', event.event_type ?? event.status, event.transaction_uuid ?? '')
  return 204
}

async function respond(request, response) {
  const { pathname } = new URL(request.url, SHOP_URL)
  const route = `${request.method} ${pathname}`
  if (route === 'GET /') return sendPage(response, languageOf(request.headers['accept-language']))
  if (route === 'GET /shop.js' || route === 'GET /texts.js')
    return send(response, 200, 'text/javascript; charset=utf-8', file(pathname.slice(1)))
  const raw = await bodyOf(request)
  if (route === 'POST /webhook') return send(response, receiveWebhook(request, raw))
  const name = route.replace('POST /checkout/', '')
  if (!Object.hasOwn(steps, name) || request.headers['content-type'] !== 'application/json')
    return send(response, 404)
  const step = steps[name]
  const fields = { ...JSON.parse(raw.toString('utf8')) }
  const order = orders.get(fields.order)
  if (step !== steps.start && !order) return send(response, 404)
  const result = await step({ ...fields, order, request })
  send(response, 200, 'application/json', JSON.stringify(result))
}

async function bodyOf(request) {
  const chunks = []
  for await (const chunk of request) {
    chunks.push(chunk)
    if (Buffer.concat(chunks).length > 65_536) throw Object.assign(new Error('too large'), { status: 413 })
  }
  return Buffer.concat(chunks)
}

const file = (name) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** Allows only scripts with our nonce, and the scripts that those load, which are checked by their hash. */
function sendPage(response, language) {
  const nonce = randomUUID()
  const frames = 'https: http://localhost:*'
  response.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'nonce-${nonce}'; img-src data:; ` +
      `connect-src 'self'; frame-src ${frames}; form-action ${frames}; base-uri 'none'; frame-ancestors 'none'`,
  )
  const amount = basket.amount.toLocaleString(language, { minimumFractionDigits: 2 })
  const values = {
    ...texts[language],
    language,
    nonce,
    title: basket.title[language],
    price: `${amount}\u00a0${basket.currency}`,
    name: `${customer.first_name} ${customer.last_name}`,
    // Only a shop in test mode lists cards to try.
    testing: keys.api_key.startsWith('pk_test_') ? '' : 'hidden',
  }
  const page = file('index.html').replace(/\{\{(\w+)\}\}/g, (_whole, name) => values[name])
  response.setHeader('Vary', 'Accept-Language')
  send(response, 200, 'text/html; charset=utf-8', page)
}

function send(response, status, type = 'text/plain', body = '') {
  response.writeHead(status, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(body)
}

createServer((request, response) => {
  respond(request, response).catch((error) => {
    if (!error.status) console.error(error)
    send(response, error.status ?? 500)
  })
}).listen(Number(SHOP_PORT), () => console.log(`shop ready ${SHOP_URL}`))
