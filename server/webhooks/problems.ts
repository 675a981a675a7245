// Every way to refuse a request about webhook deliveries.
import type { ProblemSpec } from '../kernel/problem.ts'

export const deliveryProblems = {
  delivery_unknown: { code: 'RMT-404', status: 404, detail: 'Delivery not found', retry: 'never' },
} as const satisfies Record<string, ProblemSpec>
