// The proxy of likuta.js against a real server that fails: the outcome of a charge as the page reads it, and orders that do not exist or
// lack fields.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type Behaviour,
  breaksOff,
  errorReply,
  type FailingServer,
  hangs,
  openFailingServer,
  resets,
} from '../test/support/sdk/failing-server.ts'
import { Likuta, type ProxyOptions, type ProxyOrder } from './likuta.ts'

const origin = 'https://shop.example'
let server: FailingServer
beforeAll(async () => {
  server = await openFailingServer()
})
afterAll(() => server?.close())

const order: ProxyOrder = {
  merchant_reference: 'INV-1',
  amount: 25.5,
  currency: 'USD',
  bill_to: {
    first_name: 'Grâce',
    last_name: 'Mukendi',
    email: 'grace@example.com',
    phone_number: '+243991234567',
    address_line1: '12 avenue du Lac',
    address_city: 'Goma',
    address_country: 'CD',
  },
  callback_url: `${origin}/hooks`,
}

const replies = (body: unknown, status = 200) => errorReply(status, {}, body as object)
const page =
  (content: string, status = 200): Behaviour =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(content)

const session = { jwt: 'jwt', transaction_uuid: 'LKT-1' }
const setup = { reference_id: 'R', device_data_collection_url: 'https://bank.example', access_token: 'A' }
const enrolment = { status: 'AUTHENTICATED', authentication_transaction_id: null }

/** A browser on the page of the shop. */
function openBrowser(given: Partial<ProxyOptions> = {}, hasLog = true) {
  const errors: string[] = []
  const options = {
    baseUrl: server.url,
    apiKey: 'pk_test_a',
    apiSecret: 'sk_test_a',
    timeoutMs: 500,
    retries: 0,
  }
  const pay = new Likuta(options).payments.checkout.proxy({
    origin,
    order: () => order,
    ...(hasLog && { onError: (error) => errors.push((error as Error).message) }),
    ...given,
  })
  let cookie = ''
  let resume: string | undefined
  const send = async (action: string, fields: object = {}) => {
    const body = { action, order: 'INV-1', ...(resume && { resume }), ...fields }
    const response = await pay({ body, headers: { origin, cookie } })
    cookie = response.headers['Set-Cookie']?.split(';')[0] ?? cookie
    resume = (response.body as { resume?: string }).resume ?? resume
    return { status: response.status, body: response.body as Record<string, unknown> }
  }
  /** Pays up to the charge, and then the server does this. */
  const enrol = async (...then: Behaviour[]) => {
    server.will(replies(session), replies(setup), replies(enrolment), ...then)
    await send('start')
    await send('setup', { token: 'T' })
    expect(await send('enrol')).toMatchObject({ status: 200 })
  }
  return { send, enrol, errors }
}

describe('the outcome of a charge that the proxy passes on', () => {
  test.each<[string, Behaviour]>([
    ['200 with a page', page('<h1>Maintenance</h1>')],
    ['200 with nothing', page('')],
    ['200 with a list', replies([])],
    ['200 with an object of something else', replies({ ok: true })],
    ['200 with a status that is no outcome', replies({ status: 'success' })],
    ['500', replies({ detail: 'Internal Server Error' }, 500)],
    ['501', page('<h1>Error</h1>', 501)],
    ['502', page('', 502)],
    ['a redirect', page('', 302)],
    ['a connection that breaks', resets],
    ['a response that breaks off', breaksOff],
    ['no response', hangs],
    ['429', replies({ detail: 'Too many requests' }, 429)],
    ['409 while the charge is running', replies({ detail: 'Charge already in progress' }, 409)],
  ])('a charge with %s may have been made, so it is pending', async (_what, behaviour) => {
    const { send, enrol } = openBrowser()
    const status = replies({ status: 'success', data: { transaction_status: 'SUCCESS', message: '' } })
    await enrol(behaviour, status)
    expect(await send('charge')).toEqual({
      status: 200,
      body: { status: 'PENDING', transaction_uuid: 'LKT-1', reason_code: null, message: null },
    })
    expect(await send('status')).toMatchObject({ status: 200, body: { status: 'SUCCESS' } })
  })

  test('a charge that Likuta refused is refused, with a status that likuta.js takes for final', async () => {
    const { send, enrol, errors } = openBrowser()
    await enrol(replies({ detail: 'Minimum amount for USD is 1.00' }, 400))
    expect(await send('charge')).toEqual({ status: 422, body: { code: 'refused' } })
    expect(errors).toEqual([expect.stringContaining('Minimum amount')])
  })

  test.each<[string, Behaviour]>([
    ['a page', page('<h1>Maintenance</h1>')],
    ['500', replies({ detail: 'no' }, 500)],
  ])('an outcome that cannot be read because of %s is asked for again', async (_what, behaviour) => {
    const { send, enrol } = openBrowser()
    await enrol(behaviour)
    expect(await send('status')).toEqual({ status: 503, body: { code: 'unavailable' } })
  })

  test.each([{}, { transaction_status: 'SOMETHING' }])('a status of %j is not a success', async (data) => {
    const { send, enrol } = openBrowser()
    await enrol(replies({ status: 'success', data }))
    expect(await send('status')).toMatchObject({ status: 200, body: { status: 'PENDING' } })
  })

  test('a step before the charge whose response is not one of Likuta can be taken again', async () => {
    const { send, errors } = openBrowser()
    for (const body of [[], { jwt: 'jwt' }]) {
      server.will(replies(body))
      expect(await send('start')).toEqual({ status: 503, body: { code: 'unavailable' } })
    }
    expect(errors).toEqual([
      'the response of Likuta lacks jwt, transaction_uuid',
      'the response of Likuta lacks transaction_uuid',
    ])
  })
})

describe('the order that a shop gives to the proxy', () => {
  test.each([undefined, null, false] as const)('%s is an order that does not exist', async (none) => {
    const { send } = openBrowser({ order: () => none })
    server.will(replies(session))
    expect(await send('start')).toEqual({ status: 404, body: { code: 'order_unknown' } })
    expect(server.received).toEqual([])
  })

  test('an order without a field that a charge needs is refused at the start, and the log names it', async () => {
    const { callback_url: _, ...rest } = order
    const changed = { ...rest, bill_to: { ...order.bill_to, email: '' } } as unknown as ProxyOrder
    const { send, errors } = openBrowser({ order: () => changed })
    server.will(replies(session))
    expect(await send('start')).toEqual({ status: 500, body: { code: 'refused' } })
    expect(errors).toEqual(['the order INV-1 of your database lacks callback_url, bill_to.email'])
    const without = openBrowser({ order: () => ({}) as ProxyOrder })
    await without.send('start')
    expect(without.errors[0]).toMatch(/lacks merchant_reference, amount, currency, callback_url, bill_to$/)
    expect(server.received).toEqual([])
  })

  test('without onError, what the proxy refuses is written to the console', async () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { send } = openBrowser({ order: () => ({}) as ProxyOrder }, false)
    await send('start')
    expect(written.mock.calls).toEqual([[expect.stringMatching(/^likuta: the order INV-1 .* lacks/)]])
    written.mockRestore()
  })
})
