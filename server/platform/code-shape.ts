// The error body of the remittance service and of merchant self-service: a status, a code of the catalogue, words, and
// every fault of the request at once.
import type { ErrorShape } from './http.ts'

const malformed = 'RMT-1001'
const faulty = 'RMT-1005'

/** `{status: error, code, message, errors?}`. */
export const codeShape: ErrorShape = {
  invalidBodyStatus: 400,
  body({ status, detail, problem, faults }) {
    if (faults) {
      const errors = faults.map(({ loc, msg }) => ({ field: loc.slice(1).join('.'), message: msg }))
      return { status: 'error', code: faulty, message: 'A field is missing or not well formed', errors }
    }
    const general = status === 400 ? malformed : `RMT-${status}`
    return {
      status: 'error',
      code: problem?.spec.code ?? general,
      message: detail,
      ...(problem && problem.errors.length > 0 && { errors: problem.errors }),
    }
  },
}
