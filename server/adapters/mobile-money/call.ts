// Sends one call to an operator and returns its reply. It is stateless and knows nothing about payouts.
import { parseJson } from '../../platform/http/body/json.ts'
import type { Upstream, UpstreamRequest } from '../../platform/network/upstream.ts'
import type { Log } from '../../platform/observability/log.ts'

export type OperatorReply =
  /** `json` is undefined when the body is not valid JSON; its numbers are read with `fact`. */
  | { kind: 'reply'; status: number; json: unknown }
  /** `sent` is false only when it is certain that the operator received nothing. */
  | { kind: 'no_reply'; cause: string; sent: boolean }

/** @param operation name of the call in the log, which contains nothing else about it. */
export async function callOperator(
  { upstream, log }: { upstream: Upstream; log: Log },
  operation: string,
  request: UpstreamRequest,
): Promise<OperatorReply> {
  const start = performance.now()
  const reply = await upstream.call(request)
  const requested = { operation, method: request.method, duration_ms: Math.round(performance.now() - start) }
  if (reply.kind === 'no_reply') {
    log.warn('operator did not reply', { ...requested, reason: reply.cause })
    return reply
  }
  const fields = { ...requested, http_status: reply.status }
  if (reply.status < 400) log.debug('operator replied', fields)
  else log.warn('operator refused', fields)
  return { kind: 'reply', status: reply.status, json: parseJson(reply.body) }
}

/** A body as bytes, exactly as it is signed and sent. */
export function jsonBytes(body: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(body))
}
