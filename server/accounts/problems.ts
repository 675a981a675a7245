// Every way to refuse who signs in or confirms their identity, of merchants' users and of admin users.
import type { ProblemSpec } from '../kernel/problem.ts'

export const bearerChallenge = { 'www-authenticate': 'Bearer' }

const unauthorized = { retry: 'never', headers: bearerChallenge } as const

export const accountProblems = {
  login_wrong: { code: 'RMT-401', status: 401, detail: 'Wrong email or password', ...unauthorized },
  second_factor_required: {
    code: 'RMT-1027',
    status: 401,
    detail: 'Second factor required',
    ...unauthorized,
  },
  login_code_wrong: {
    code: 'RMT-1027',
    status: 401,
    detail: 'The code is wrong or was used already',
    ...unauthorized,
  },
  passkey_refused: {
    code: 'RMT-401',
    status: 401,
    detail: 'The passkey is unknown or its response is invalid',
    ...unauthorized,
  },
  locked: {
    code: 'RMT-429',
    status: 429,
    detail: 'Too many wrong passwords, try again later',
    retry: 'later',
  },
  password_wrong: { code: 'RMT-1009', status: 400, detail: 'The current password is wrong', retry: 'never' },
  password_refused: { code: 'RMT-1010', status: 400, detail: '{reason}', retry: 'never' },
  factor_required: { code: 'RMT-1025', status: 403, detail: 'Second factor required', retry: 'never' },
  code_wrong: {
    code: 'RMT-1028',
    status: 400,
    detail: 'The code is wrong or was used already',
    retry: 'never',
  },
  passkey_wrong: {
    code: 'RMT-1029',
    status: 400,
    detail: 'The passkey is unknown or its response is invalid',
    retry: 'never',
  },
  passkey_known: {
    code: 'RMT-409',
    status: 409,
    detail: 'This passkey is registered already',
    retry: 'never',
  },
  passkeys_full: { code: 'RMT-409', status: 409, detail: 'A user has at most 20 passkeys', retry: 'never' },
  passkey_unknown: { code: 'RMT-404', status: 404, detail: 'Passkey not found', retry: 'never' },
  user_unknown: { code: 'RMT-404', status: 404, detail: 'User not found', retry: 'never' },
  session_unknown: { code: 'RMT-404', status: 404, detail: 'Session not found', retry: 'never' },
} as const satisfies Record<string, ProblemSpec>
