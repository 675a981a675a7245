// Refunding part of a payment, as admins do: reserved, requested from the gateway, booked.

import { payment } from './charge.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { orderRequest } from './orders.ts'
import type { Bed, Outgoing, Workload } from './workload.ts'

const payments = 128

/** Each payment is large enough for many refunds of a cent. */
export const refund: Workload = {
  name: 'refund',
  concurrency: [16, 1],
  async prepare(bed) {
    const paid = await oneAtATime(payments, (n) => paidOrder(bed, n))
    return (n) => refundRequest(bed, paid[n % paid.length]!, n)
  },
  subjects: ['product', 'row by row'],
  withoutDatabase: {},
}

const paidWith = {
  name: 'bench_paid_with',
  text: 'select cs_payment_id from card_transaction where merchant_reference = $1 and cs_payment_id is not null',
}

/** @returns the id of its payment at the gateway. */
async function paidOrder(bed: Bed, n: number): Promise<string> {
  const order = orderRequest(n)
  const reference = `REFUND-${n}`
  const body = { ...JSON.parse(order.body.toString()), amount: 4_000, merchant_reference: reference }
  await bed.send(await payment(bed, { ...order, body: Buffer.from(JSON.stringify(body)) }))
  const [row] = await bed.db.rows<{ cs_payment_id: string }>(paidWith, [reference])
  if (!row) throw new Error(`${reference} was not paid`)
  return row.cs_payment_id
}

function refundRequest({ adminToken }: Bed, paymentId: string, n: number): Outgoing {
  return {
    method: 'POST',
    path: `/api/v1/admin/payment/refunds/${paymentId}`,
    headers: { 'content-type': 'application/json', 'x-admin-token': adminToken },
    body: Buffer.from(JSON.stringify({ amount: 0.01, reason: `returned goods, part ${n}` })),
  }
}
