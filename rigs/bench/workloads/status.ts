// Reading the status of one of many transactions.

import { orderRequest } from './orders.ts'
import type { Bed, Outgoing, Workload } from './workload.ts'

export const status = {
  name: 'status',
  concurrency: [64],
  async prepare(bed: Pick<Bed, 'send'>) {
    const orders = Array.from({ length: 256 }, (_, n) => bed.send(orderRequest(n)))
    const requests = (await Promise.all(orders)).map(statusRequest)
    return (n) => requests[n % requests.length]!
  },
} satisfies Workload

function statusRequest(order: unknown): Outgoing {
  const { transaction_uuid } = (order as { data: { transaction_uuid: string } }).data
  return {
    method: 'POST',
    path: '/api/v1/payment/status',
    body: Buffer.from(JSON.stringify({ transaction_uuid })),
  }
}
