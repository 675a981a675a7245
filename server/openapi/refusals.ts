// What a route may refuse with: its own problems, and those of every request that shows who it is, or has a body, the
// same way. Each is an example of its status.
import { z } from 'zod'
import { accessProblems } from '../admin/access.ts'
import type { ProblemSpec } from '../kernel/problem.ts'
import { basicProblems } from '../merchants/identity/basic-auth.ts'
import { selfServiceProblems, signingProblems } from '../merchants/problems.ts'
import type { Authentication, Endpoint, ListedRoute } from '../platform/http/api.ts'
import { codeOf, dateInvalid } from '../platform/http/coded-errors.ts'
import { requestProblems } from '../platform/http/problems.ts'

/** How errors look where a route is: `{detail}`, or `{status, code, message}`. */
export type ErrorStyle = 'detail' | 'code'

const { rate_limited, bad_request, unavailable, internal } = requestProblems

/** What those are told who cannot show who they are, or ask too often. */
export const strangers: Record<Authentication, readonly ProblemSpec[]> = {
  signature: [...Object.values(signingProblems), rate_limited],
  basic: [...Object.values(basicProblems), rate_limited],
  bearer: [selfServiceProblems.token_wrong, rate_limited],
  admin: Object.values(accessProblems),
  none: [],
}

const ofBodies = [
  requestProblems.malformed_json,
  requestProblems.json_over_budget,
  requestProblems.body_too_large,
  requestProblems.stranger_body_too_large,
  requestProblems.unsupported_media_type,
  requestProblems.compressed_body,
]

const ofRepeats = [
  requestProblems.idempotency_key_invalid,
  requestProblems.idempotency_key_reused,
  requestProblems.idempotency_key_running,
]

/** Everything a route may refuse with, each once. */
export function refusalsOf({ endpoint }: ListedRoute): ProblemSpec[] {
  const { authentication, body, repeatable, problems = [] } = endpoint
  const all = [
    ...problems,
    ...strangers[authentication],
    ...(body ? ofBodies : []),
    ...(repeatable ? ofRepeats : []),
    ...(hasDays(endpoint) ? [dateInvalid] : []),
    bad_request,
    internal,
    unavailable,
  ]
  return [...new Set(all)]
}

/** Whether its list is narrowed down by days. */
function hasDays({ query }: Endpoint): boolean {
  return query instanceof z.ZodObject && 'from' in query.shape
}

/** Whether it reads something that can be of the wrong shape. */
export function readsSomething({ body, query }: Endpoint): boolean {
  return body !== undefined || query !== undefined
}

/** The name of a problem's example: its code, where the style has one, and its words. */
export function exampleName(style: ErrorStyle, { code, status, detail }: ProblemSpec): string {
  const text = detail
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  return `${style === 'code' ? codeOf({ status, ...(code && { code }) }) : status}.${text.slice(0, 60)}`
}

/** The body of a problem as it is sent, with the names of what is filled in. */
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
      message: 'A required field is missing or not well formed',
      errors: [{ field: 'amount', message: 'Field required' }],
    },
  },
} as const
