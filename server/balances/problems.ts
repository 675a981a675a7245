// Every problem of reading card money that is not a problem of any request.
import type { ProblemSpec } from '../kernel/problem.ts'

export const balanceProblems = {
  invoice_unknown: { code: 'RMT-404', status: 404, detail: 'Invoice not found', retry: 'never' },
} as const satisfies Record<string, ProblemSpec>
