import type { Workload } from '../workload.ts'
import { inboundManyWallets, inboundOneWallet } from './inbound.ts'
import { orders } from './orders.ts'
import { status } from './status.ts'

export const workloads: Workload[] = [orders, status, inboundOneWallet, inboundManyWallets]
