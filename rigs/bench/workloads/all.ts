import { callback } from './callback.ts'
import { charge } from './charge.ts'
import { collection } from './collection.ts'
import { hostedPayment } from './hosted-payment.ts'
import { inboundManyWallets, inboundOneWallet } from './inbound.ts'
import { orders } from './orders.ts'
import { refund } from './refund.ts'
import { status } from './status.ts'
import { voidWorkload } from './void.ts'
import type { Workload } from './workload.ts'

export const workloads: Workload[] = [
  orders,
  status,
  inboundOneWallet,
  inboundManyWallets,
  charge,
  collection,
  hostedPayment,
  refund,
  voidWorkload,
  callback,
]
