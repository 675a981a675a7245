// Compares the samples of `likuta webhooks send` with real events of the same kind, so that a handler tested with a sample works with
// the real event.

import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReceiver, type Receiver } from '../../../../test/support/callers/merchant-client.ts'
import { transfersOf } from '../../../../test/support/callers/transfers.ts'
import { eventually } from '../../../../test/support/http/eventually.ts'
import { orderBody } from '../../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../../test/support/world/world.ts'
import { samples } from './samples.ts'

type Body = Record<string, string | number | null>

let world: World
let receiver: Receiver
beforeAll(async () => {
  ;[world, receiver] = await Promise.all([openWorld(), openReceiver()])
  await world.topUp('20.00')
})
afterAll(async () => {
  await receiver?.close()
  await world?.close()
})

function received(wanted: Body): Promise<Body> {
  return eventually(`an event with ${JSON.stringify(wanted)}`, async () =>
    receiver.received
      .map(({ body }) => JSON.parse(body.toString()) as Body)
      .find((body) => Object.entries(wanted).every(([name, value]) => body[name] === value)),
  )
}

/** An order of the samples: paid with the card, or cancelled if there is none. */
async function order(card: string | null): Promise<Body> {
  const body = orderBody(world.url, {
    merchant_reference: 'INV-2041',
    bill_to_email: 'grace@example.com',
    callback_url: receiver.url,
  })
  const { body: made } = await world.signed('POST', '/api/v1/payment/orders', body)
  const { links, transaction_uuid } = made.data
  if (card !== null) await world.payByCalls(links, card)
  else
    await fetch(links.replace('?', '/cancel?'), { method: 'POST', headers: { accept: 'application/json' } })
  return received({ transaction_uuid, ...(card === null && { event_type: 'PAYMENT_CANCELLATION' }) })
}

async function undone(path: 'refunds' | 'voids', body: object): Promise<Body> {
  const { transaction_uuid, cs_payment_id } = await order('4242424242424242')
  await world.admin('POST', `/api/v1/admin/payment/${path}/${cs_payment_id}`, {
    ...body,
    notify_merchant: true,
  })
  return received({ transaction_uuid: transaction_uuid!, event_type: path === 'refunds' ? 'REFUND' : 'VOID' })
}

let sent = 0
async function transfer(
  customer_number: string,
  expected_receiver_name: string,
  status: string,
): Promise<Body> {
  sent += 1
  const body = {
    reference: `T-204${sent}`,
    customer_number,
    expected_receiver_name,
    callback_url: receiver.url,
  }
  const { transaction_id } = await transfersOf(world).accepted(body)
  return received({ transaction_id, status })
}

const events: Record<string, () => Promise<Body>> = {
  payment: () => order('4242424242424242'),
  'payment-failed': () => order('4000000000009995'),
  'payment-cancellation': () => order(null),
  refund: () => undone('refunds', { amount: 10, reason: 'One of two shirts came back' }),
  void: () => undone('voids', { reason: 'Ordered twice' }),
  transfer: () => transfer('+243810000001', 'Jean Mukendi', 'Successful'),
  'transfer-failed': () => transfer('+243970000002', 'Marie Ilunga', 'Failed'),
  'transfer-reversed': () => transfer('+243840000004', 'Chantal Mwamba', 'Reversed'),
}

/** Fields whose values differ each time: only their format is compared. */
const ofTheMoment = new Set([
  ...['transaction_uuid', 'cs_payment_id', 'cs_refund_id', 'refund_id', 'cs_void_id', 'void_id', 'timestamp'],
  ...['transaction_id', 'telco_reference', 'created_at', 'completed_at'],
])
const formOf = (value: Body[string] | undefined) =>
  typeof value === 'string' ? value.replaceAll(/[0-9A-Z]/g, '#').replace(/^T-#+$/, 'T-#') : typeof value

test('every webhook sample has a real event to compare with', () => {
  expect(Object.keys(samples)).toEqual(Object.keys(events))
})

test.each(Object.keys(events))(
  'the webhook sample %s has the fields and values of a real event',
  async (kind) => {
    const real = await events[kind]!()
    const sample = samples[kind]!(Temporal.Now.instant()).body as Body
    assert.deepEqual(Object.keys(sample), Object.keys(real))
    const compared = (body: Body) =>
      Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          name,
          ofTheMoment.has(name) || name === 'reference' ? formOf(value) : value,
        ]),
      )
    assert.deepEqual(compared(sample), compared(real))
  },
)
