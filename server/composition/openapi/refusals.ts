// The refusals of each route for the API document: its own problems, and those of its kind of authentication or of any body. Each
// becomes an example of its status.
import { z } from 'zod'
import { accessProblems, sampleProblem } from '../../admin/access.ts'
import type { ProblemSpec } from '../../kernel/problem.ts'
import { basicProblems } from '../../merchants/identity/basic-auth.ts'
import { selfServiceProblems, signingProblems } from '../../merchants/problems.ts'
import type { Access } from '../../platform/http/access.ts'
import type { Endpoint, ListedRoute } from '../../platform/http/api.ts'
import { codeOf, dateInvalid } from '../../platform/http/http.ts'
import { requestProblems } from '../../platform/http/problems.ts'

/** The error format of a route: `{detail}`, or `{status, code, message}`. */
export type ErrorStyle = 'detail' | 'code'

const { rate_limited, bad_request, unavailable, internal } = requestProblems

/** Refusals of callers that are not authenticated or exceed the rate limit. */
export const callerProblems: Record<Access['by'], readonly ProblemSpec[]> = {
  signature: [...Object.values(signingProblems), rate_limited],
  basic: [...Object.values(basicProblems), rate_limited],
  bearer: [
    selfServiceProblems.token_wrong,
    selfServiceProblems.role_refused,
    selfServiceProblems.suspended,
    selfServiceProblems.sample_read_only,
    rate_limited,
  ],
  admin: Object.values(accessProblems),
  none: [],
}

const bodyProblems = [
  requestProblems.malformed_json,
  requestProblems.json_over_budget,
  requestProblems.body_too_large,
  requestProblems.stranger_body_too_large,
  requestProblems.unsupported_media_type,
  requestProblems.compressed_body,
]

const idempotencyProblems = [
  requestProblems.idempotency_key_invalid,
  requestProblems.idempotency_key_reused,
  requestProblems.idempotency_key_running,
]

/** Returns every problem a route may refuse with, once each. */
export function refusalsOf({ endpoint }: ListedRoute): ProblemSpec[] {
  const { access, body, bodyType, repeatable, problems = [] } = endpoint
  const all = [
    ...problems,
    ...callerProblems[access.by],
    ...(typeof endpoint.conflictOfInterest === 'object' ? [sampleProblem] : []),
    ...(access.by === 'signature' && access.orSecret ? callerProblems.basic : []),
    ...(body ? bodyProblems : []),
    ...(bodyType ? [requestProblems.unsupported_media_type, requestProblems.compressed_body] : []),
    ...(repeatable ? idempotencyProblems : []),
    ...(hasDays(endpoint) ? [dateInvalid] : []),
    bad_request,
    internal,
    unavailable,
  ]
  return [...new Set(all)]
}

/** Whether the route's list can be filtered by days. */
function hasDays({ query }: Endpoint): boolean {
  return query instanceof z.ZodObject && 'from' in query.shape
}

/** Whether the route reads a body or query that can have the wrong shape. */
export function readsSomething({ body, query }: Endpoint): boolean {
  return body !== undefined || query !== undefined
}

/** Returns the name of a problem's example: its code or status, and its message. */
export function exampleName(style: ErrorStyle, { code, status, detail }: ProblemSpec): string {
  const text = detail
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  return `${style === 'code' ? codeOf({ status, ...(code && { code }) }) : status}.${text.slice(0, 60)}`
}

/** Returns the body of a problem as sent, with placeholders in braces. */
export function exampleBody(style: ErrorStyle, { code, status, detail }: ProblemSpec): object {
  if (style === 'detail') return { detail }
  return { status: 'error', code: codeOf({ status, ...(code && { code }) }), message: detail }
}

export const wrongShape = {
  detail: {
    status: 422,
    name: '422.wrong_shape',
    body: { detail: [{ type: 'missing', loc: ['body', 'amount'], msg: 'Field required', input: null }] },
  },
  code: {
    status: 400,
    name: 'RMT-1005.wrong_shape',
    body: {
      status: 'error',
      code: 'RMT-1005',
      message: 'A required field is missing or invalid',
      errors: [{ field: 'amount', message: 'Field required' }],
    },
  },
} as const
