// The error format of the remittance and merchant self-service APIs: a status, a code from the error catalogue, a message,
// and every validation error of the request at once.
import type { ProblemSpec } from '../../kernel/problem.ts'
import type { ErrorShape } from './http.ts'

const malformed = 'RMT-1001'
const faulty = { code: 'RMT-1005', message: 'A required field is missing or invalid' }
/** Used when a date is the only invalid field. */
export const dateInvalid = {
  code: 'RMT-1006',
  status: 400,
  detail: 'A date is invalid',
  retry: 'never',
} as const satisfies ProblemSpec

/** The code of a problem; general problems are named after their HTTP status. */
export function codeOf({ code, status }: Pick<ProblemSpec, 'code' | 'status'>): string {
  return code ?? (status === 400 ? malformed : `RMT-${status}`)
}

/** `{status: error, code, message, errors?}`. */
export const codeShape: ErrorShape = {
  invalidBodyStatus: 400,
  body({ status, detail, problem, faults }) {
    if (faults) {
      const errors = faults.map(({ loc, msg }) => ({ field: loc.slice(1).join('.'), message: msg }))
      const isDated = faults.every(({ type }) => type === 'date_parsing')
      const reported = isDated ? { code: dateInvalid.code, message: dateInvalid.detail } : faulty
      return { status: 'error', ...reported, errors }
    }
    return {
      status: 'error',
      code: codeOf(problem?.spec ?? { status }),
      message: detail,
      ...(problem && problem.errors.length > 0 && { errors: problem.errors }),
    }
  },
}
