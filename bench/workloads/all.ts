import type { Workload } from '../workload.ts'
import { callback } from './callback.ts'
import { charge } from './charge.ts'
import { inboundManyWallets, inboundOneWallet } from './inbound.ts'
import { orders } from './orders.ts'
import { refund } from './refund.ts'
import { status } from './status.ts'

export const workloads: Workload[] = [
  orders,
  status,
  inboundOneWallet,
  inboundManyWallets,
  charge,
  refund,
  callback,
]
