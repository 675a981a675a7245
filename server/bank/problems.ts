// Every way to refuse a request about bank files and their lines.
import type { ProblemSpec } from '../kernel/problem.ts'

export const bankProblems = {
  file_unreadable: {
    code: 'RMT-422',
    status: 422,
    detail: 'This bank file cannot be read: {reason}',
    retry: 'never',
  },
  account_unknown: {
    code: 'RMT-422',
    status: 422,
    detail: 'The statement is of an account that is not ours: {account} in {currency}',
    retry: 'never',
  },
  own_account_unknown: {
    code: 'RMT-404',
    status: 404,
    detail: 'We have no bank account of this kind',
    retry: 'never',
  },
  line_changed: {
    code: 'RMT-409',
    status: 409,
    detail: 'The statement was imported before with other content',
    retry: 'never',
  },
  line_unknown: { code: 'RMT-404', status: 404, detail: 'Bank line not found', retry: 'never' },
  line_decided: { code: 'RMT-1008', status: 409, detail: 'The bank line is {state} already', retry: 'never' },
  movement_unknown: {
    code: 'RMT-404',
    status: 404,
    detail: 'No open movement of this kind matches the bank line',
    retry: 'never',
  },
  amount_differs: {
    code: 'RMT-409',
    status: 409,
    detail: 'The bank line has another amount than the movement',
    retry: 'never',
  },
  own_payout: {
    code: 'RMT-1021',
    status: 403,
    detail: 'Another admin must assign this line: you approved the payout or imported its return',
    retry: 'never',
  },
  second_person: {
    code: 'RMT-1021',
    status: 403,
    detail: 'Another admin must confirm this write-off',
    retry: 'never',
  },
} as const satisfies Record<string, ProblemSpec>
