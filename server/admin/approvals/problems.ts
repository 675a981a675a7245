// Every way to refuse a request about approvals.
import type { ProblemSpec } from '../../kernel/problem.ts'

export const approvalProblems = {
  approval_unknown: { code: 'RMT-404', status: 404, detail: 'Approval not found', retry: 'never' },
  own_request: {
    code: 'RMT-1021',
    status: 403,
    detail: 'The person who requested this cannot decide it',
    retry: 'never',
  },
  approval_decided: {
    code: 'RMT-1008',
    status: 409,
    detail: 'This request is {state} already',
    retry: 'never',
  },
  not_opened: {
    code: 'RMT-409',
    status: 409,
    detail: 'Read this request before you approve it: it shows the persons and the list entry',
    retry: 'never',
  },
  second_admin_missing: {
    code: 'RMT-1022',
    status: 403,
    detail: 'This needs the approval of a second admin, and this deployment has only one',
    retry: 'never',
  },
} as const satisfies Record<string, ProblemSpec>
