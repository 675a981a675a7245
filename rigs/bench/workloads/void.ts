// Voiding a payment, as admins do: reserved, requested from the gateway, booked. Each payment can be voided once.
import { oneAtATime, stockOf, stockSize } from './one-at-a-time.ts'
import { paidOrder } from './paid-order.ts'
import type { Bed, Outgoing, Workload } from './workload.ts'

export const voidWorkload: Workload = {
  name: 'void',
  concurrency: [16, 1],
  prepare: async (bed, options) =>
    stockOf((count) => oneAtATime(count, async () => voidRequest(bed, await paidOrder(bed, 25.5))), {
      name: 'void',
      size: stockSize(1_500, options),
    }),
}

function voidRequest({ adminToken }: Bed, paymentId: string): Outgoing {
  return {
    method: 'POST',
    path: `/api/v1/admin/payment/voids/${paymentId}`,
    headers: { 'content-type': 'application/json', 'x-admin-token': adminToken },
    body: Buffer.from(JSON.stringify({ reason: 'ordered twice', notify_merchant: true })),
  }
}
