// Every way to refuse a request about admin users and their sessions.
import { accountProblems } from '../../accounts/problems.ts'
import type { ProblemSpec } from '../../kernel/problem.ts'

export const staffProblems = {
  ...accountProblems,
  user_exists: {
    code: 'RMT-409',
    status: 409,
    detail: 'This email belongs to an admin user already',
    retry: 'never',
  },
  name_taken: {
    code: 'RMT-409',
    status: 409,
    detail: 'Another admin user has this name, by which persons are told apart',
    retry: 'never',
  },
  name_differs: {
    code: 'RMT-409',
    status: 409,
    detail: 'A former admin user had this email under another name',
    retry: 'never',
  },
  role_unchanged: { code: 'RMT-409', status: 409, detail: 'The user has this role already', retry: 'never' },
  user_changed: {
    code: 'RMT-409',
    status: 409,
    detail: 'The user has changed since this was requested',
    retry: 'never',
  },
  last_owner: {
    code: 'RMT-409',
    status: 409,
    detail: 'There must be at least one owner among the admin users',
    retry: 'never',
  },
  own_factor: {
    code: 'RMT-1021',
    status: 403,
    detail: 'Another admin must reset your second factor',
    retry: 'never',
  },
  no_account: {
    code: 'RMT-409',
    status: 409,
    detail: 'A token has no user account',
    retry: 'never',
  },
  factor_reset: {
    code: 'RMT-409',
    status: 409,
    detail: 'Your second factor was reset: set up a new one with the link that you were given',
    retry: 'never',
  },
  link_unusable: {
    code: 'RMT-404',
    status: 404,
    detail: 'This link is unknown, used or expired',
    retry: 'never',
  },
  link_waiting: {
    code: 'RMT-409',
    status: 409,
    detail: 'This invitation waits for the approval of a second admin',
    retry: 'never',
  },
} as const satisfies Record<string, ProblemSpec>
