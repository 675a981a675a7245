// What is asked for in an address is text like any other: without signs that no database can hold and no person types.
import type { FastifyRequest } from 'fastify'
import { hasControlCharacters } from '../../../kernel/control-characters.ts'
import { InvalidBody, Problem } from '../../../kernel/problem.ts'
import { requestProblems } from '../problems.ts'
import { unstorable } from './body.ts'
import { echo } from './masked-input.ts'

/**
 * @throws InvalidBody with every parameter that has a control character in its name or value; Problem 400 where the route
 * takes no parameters and its API has a status of its own for wrong ones. Pages, whose addresses people cut and paste,
 * refuse only NUL.
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
