// The proof of identity that a request brings for a sensitive change.
import type { FastifyRequest } from 'fastify'

/** Returns the step-up token of a request; undefined if there is none, or more than one. */
export function stepUpToken({ raw }: FastifyRequest): string | undefined {
  const sent = raw.headersDistinct['x-step-up-token']
  return sent?.length === 1 ? sent[0] : undefined
}
