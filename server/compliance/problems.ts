// The error catalogue of the compliance routes.
import type { ProblemSpec } from '../kernel/problem.ts'

export const complianceProblems = {
  number_invalid: { code: 'RMT-1004', status: 400, detail: 'Invalid phone number', retry: 'never' },
  number_listed: {
    code: 'RMT-1012',
    status: 409,
    detail: 'The number is blacklisted already',
    retry: 'never',
  },
  number_unknown: { code: 'RMT-404', status: 404, detail: 'The number is not blacklisted', retry: 'never' },
  list_unknown: { code: 'RMT-404', status: 404, detail: 'List or version not found', retry: 'never' },
  alert_unknown: { code: 'RMT-404', status: 404, detail: 'Alert not found', retry: 'never' },
  alert_closed: { code: 'RMT-1013', status: 409, detail: 'The alert is closed already', retry: 'never' },
} as const satisfies Record<string, ProblemSpec>
