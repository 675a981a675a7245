import type { Workload } from '../workload.ts'
import { orders } from './orders.ts'
import { status } from './status.ts'

export const workloads: Workload[] = [orders, status]
