// What no response may be, whatever the request.
import { assertAsDocumented } from '../../test/support/http/api-traffic.ts'
import type { ApiResponse } from '../../test/support/http/response.ts'
import type { Case } from './requests/cases.ts'
import type { Exchange, Sent } from './requests/wire.ts'

const inside =
  /\n\s+at |node_modules|\/server\/[\w/-]+\.ts|ECONN|pg_catalog|syntax error at|violates \S+ constraint|Error:/

/** Refusals of Node's own HTTP parser, before any operation is known. */
const beforeAnyOperation = new Set([400, 408, 431])

/** What is wrong with an exchange; undefined where nothing is. */
export function faultOf(
  sent: Sent,
  { kind }: Pick<Case, 'kind'>,
  { responses, hasEnded }: Exchange,
): string | undefined {
  if (!hasEnded) return 'no end of the response within twenty seconds'
  const mayBeSilent =
    sent.framing.as === 'truncated' || sent.framing.as === 'odd' || sent.method === 'CONNECT'
  if (responses.length === 0) return mayBeSilent ? undefined : 'no response'
  const most = sent.framing.as === 'pipelined' ? sent.framing.times : sent.framing.as === 'odd' ? 2 : 1
  if (responses.length > most) return `${responses.length} responses to ${most} requests`
  for (const response of responses) {
    const fault = faultOfResponse(sent, kind, response)
    if (fault) return fault
  }
  return undefined
}

/** A 502 or 503 with its own message reports a failed upstream; any other is our failure. */
export function isUnexpected({ status, body }: ApiResponse): boolean {
  const detail = body?.detail ?? body?.message
  if (status < 500) return false
  return status === 500 || status > 503 || detail === 'Service Unavailable' || typeof detail !== 'string'
}

function faultOfResponse(sent: Sent, kind: string, response: ApiResponse): string | undefined {
  if (isUnexpected(response)) return `unexpected ${response.status}`
  if (response.status >= 400 && inside.test(response.text)) return 'internal details'
  if (response.status >= 400 && sent.method !== 'HEAD' && !hasErrorShape(response))
    return `${response.status} in no known shape`
  if (beforeAnyOperation.has(response.status) || isPage(response)) return undefined
  // A malformed path may be read as a different one.
  const astray = kind !== 'right'
  try {
    assertAsDocumented(
      { method: sent.method, path: sent.path, body: sent.body ?? Buffer.alloc(0), astray },
      response,
    )
    return undefined
  } catch (difference) {
    return (difference as Error).message.split('\n').slice(0, 3).join('; ')
  }
}

const isPage = ({ headers }: Pick<ApiResponse, 'headers'>) =>
  /^text\/html/.test(headers['content-type'] ?? '')

/** `{detail}`, or the catalogue's `{code, message}`; a page for clients that asked for one. */
function hasErrorShape({ headers, body, text }: ApiResponse): boolean {
  if (isPage({ headers })) return /^<!doctype html>/i.test(text)
  const detail = body?.detail ?? body?.message
  return (
    /^application\/json/.test(headers['content-type'] ?? '') &&
    (typeof detail === 'string' || Array.isArray(detail))
  )
}
