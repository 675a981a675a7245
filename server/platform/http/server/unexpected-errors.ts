// Maps errors that no route threw on purpose to problems for the caller.
import { Problem, type ProblemSpec } from '../../../kernel/problem.ts'
import { isConflict, isDatabaseUnavailable, isLockOrStatementTimeout } from '../../database/database.ts'
import { requestProblems } from '../problems.ts'

const frameworkProblems: Record<string, ProblemSpec> = {
  FST_ERR_CTP_BODY_TOO_LARGE: requestProblems.body_too_large,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: requestProblems.bad_request,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: requestProblems.unsupported_media_type,
  // A target that the router cannot parse (an invalid escape, an overlong part) names no existing resource.
  FST_ERR_BAD_URL: requestProblems.not_found,
  FST_ERR_MAX_PARAM_LENGTH: requestProblems.not_found,
}

/**
 * The problem for an error of the framework, the database or unknown origin.
 * @param failure the problem for unknown errors.
 * @param bodyLimit in bytes, of a route that accepts larger bodies than others.
 */
export function problemOf(
  error: unknown,
  failure: ProblemSpec = requestProblems.internal,
  bodyLimit?: number,
): Problem {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = code === undefined ? undefined : frameworkProblems[code]
  if (known === requestProblems.body_too_large && bodyLimit !== undefined)
    return new Problem(requestProblems.upload_too_large, { limit: sizeText(bodyLimit) })
  if (known) return new Problem(known)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Problem({ ...requestProblems.bad_request, status: statusCode })
  // A conflict has been retried several times by now; the caller may try again when fewer others do.
  if (isDatabaseUnavailable(error) || isLockOrStatementTimeout(error) || isConflict(error))
    return unavailable()
  return new Problem(failure)
}

function sizeText(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024
  return mebibytes >= 1 ? `${Math.floor(mebibytes)} MiB` : `${Math.floor(bytes / 1024)} KiB`
}

/** Nothing is wrong with the request: the caller may retry in a moment. */
export const unavailable = () => new Problem(requestProblems.unavailable, {}, { 'retry-after': '2' })
