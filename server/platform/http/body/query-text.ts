// Refuses query strings with characters that no database can store and nobody types, as bodies are checked too.
import type { FastifyRequest } from 'fastify'
import { InvalidBody, Problem } from '../../../kernel/problem.ts'
import { hasControlCharacters } from '../../../kernel/text/control-characters.ts'
import { requestProblems } from '../problems.ts'
import { unstorable } from './body.ts'
import { echo } from './masked-input.ts'

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
