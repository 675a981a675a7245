// Tests our wire format with the gateway's official client, unmodified: its encoding, its signatures, its parsing.
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Message, valueAt } from './message.ts'
import { basket, enrolled, proofFrom } from './testing/journey.ts'
import { billTo, merchantAccount, newReference, openWorld, type World } from './testing/testing.ts'

const client = createRequire(import.meta.url)('cybersource-rest-client')

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.sandbox.close())

type ClientReply = { data: unknown; status: number; body: Message }

/** Resolves with the arguments of the client's callback. */
function call(
  run: (done: (error: unknown, data: unknown, response: Message) => void) => void,
): Promise<ClientReply> {
  return new Promise((resolve, reject) => {
    run((error, data, response) => {
      const status = Number(response?.status)
      if (error) reject(error)
      else resolve({ data, status, body: bodyOf(response) })
    })
  })
}

function bodyOf(response: Message): Message {
  const text = valueAt(response, 'text')
  return typeof text === 'string' && text.startsWith('{') ? JSON.parse(text) : {}
}

describe.each([
  ['http_signature', {}],
  ['jwt', { jwtKeyType: 'SHARED_SECRET' }],
])('the official client with %s', (authenticationType, extra) => {
  const settings = () => ({
    authenticationType,
    ...extra,
    // How this client uses another host: the request is signed for runEnvironment and sent to intermediateHost.
    runEnvironment: new URL(world.url).host,
    intermediateHost: world.url,
    merchantID: merchantAccount.merchantId,
    merchantKeyId: merchantAccount.keyId,
    merchantsecretKey: merchantAccount.sharedSecret,
    timeout: 20_000,
    logConfiguration: { enableLog: false },
  })

  test('the official client opens a microform session', async () => {
    const api = new client.MicroformIntegrationApi(settings(), new client.ApiClient())
    const request = {
      clientVersion: 'v2',
      targetOrigins: ['https://shop.example'],
      allowedCardNetworks: ['VISA'],
    }
    const response = await call((done) => api.generateCaptureContext(request, done))
    expect(response.status).toBe(201)
    expect(String(response.data)).toMatch(/^eyJ/)
  })

  test('the official client pays, refunds, searches and voids', async () => {
    const sale = await pay()
    expect(sale.body).toMatchObject({ status: 'AUTHORIZED' })
    const id = String(sale.body.id)
    const refunds = new client.RefundApi(settings(), new client.ApiClient())
    const part = message({ orderInformation: { amountDetails: { totalAmount: '5.00', currency: 'USD' } } })
    const refunded = await call((done) => refunds.refundPayment(part, id, done))
    expect([refunded.status, refunded.body.status]).toEqual([201, 'PENDING'])

    const searches = new client.SearchTransactionsApi(settings(), new client.ApiClient())
    const code = valueAt(sale.body, 'clientReferenceInformation.code')
    const query = `clientReferenceInformation.code:${code} AND id:${id}`
    const found = await call((done) =>
      searches.createSearch(
        { save: false, query, offset: 0, limit: 10, sort: 'id:asc', timezone: 'UTC' },
        done,
      ),
    )
    expect(found.body).toMatchObject({ totalCount: 1, _embedded: { transactionSummaries: [{ id }] } })

    const details = new client.TransactionDetailsApi(settings(), new client.ApiClient())
    const detail = await call((done) => details.getTransaction(id, done))
    expect(detail.body).toMatchObject({ id, orderInformation: { amountDetails: { refundBalance: '20.00' } } })

    const other = await pay()
    const voids = new client.VoidApi(settings(), new client.ApiClient())
    const undone = await call((done) => voids.voidPayment(message({}), String(other.body.id), done))
    expect([undone.status, undone.body.status]).toEqual([201, 'VOIDED'])
  })

  test('the official client reads the daily report', async () => {
    const reports = new client.PurchaseAndRefundDetailsApi(settings(), new client.ApiClient())
    const now = Date.now()
    const [from, to] = [now - 3600_000, now + 60_000].map((time) => new Date(time).toISOString())
    const report = await call((done) =>
      reports.getPurchaseAndRefundDetails(
        from,
        to,
        { organizationId: merchantAccount.merchantId, limit: 100 },
        done,
      ),
    )
    expect(report.status).toBe(200)
    expect(report.body.requestDetails).not.toEqual([])
  })

  async function pay(): Promise<ClientReply> {
    const order = basket()
    const token = await world.token('4242424242424242')
    const proof = proofFrom(await enrolled(world, token, order))
    const request = {
      clientReferenceInformation: { code: order.code, transactionId: order.reference },
      processingInformation: { capture: true, commerceIndicator: 'vbv' },
      tokenInformation: { transientTokenJwt: token },
      orderInformation: { amountDetails: { totalAmount: order.amount, currency: order.currency }, billTo },
      consumerAuthenticationInformation: proof,
    }
    const payments = new client.PaymentsApi(settings(), new client.ApiClient())
    return await call((done) => payments.createPayment(request, done))
  }
})

function message(content: Message): Message {
  return { clientReferenceInformation: { code: `op-${newReference()}` }, ...content }
}
