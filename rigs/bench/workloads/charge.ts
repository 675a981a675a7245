// Charging a card: the payer presses the button of the checkout page, the bank authenticates, and the gateway
// charges. This includes two calls to the gateway and everything written before, between and after them.

import { oneAtATime, stockOf, stockSize } from './one-at-a-time.ts'
import { orderRequest } from './orders.ts'
import type { Bed, Outgoing, Workload } from './workload.ts'

export const charge: Workload = {
  name: 'charge',
  concurrency: [16, 1],
  prepare: async (bed, options) =>
    stockOf((count) => oneAtATime(count, (n) => payment(bed, orderRequest(n))), {
      name: 'charge',
      size: stockSize(1_500, options),
    }),
  control: {
    subject: 'gateway alone',
    prepare: (url, options) => ({
      request: () => bareCharge,
      refill: () => prepareControl(url, stockSize(4_000, options)),
    }),
  },
}

const bareCharge = checkoutRequest('/pay', {})

async function prepareControl(url: string, size: number): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/prepare`, { method: 'POST', headers, body: JSON.stringify({ size }) })
  if (response.status !== 200) throw new Error(`the control was not prepared: ${await response.text()}`)
}

/** An order up to the point where the button can be pressed. */
export async function payment(bed: Pick<Bed, 'send' | 'simulators'>, order: Outgoing): Promise<Outgoing> {
  const { data } = (await bed.send(order)) as { data: { links: string } }
  const { pathname, search } = new URL(data.links)
  const act = (name: string, body: object) => checkoutRequest(`${pathname}/${name}${search}`, body)
  const session = (await bed.send(act('session', {}))) as { capture_context: string }
  const transient_token = await cardToken(bed.simulators.url, session.capture_context)
  const { reference_id } = (await bed.send(act('setup', { transient_token }))) as { reference_id: string }
  return act('pay', { reference_id, browser: {} })
}

function checkoutRequest(path: string, body: object): Outgoing {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  return { method: 'POST', path, headers, body: Buffer.from(JSON.stringify(body)) }
}

/**
 * The card token that the card fields of the page return.
 * @param simulators address of the simulated gateway.
 * @param jwt the capture context of the payment.
 */
export async function cardToken(simulators: string, jwt: string): Promise<string> {
  const card = {
    number: '4242424242424242',
    securityCode: '123',
    expirationMonth: '12',
    expirationYear: '2030',
  }
  const response = await fetch(`${simulators}/sandbox/microform/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jwt, ...card }),
  })
  return ((await response.json()) as { transient_token: string }).transient_token
}
