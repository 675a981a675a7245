// Sends one call of pawaPay's Merchant API, signed where the account requires it, and returns its reply.
import type { Upstream } from '../../../platform/network/upstream.ts'
import type { Log } from '../../../platform/process/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { callOperator, jsonBytes, type OperatorReply } from '../call.ts'
import type { PawapayConnection } from '../operator-settings.ts'
import { openRequestSigner } from './signature.ts'

export type PawapayClient = {
  /** @param operation name of the call in the log. */
  get(operation: string, path: string): Promise<OperatorReply>
  post(operation: string, path: string, body: object): Promise<OperatorReply>
}

/** @throws when the URL of the connection is invalid or its key cannot sign. */
export function openClient(
  { url: base, token, signingKey }: PawapayConnection,
  { log, clock, upstream, timeoutMs }: { log: Log; clock: Clock; upstream: Upstream; timeoutMs: number },
): PawapayClient {
  const signedHeaders = signingKey && openRequestSigner(signingKey, clock)
  const own = { authorization: `Bearer ${token}`, accept: 'application/json' }

  return {
    get: (operation, path) =>
      callOperator({ upstream, log }, operation, {
        method: 'GET',
        url: new URL(base + path),
        headers: own,
        timeoutMs,
      }),
    post(operation, path, supplied) {
      const url = new URL(base + path)
      const body = jsonBytes(supplied)
      const headers = signedHeaders?.(url, body) ?? { 'content-type': 'application/json' }
      return callOperator({ upstream, log }, operation, {
        method: 'POST',
        url,
        headers: { ...own, ...headers },
        body,
        timeoutMs,
      })
    },
  }
}
