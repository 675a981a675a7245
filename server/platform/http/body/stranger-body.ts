// Who shows no credentials sends little: whatever larger is costs memory and time before anybody is asked who it is.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../../kernel/problem.ts'
import { requestProblems } from '../problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes bodies of full size from whoever calls: what shows who it is lies in the address or in the body itself. */
    largeBodies?: true
  }
}

export const maxStrangerBodyBytes = 4_096

const credentialHeaders = ['authorization', 'x-api-key', 'x-signature', 'x-admin-token'] as const

/** To be called before the first route. Bodies without a length are counted once they are there. */
export function limitStrangers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    refuseLargeOfStrangers(request, Number(request.headers['content-length'] ?? 0))
    done()
  })
}

/** @throws Problem 413 */
export function refuseLargeOfStrangers(request: FastifyRequest, bytes: number): void {
  if (bytes > maxStrangerBodyBytes && isOfStranger(request))
    throw new Problem(requestProblems.stranger_body_too_large)
}

/** A route that asks for no credentials does not look at them. */
function isOfStranger({ headers, routeOptions }: FastifyRequest): boolean {
  const { largeBodies, api } = routeOptions.config
  if (largeBodies) return false
  const isOpen = api === undefined || api === 'unlisted' || api.authentication === 'none'
  return isOpen || !credentialHeaders.some((name) => headers[name])
}
