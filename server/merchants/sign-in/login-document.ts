// Request body and problems of signing in, for the API document; shared by `login` and the portal's session.
import { named } from '../../platform/http/api.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import { loginSchema } from './login.ts'

export const loginBody = named('LoginRequest', loginSchema, {
  email: 'grace@example.com',
  password: 'correct horse battery',
})
export const loginProblems = [
  problems.login_wrong,
  problems.second_factor_required,
  problems.login_code_wrong,
  problems.locked,
  requestProblems.rate_limited,
]
