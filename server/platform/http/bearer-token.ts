// Access tokens in the Authorization header.
import type { FastifyRequest } from 'fastify'

/** Returns the token of the Authorization header; undefined if the header is missing, doubled or of another scheme. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const sent = request.raw.headersDistinct.authorization
  const [, token] = /^bearer +([A-Za-z0-9_-]{43})$/i.exec(sent?.[0] ?? '') ?? []
  return sent?.length === 1 ? token : undefined
}
