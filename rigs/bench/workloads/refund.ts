// Refunding part of a payment, as admins do: reserved, requested from the gateway, booked.

import { oneAtATime } from './one-at-a-time.ts'
import { paidOrder } from './paid-order.ts'
import type { Bed, Outgoing, Workload } from './workload.ts'

const payments = 128

/** Each payment is large enough for many refunds of a cent. */
export const refund = {
  name: 'refund',
  concurrency: [16, 1],
  async prepare(bed: Bed) {
    const paid = await oneAtATime(payments, () => paidOrder(bed, 4_000))
    return (n: number) => refundRequest(bed, paid[n % paid.length]!, n)
  },
} satisfies Workload

export function refundRequest(
  { adminToken }: Pick<Bed, 'adminToken'>,
  paymentId: string,
  n: number,
): Outgoing {
  return {
    method: 'POST',
    path: `/api/v1/admin/payment/refunds/${paymentId}`,
    headers: { 'content-type': 'application/json', 'x-admin-token': adminToken },
    body: Buffer.from(JSON.stringify({ amount: 0.01, reason: `returned goods, part ${n}` })),
  }
}
