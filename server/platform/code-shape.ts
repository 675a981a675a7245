// The error body of the remittance service and of merchant self-service: a status, a code of the catalogue, words, and
// every fault of the request at once.
import type { ProblemSpec } from '../kernel/problem.ts'
import type { ErrorShape } from './http.ts'

const malformed = 'RMT-1001'
const faulty = 'RMT-1005'

/** The code of a problem; one that any request may meet is named for its HTTP status. */
export function codeOf({ code, status }: Pick<ProblemSpec, 'code' | 'status'>): string {
  return code ?? (status === 400 ? malformed : `RMT-${status}`)
}

/** `{status: error, code, message, errors?}`. */
export const codeShape: ErrorShape = {
  invalidBodyStatus: 400,
  body({ status, detail, problem, faults }) {
    if (faults) {
      const errors = faults.map(({ loc, msg }) => ({ field: loc.slice(1).join('.'), message: msg }))
      return {
        status: 'error',
        code: faulty,
        message: 'A required field is missing or not well formed',
        errors,
      }
    }
    return {
      status: 'error',
      code: codeOf(problem?.spec ?? { status }),
      message: detail,
      ...(problem && problem.errors.length > 0 && { errors: problem.errors }),
    }
  },
}
