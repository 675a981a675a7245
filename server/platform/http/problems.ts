// Problems that any request can meet, independent of its route.
import type { ProblemSpec } from '../../kernel/problem.ts'

export const requestProblems = {
  malformed_json: { status: 400, detail: 'Malformed JSON body', retry: 'never' },
  /** More than 2,000 values or 32 levels. The remittance API distinguishes this from malformed JSON by its code. */
  json_over_budget: { code: 'RMT-1005', status: 400, detail: 'Malformed JSON body', retry: 'never' },
  body_too_large: { status: 413, detail: 'Request body is larger than 64 KiB', retry: 'never' },
  /** Of a route that accepts larger bodies than others. */
  upload_too_large: { status: 413, detail: 'Request body is larger than {limit}', retry: 'never' },
  stranger_body_too_large: {
    status: 413,
    detail: 'Request body without credentials is larger than 4 KiB',
    retry: 'never',
  },
  unsupported_media_type: { status: 415, detail: 'Content-Type must be application/json', retry: 'never' },
  compressed_body: { status: 415, detail: 'Compressed bodies are not accepted', retry: 'never' },
  not_found: { status: 404, detail: 'Not Found', retry: 'never' },
  method_not_allowed: { status: 405, detail: 'Method Not Allowed', retry: 'never' },
  bad_request: { status: 400, detail: 'Bad Request', retry: 'never' },
  headers_too_large: { status: 431, detail: 'Request headers are too large', retry: 'never' },
  rate_limited: { status: 429, detail: 'Rate limit exceeded', retry: 'later' },
  internal: { status: 500, detail: 'Internal Server Error', retry: 'later' },
  unavailable: { status: 503, detail: 'Service Unavailable', retry: 'later' },
  idempotency_key_reused: {
    status: 422,
    detail: 'Idempotency-Key was used with another request',
    retry: 'never',
  },
  idempotency_key_running: {
    status: 409,
    detail: 'A request with this Idempotency-Key is still running',
    retry: 'same_key',
  },
  idempotency_key_invalid: {
    status: 422,
    detail: 'Idempotency-Key must be 1 to 255 printable ASCII characters',
    retry: 'never',
  },
} as const satisfies Record<string, ProblemSpec>
