// Charging a card: the payer presses the button of the checkout page, the bank authenticates, and the gateway
// charges. This includes two calls to the gateway and everything written before, between and after them.

import { oneAtATime, stockOf } from './one-at-a-time.ts'
import { orderRequest } from './orders.ts'
import type { Bed, Outgoing, Workload } from './workload.ts'

export const charge: Workload = {
  name: 'charge',
  concurrency: [16, 1],
  prepare: async (bed) =>
    stockOf((count) => oneAtATime(count, (n) => payment(bed, orderRequest(n))), {
      name: 'charge',
      size: 2_000,
    }),
  subjects: ['product', 'row by row'],
  withoutDatabase: {},
}

/** An order up to the point where the button can be pressed. */
export async function payment(bed: Bed, order: Outgoing): Promise<Outgoing> {
  const { data } = (await bed.send(order)) as { data: { links: string } }
  const { pathname, search } = new URL(data.links)
  const act = (name: string, body: object) => checkoutRequest(`${pathname}/${name}${search}`, body)
  const session = (await bed.send(act('session', {}))) as { capture_context: string }
  const transient_token = await cardToken(bed, session.capture_context)
  const { reference_id } = (await bed.send(act('setup', { transient_token }))) as { reference_id: string }
  return act('pay', { reference_id, browser: {} })
}

function checkoutRequest(path: string, body: object): Outgoing {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  return { method: 'POST', path, headers, body: Buffer.from(JSON.stringify(body)) }
}

/** The token that the card fields of the page would return. */
async function cardToken({ simulators }: Bed, jwt: string): Promise<string> {
  const card = {
    number: '4242424242424242',
    securityCode: '123',
    expirationMonth: '12',
    expirationYear: '2030',
  }
  const response = await fetch(`${simulators.url}/sandbox/microform/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jwt, ...card }),
  })
  return ((await response.json()) as { transient_token: string }).transient_token
}
