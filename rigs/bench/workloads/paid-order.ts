// A payment that succeeded, to be refunded or voided.
import { randomUUID } from 'node:crypto'
import { payment } from './charge.ts'
import { orderRequest } from './orders.ts'
import type { Bed } from './workload.ts'

const paidWith = {
  name: 'bench_paid_with',
  text: 'select cs_payment_id from card_transaction where merchant_reference = $1 and cs_payment_id is not null',
}

/** @returns the id of its payment at the gateway. */
export async function paidOrder(bed: Bed, amount: number): Promise<string> {
  const order = orderRequest(0)
  const reference = `PAID-${randomUUID()}`
  const body = { ...JSON.parse(order.body.toString()), amount, merchant_reference: reference }
  await bed.send(await payment(bed, { ...order, body: Buffer.from(JSON.stringify(body)) }))
  const [row] = await bed.db.rows<{ cs_payment_id: string }>(paidWith, [reference])
  if (!row) throw new Error(`${reference} was not paid`)
  return row.cs_payment_id
}
