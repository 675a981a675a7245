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
  withoutDatabase: {
    find_card_statuses: async ([uuids], once) => {
      const [row] = await once()
      return (uuids as string[]).map((uuid) => ({ ...row, transaction_uuid: uuid }))
    },
  },
  levels: [{ at: 64, figure: 'perSecond', against: { subject: 'no database' }, atLeast: 0.8 }],
} satisfies Workload

function statusRequest(order: unknown): Outgoing {
  const { transaction_uuid } = (order as { data: { transaction_uuid: string } }).data
  return {
    method: 'POST',
    path: '/api/v1/payment/status',
    body: Buffer.from(JSON.stringify({ transaction_uuid })),
  }
}
