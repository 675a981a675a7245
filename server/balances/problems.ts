// Every way to refuse a request about a merchant's card money.
import type { ProblemSpec } from '../kernel/problem.ts'

export const balanceProblems = {
  amount_decimals: {
    code: 'RMT-1002',
    status: 400,
    detail: 'Amount must have at most two decimal places',
    retry: 'never',
  },
  invoice_unknown: { code: 'RMT-404', status: 404, detail: 'Invoice not found', retry: 'never' },
} as const satisfies Record<string, ProblemSpec>
