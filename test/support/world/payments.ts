// Payment and wallet actions of tests that take several calls.
import assert from 'node:assert/strict'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { eventually } from '../http/eventually.ts'
import type { ApiResponse } from '../http/response.ts'
import { orderBody } from './bodies.ts'
import type { Calls } from './calls.ts'

export type Payments = {
  createOrder(overrides?: Record<string, unknown>): Promise<{ transactionUuid: string; link: string }>
  /** Adds money to the wallet of the merchant, in dollars: "25.00". */
  topUp(amount: string, as?: Credentials): Promise<void>
  /** A card token as the gateway's fields would make it for this page. */
  cardToken(link: string, number: string): Promise<string>
  /** Pays by the page's calls, without a browser, with a card that needs no challenge. Returns the last response. */
  payByCalls(link: string, number?: string): Promise<ApiResponse>
  status(transactionUuid: string): Promise<any>
}

type Needs = Calls & { url: string; sandboxUrl: string; merchant: Credentials }

export function openPayments({ url, sandboxUrl, merchant, signed, basic, checkout }: Needs): Payments {
  const cardToken: Payments['cardToken'] = async (link, number) => {
    // A page that finds the gateway unreachable opens its session again: on a busy machine its replies may be late.
    const session = await eventually('a session for card fields', async () => {
      const opened = await checkout(link, 'session')
      assert.ok([200, 502].includes(opened.status), opened.text)
      return opened.status === 200 && opened
    })
    const securityCode = /^3[47]/.test(number) ? '1234' : '123'
    const card = {
      jwt: session.body.capture_context,
      number,
      securityCode,
      expirationMonth: '12',
      expirationYear: '2030',
    }
    const response = await fetch(`${sandboxUrl}/sandbox/microform/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(card),
    })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    return JSON.parse(text).transient_token
  }

  return {
    cardToken,
    async topUp(amount, as = merchant) {
      const response = await basic('POST', '/api/v1/remittance/sandbox/topup', undefined, {
        as,
        rawBody: `{"amount":${amount}}`,
      })
      if (response.status !== 200) throw new Error(`top-up: ${response.status} ${response.text}`)
    },
    async createOrder(overrides = {}) {
      const response = await signed('POST', '/api/v1/payment/orders', orderBody(url, overrides))
      if (response.status !== 200) throw new Error(`order: ${response.status} ${response.text}`)
      return { transactionUuid: response.body.data.transaction_uuid, link: response.body.data.links }
    },
    async payByCalls(link, number = '4242424242424242') {
      const setup = await checkout(link, 'setup', { transient_token: await cardToken(link, number) })
      assert.equal(setup.status, 200, setup.text)
      return checkout(link, 'pay', { reference_id: setup.body.reference_id, browser: {} })
    },
    async status(transactionUuid) {
      return (await signed('POST', '/api/v1/payment/status', { transaction_uuid: transactionUuid })).body.data
    },
  }
}
