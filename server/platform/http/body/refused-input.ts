// Limits bodies without credentials, because a larger body costs memory and time before the caller is authenticated.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { InvalidBody, Problem } from '../../../kernel/problem.ts'
import { hasControlCharacters } from '../../../kernel/text/characters.ts'
import { requestProblems } from '../problems.ts'
import { unstorable } from './body.ts'
import { echo } from './masked-input.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes full-size bodies from any caller, because the credentials are in the URL or in the body itself. */
    largeBodies?: true
  }
}

export const maxStrangerBodyBytes = 4_096

const credentialHeaders = ['authorization', 'x-api-key', 'x-signature', 'x-admin-token'] as const

/** Must be called before the first route is registered. Bodies without a Content-Length are measured once received. */
export function limitStrangers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    refuseLargeOfStrangers(request, Number(request.headers['content-length'] ?? 0))
    done()
  })
}

/** @throws Problem 413 */
export function refuseLargeOfStrangers(request: FastifyRequest, bytes: number): void {
  // guard: unauthenticated-body-size
  if (bytes > maxStrangerBodyBytes && isOfStranger(request))
    throw new Problem(requestProblems.stranger_body_too_large)
}

/** A route without authentication ignores credentials, so its callers are always unauthenticated. */
function isOfStranger({ headers, routeOptions }: FastifyRequest): boolean {
  const { largeBodies, api } = routeOptions.config
  if (largeBodies) return false
  const isOpen = api === undefined || api === 'unlisted' || api.access.by === 'none'
  return isOpen || !credentialHeaders.some((name) => headers[name])
}

/**
 * @throws InvalidBody listing every parameter with a control character in its name or value; Problem 400 when the route
 * takes no parameters and its API has its own status for invalid ones. Pages refuse only NUL, since people copy and paste
 * their addresses.
 */
export function refuseControlCharacters(
  { query, routeOptions }: FastifyRequest,
  invalidStatus: number,
): void {
  const parameters = Object.entries(query as Record<string, string | string[]>)
  const { api } = routeOptions.config
  if (api === undefined || api === 'unlisted' || api.page) {
    if (parameters.flat(2).some((text) => text.includes('\0'))) throw new Problem(requestProblems.bad_request)
    return
  }
  const { type, msg } = unstorable.params
  const faults = parameters
    .filter((parameter) => parameter.flat().some(hasControlCharacters))
    .map(([name, value]) => ({ type, loc: ['query', name], msg, input: echo(value, [name]) }))
  if (faults.length === 0) return
  throw api.query || invalidStatus === 400
    ? new InvalidBody(faults)
    : new Problem(requestProblems.bad_request)
}
