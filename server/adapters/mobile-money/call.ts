// Carries one call to an operator and its reply back. It keeps nothing and understands nothing of payouts.
import { parseJson } from '../../platform/http/body/json.ts'
import type { Upstream, UpstreamRequest } from '../../platform/network/upstream.ts'
import type { Log } from '../../platform/observability/log.ts'

export type OperatorReply =
  /** `json` is undefined when the body is no plain JSON; its numbers are read with `fact`. */
  | { kind: 'reply'; status: number; json: unknown }
  /** `sent` is false only when it is certain that the operator got nothing. */
  | { kind: 'no_reply'; cause: string; sent: boolean }

/** @param operation names the call in the log, which never holds more of it than this. */
export async function callOperator(
  { upstream, log }: { upstream: Upstream; log: Log },
  operation: string,
  request: UpstreamRequest,
): Promise<OperatorReply> {
  const start = performance.now()
  const answer = await upstream.call(request)
  const asked = { operation, method: request.method, duration_ms: Math.round(performance.now() - start) }
  if (answer.kind === 'no_reply') {
    log.warn('operator did not reply', { ...asked, reason: answer.cause })
    return answer
  }
  const fields = { ...asked, http_status: answer.status }
  if (answer.status < 400) log.debug('operator replied', fields)
  else log.warn('operator refused', fields)
  return { kind: 'reply', status: answer.status, json: parseJson(answer.body) }
}

/** A body, byte for byte as it is signed and sent. */
export function jsonBytes(body: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(body))
}
