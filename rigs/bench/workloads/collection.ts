// Asking a payer on the phone: the order is claimed, the operator is called, and its callback leads to the inquiry that completes the
// payment. The rate is that of the requests; their cost includes the outcomes.
import { oneAtATime, stockOf, stockSize } from './one-at-a-time.ts'
import { orderRequest } from './orders.ts'
import type { Bed, Outgoing, Workload } from './workload.ts'

export const collection: Workload = {
  name: 'collection',
  concurrency: [16, 1],
  async prepare(bed, options) {
    await bed.db.rows(offerMobileMoney, [bed.merchant.merchant_code])
    const stock = stockOf((count) => oneAtATime(count, () => unpaidOrder(bed)), {
      name: 'collection',
      size: stockSize(800, options),
    })
    const isDone = async () => (await bed.db.rows<{ open: number }>(openCollections))[0]?.open === 0
    return { ...stock, isComplete: isDone }
  },
}

const offerMobileMoney = {
  name: 'bench_offer_mobile_money',
  text: `update merchant set payment_methods = '{card,mobile_money}' where merchant_code = $1`,
}

const openCollections = {
  name: 'bench_open_collections',
  text: `select count(*)::integer as open from operation where kind = 'collection' and state in ('intent', 'sent', 'unknown')`,
}

let used = 0
/** Numbers of Orange, each once, because prompts are counted by number; those that end so approve. */
const nextNumber = () => `+24389${String(used++).padStart(5, '0')}21`

async function unpaidOrder({ send }: Bed): Promise<Outgoing> {
  const { data } = (await send(orderRequest(0))) as { data: { transaction_uuid: string } }
  const body = { transaction_uuid: data.transaction_uuid, customer_number: nextNumber() }
  return { method: 'POST', path: '/api/v1/payment/collections', body: Buffer.from(JSON.stringify(body)) }
}
