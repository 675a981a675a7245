// Sends one call to an operator and returns its reply. It is stateless and knows nothing about payouts.

import { z } from 'zod'
import type { InquiryReply, OperatorOutcome, PayoutReply } from '../../operator-calls/operator.ts'
import { numberText, parseJson } from '../../platform/http/body/json.ts'
import type { Upstream, UpstreamRequest } from '../../platform/network/upstream.ts'
import type { Log } from '../../platform/process/log.ts'

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

/**
 * The outcome to record for an unsigned callback: the one that an inquiry returned. Undefined as long as the inquiry has
 * no final outcome, because anybody could have sent the callback.
 */
export function confirmedOutcome(
  reported: OperatorOutcome,
  found: InquiryReply,
): OperatorOutcome | undefined {
  if (found.kind === 'pending' || found.kind === 'absent' || found.kind === 'unavailable') return undefined
  // Only the callback contains the reason of a decline.
  return found.kind === 'declined' && reported.kind === 'declined' ? reported : found
}

/** The outcome of a payout that the operator calls a duplicate, from an inquiry: the first request may still be in progress. */
export function outcomeOfDuplicate(found: InquiryReply): PayoutReply {
  if (found.kind === 'absent') return { kind: 'unknown', cause: 'duplicate of an unknown payout' }
  if (found.kind === 'unavailable') return { kind: 'unknown', cause: `duplicate; inquiry: ${found.cause}` }
  return found
}

// Schemas for members of operators' replies and callbacks, as lenient as those in adapters/reply.ts. These bodies were parsed
// by parseJson, which refuses duplicate keys and preserves the digits of numbers.

/** Text or a number, as text. */
export const fact = z
  .preprocess((value) => numberText(value) ?? value, z.string().regex(/^[^\p{Cc}\p{Cs}]{1,256}$/u))
  .optional()
  .catch(undefined)

/** An id from the operator that is safe in a path, a query or a log. `N/A` counts as absent. */
export const id = z
  .string()
  .regex(/^[\w.+-]{1,64}$/)
  .optional()
  .catch(undefined)
